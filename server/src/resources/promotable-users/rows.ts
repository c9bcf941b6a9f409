import type { promotableUserTypes } from '@billposter/contract/operator'
import type { Call } from '../../store/call.ts'
import { sql } from '../../store/sql.ts'

export type PromotableUserType = (typeof promotableUserTypes)[number]

/** Makes a user promotable, or changes to which extent, and answers with the id of the record. */
export async function putPromotableUser(
  call: Call,
  accountId: string,
  userId: string,
  type: PromotableUserType,
): Promise<string> {
  const id = await call.db.value(sql`
    insert into promotable_users (account_id, id, user_id, promotable_user_type, created_at, updated_at, deleted)
    values (${accountId}, ${call.surroundings.ids.entity()}, ${userId}, ${type}, ${call.now}, ${call.now}, false)
    on conflict (account_id, user_id) do update
      set promotable_user_type = excluded.promotable_user_type, updated_at = excluded.updated_at, deleted = false
    returning id`)
  return id ?? ''
}

/** The FULL promotable users of the account, the first one first. */
export async function fullUsers(call: Call): Promise<string[]> {
  const rows = await call.db.rows(sql`
    select user_id from promotable_users
    where account_id = ${call.account.id} and promotable_user_type = 'FULL' and not deleted order by promotable_users.id`)
  return rows.map(([user]) => user ?? '')
}
