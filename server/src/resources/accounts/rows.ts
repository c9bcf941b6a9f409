import { anyText, bool, int } from '@billposter/contract/language/field'
import { abilities, type Permission } from '@billposter/contract/language/permissions'
import { accountResource, listedAccount } from '@billposter/contract/resources/accounts'
import type { Call } from '../../store/call.ts'
import { sql } from '../../store/sql.ts'
import { table } from '../../store/table.ts'
import { anyOf, beginsWith } from '../../store/filters.ts'

const hidden = { environment: anyText(), active_campaign_limit: int(), account_history_allowed: bool() }

export const rows = table({ resource: accountResource, name: 'accounts', accountColumn: 'id', hidden })

/** The accounts of this door on which the caller may read accounts, as lists show them. */
export const listedRows = table({
  resource: { ...accountResource, schema: listedAccount },
  name: 'accounts',
  accountColumn: 'id',
  scope: (call) => sql`
    accounts.environment = ${call.door} and exists (
      select from grants
      where grants.account_id = accounts.id and grants.user_id = ${call.user?.id ?? null} and exists (
        select from json_array_elements_text(grants.permissions) held where held = any(${abilities['accounts.read']})))`,
  filters: { account_ids: anyOf('accounts.id'), q: beginsWith('accounts.name') },
})

/** Sets all permissions of a user on an account; none removes the grant. */
export function putGrant(call: Call, accountId: string, userId: string, permissions: readonly Permission[]): void {
  call.db.later(
    permissions.length === 0
      ? sql`delete from grants where account_id = ${accountId} and user_id = ${userId}`
      : sql`
          insert into grants (account_id, user_id, permissions) values (${accountId}, ${userId}, ${JSON.stringify(permissions)})
          on conflict (account_id, user_id) do update set permissions = excluded.permissions`,
  )
  call.identityChanged()
}

/**
 * Counts something under a lock on the account that holds until the end of the transaction, so that limits hold
 * against requests at the same time. Both statements travel together, in this order.
 */
export async function countForGood(call: Call, count: () => Promise<number>): Promise<number> {
  const locked = call.once('lock account', () =>
    call.db.run(sql`select from accounts where id = ${call.account.id} for no key update`),
  )
  const [counted] = await Promise.all([count(), locked])
  return counted
}
