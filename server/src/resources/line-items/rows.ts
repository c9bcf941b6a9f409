import { lineItemResource } from '@billposter/contract/resources/line-items'
import type { Call } from '../../store/call.ts'
import { anyOf, beginsWith, withDraft } from '../../store/filters.ts'
import { raw, sql } from '../../store/sql.ts'
import { table } from '../../store/table.ts'

const underDeletedCampaign = raw(`exists (
  select from campaigns
  where campaigns.account_id = line_items.account_id and campaigns.id = line_items.campaign_id and campaigns.deleted)`)

export const rows = table({
  resource: lineItemResource,
  name: 'line_items',
  // Line items stay when their campaign is deleted, but are listed only with the deleted ones.
  alsoHidden: sql`not ${underDeletedCampaign}`,
  filters: {
    campaign_ids: anyOf('line_items.campaign_id'),
    funding_instrument_ids: anyOf('line_items.funding_instrument_id'),
    line_item_ids: anyOf('line_items.id'),
    q: beginsWith('line_items.name'),
    with_draft: withDraft('line_items'),
  },
})

/** The line items of a campaign: how many, and the objective and product type that they share. */
export async function siblingsIn(call: Call, campaignId: string) {
  const [count, objective = null, product_type = null] =
    (await call.db.row(sql`
      select count(*), min(objective), min(product_type) from line_items
      where account_id = ${call.account.id} and campaign_id = ${campaignId} and not deleted`)) ?? []
  return { count: Number(count), objective, product_type }
}

/** What the line items of a campaign hold: budgets and bids, in micros. Right while the campaign is locked. */
export async function budgetsIn(call: Call, campaignId: string) {
  const [withBudget, withoutDaily, largestBudget, largestBid] =
    (await call.db.row(sql`
      select
        count(*) filter (where coalesce(daily_budget_amount_local_micro, total_budget_amount_local_micro) is not null),
        count(*) filter (where daily_budget_amount_local_micro is null and entity_status <> 'DRAFT'),
        max(greatest(daily_budget_amount_local_micro, total_budget_amount_local_micro)),
        max(bid_amount_local_micro)
      from line_items
      where account_id = ${call.account.id} and campaign_id = ${campaignId} and not deleted`)) ?? []
  return {
    withBudget: Number(withBudget),
    withoutDaily: Number(withoutDaily),
    largestBudget: micros(largestBudget),
    largestBid: micros(largestBid),
  }
}

function micros(text: string | null | undefined): bigint | null {
  return text === null || text === undefined ? null : BigInt(text)
}

/**
 * How many line items of the account are active; those of deleted campaigns are out of sight and do not count.
 * Right within a transaction that has locked the account.
 */
export async function countActive(call: Call): Promise<number> {
  return Number(
    await call.db.value(sql`
      select count(*) from line_items
      where account_id = ${call.account.id} and entity_status = 'ACTIVE' and not deleted
        and not ${underDeletedCampaign}`),
  )
}
