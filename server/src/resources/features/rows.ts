import type { FeatureKey } from '@billposter/contract/resources/features'
import type { Call } from '../../store/call.ts'
import { sql } from '../../store/sql.ts'

/** The features of an account, by name. */
export async function featuresOf(call: Call, accountId: string): Promise<FeatureKey[]> {
  const rows = await call.db.rows(
    sql`select feature_key from account_features where account_id = ${accountId} order by feature_key collate "C"`,
  )
  // The table holds only keys that the contract lets in.
  return rows.map(([key]) => key as FeatureKey)
}

export async function insertFeatures(call: Call, keys: readonly FeatureKey[]): Promise<void> {
  await call.db.run(sql`
    insert into account_features (account_id, feature_key)
    select ${call.account.id}, key from unnest(${keys}::text[]) key on conflict do nothing`)
  call.identityChanged()
}

export async function deleteFeatures(call: Call, keys: readonly FeatureKey[]): Promise<void> {
  await call.db.run(
    sql`delete from account_features where account_id = ${call.account.id} and feature_key = any(${keys})`,
  )
  call.identityChanged()
}
