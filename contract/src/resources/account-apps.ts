import { anyText, bool } from '../language/field.ts'
import { listing } from '../language/listing.ts'
import { list, operation } from '../language/operation.ts'
import { account } from '../language/params.ts'
import { idField, resource, stamps } from '../language/resource.ts'

/** A mobile app tied to an account (Part 2.3). */
export const accountAppResource = resource({
  title: 'Account App',
  idParam: 'account_app_id',
  fields: {
    ...idField,
    app_store_identifier: anyText(),
    conversion_tracking_enabled: bool(),
    deep_link_pattern: anyText(),
    os_type: anyText(),
    ...stamps,
  },
})

export const accountApps = {
  list: operation({
    method: 'GET',
    path: '/accounts/:account_id/account_apps',
    summary: 'List the mobile apps tied to an account.',
    spec: '4.2',
    params: { ...account, ...listing() },
    ability: 'campaigns.read',
    answer: list(accountAppResource.schema),
  }),
}
