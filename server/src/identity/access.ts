import type { Door } from '@billposter/contract/language/operation'
import type { AccountAccess } from '../store/call.ts'
import type { Db } from '../store/database.ts'
import { sql } from '../store/sql.ts'

const accountId = /^[0-9a-z]{1,20}$/

/** What a user may do on an account of this door; undefined for unknown, foreign and other-door accounts alike. */
export async function accessTo(db: Db, door: Door, userId: string, id: string): Promise<AccountAccess | undefined> {
  if (!accountId.test(id)) return undefined
  const row = await db.row(sql`
    select accounts.deleted, accounts.approval_status, accounts.active_campaign_limit, accounts.account_history_allowed,
      (select coalesce(json_agg(feature_key order by feature_key), '[]') from account_features
        where account_features.account_id = accounts.id),
      grants.permissions
    from accounts join grants on grants.account_id = accounts.id
    where accounts.id = ${id} and accounts.environment = ${door} and grants.user_id = ${userId}`)
  return row ? access(id, row) : undefined
}

/** The same for the operator, who may reach every account of both doors. */
export async function operatorAccess(db: Db, id: string): Promise<AccountAccess | undefined> {
  if (!accountId.test(id)) return undefined
  const row = await db.row(sql`
    select accounts.deleted, accounts.approval_status, accounts.active_campaign_limit, accounts.account_history_allowed,
      (select coalesce(json_agg(feature_key order by feature_key), '[]') from account_features
        where account_features.account_id = accounts.id),
      '[]'
    from accounts where accounts.id = ${id}`)
  return row ? access(id, row) : undefined
}

function access(id: string, row: readonly (string | null)[]): AccountAccess {
  return {
    id,
    deleted: row[0] === 't',
    // The column holds nothing but the statuses that this service writes.
    approval_status: row[1] as AccountAccess['approval_status'],
    active_campaign_limit: Number(row[2]),
    account_history_allowed: row[3] === 't',
    features: JSON.parse(row[4] ?? '[]'),
    permissions: JSON.parse(row[5] ?? '[]'),
  }
}
