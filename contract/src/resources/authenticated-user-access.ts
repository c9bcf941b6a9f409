import { anyText, arrayOf, object, oneOf } from '../language/field.ts'
import { operation, single } from '../language/operation.ts'
import { account } from '../language/params.ts'
import { permissions } from '../language/permissions.ts'

export const authenticatedUserAccess = {
  get: operation({
    method: 'GET',
    path: '/accounts/:account_id/authenticated_user_access',
    summary: 'Read the caller’s own permissions on an account.',
    spec: '4.2',
    params: account,
    ability: 'access.read',
    answer: single(object({ user_id: anyText(), permissions: arrayOf(oneOf(...permissions)) })),
  }),
}
