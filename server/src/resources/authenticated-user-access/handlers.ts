import type { contract } from '@billposter/contract'
import type { Handlers } from '../../store/call.ts'

export const handlers: Handlers<typeof contract.authenticatedUserAccess> = {
  get: (call) => ({ user_id: call.user?.id ?? '', permissions: [...call.account.permissions] }),
}
