import { anyText, bool, long, nullable, time } from '@billposter/contract/language/field'
import { campaignResource } from '@billposter/contract/resources/campaigns'
import { fundingInstrumentResource } from '@billposter/contract/resources/funding-instruments'
import type { Call } from '../../store/call.ts'
import { anyOf, beginsWith, withDraft } from '../../store/filters.ts'
import { sql } from '../../store/sql.ts'
import { table, type Values } from '../../store/table.ts'
import type { Funds } from '../funding-instruments/rules.ts'
import { servingState } from './rules.ts'

const funding = fundingInstrumentResource.schema.properties

/** The columns of the funding instrument that are read along with a campaign. */
const fundingColumns = {
  funding_type: funding.type,
  funding_start_time: funding.start_time,
  funding_end_time: funding.end_time,
  funding_entity_status: funding.entity_status,
  funding_credit_limit_local_micro: funding.credit_limit_local_micro,
  funding_funded_amount_local_micro: funding.funded_amount_local_micro,
  funding_spent_local_micro: long(),
  funding_deleted: bool(),
}

export const rows = table({
  resource: campaignResource,
  name: 'campaigns',
  hidden: {
    complete: bool(),
    flight_start: nullable(time()),
    flight_end: nullable(time()),
    last_effective_status: nullable(anyText()),
  },
  joined: {
    columns: fundingColumns,
    select: Object.keys(fundingColumns).map((column) => column.replace('funding_', 'funding_instruments.')),
    join: `join funding_instruments
      on funding_instruments.account_id = campaigns.account_id
      and funding_instruments.id = campaigns.funding_instrument_id`,
  },
  derived: {
    fields: ['effective_status', 'servable', 'reasons_not_servable'],
    from: [
      'entity_status',
      'deleted',
      'complete',
      'flight_start',
      'flight_end',
      'last_effective_status',
      'funding_type',
      'funding_start_time',
      'funding_end_time',
      'funding_entity_status',
      'funding_credit_limit_local_micro',
      'funding_funded_amount_local_micro',
      'funding_spent_local_micro',
      'funding_deleted',
    ],
    derive: (row, call) =>
      servingState({ ...row, funds: fundsOf(row), approval_status: call.account.approval_status }, call.now),
  },
  filters: {
    campaign_ids: anyOf('campaigns.id'),
    funding_instrument_ids: anyOf('campaigns.funding_instrument_id'),
    q: beginsWith('campaigns.name'),
    with_draft: withDraft('campaigns'),
  },
})

export type CampaignRow = Awaited<ReturnType<typeof rows.get>>

/** The funding instrument behind a campaign, as its own rules know it. */
export function fundsOf(row: Values<typeof fundingColumns>): Funds {
  return {
    type: row.funding_type,
    start_time: row.funding_start_time,
    end_time: row.funding_end_time,
    entity_status: row.funding_entity_status,
    credit_limit_local_micro: row.funding_credit_limit_local_micro,
    funded_amount_local_micro: row.funding_funded_amount_local_micro,
    spent_local_micro: row.funding_spent_local_micro,
    deleted: row.funding_deleted,
  }
}

/** How many campaigns of the account are active. Right within a transaction that has locked the account. */
export async function countActive(call: Call): Promise<number> {
  return Number(
    await call.db.value(sql`
      select count(*) from campaigns
      where account_id = ${call.account.id} and entity_status = 'ACTIVE' and not deleted`),
  )
}

/** The campaign, locked until the end of the transaction. Both statements travel together, in this order. */
export function lockedCampaign(call: Call, id: string): Promise<CampaignRow> {
  lock(call, id)
  return rows.get(call, id)
}

function lock(call: Call, id: string): void {
  call.db.later(sql`select from campaigns where account_id = ${call.account.id} and id = ${id} for no key update`)
}

/**
 * Recomputes the flight of a campaign; part of every change of one of its line items. Drafts and line items without a
 * start are not shown to anybody, so that they do not count. Locked first, so that the update sees all line items.
 */
export function refreshFlight(call: Call, campaignId: string): void {
  lock(call, campaignId)
  call.db.later(sql`
    update campaigns set (flight_start, flight_end) = (
      select min(start_time), case when bool_and(end_time is not null) then max(end_time) end
      from line_items
      where line_items.account_id = ${call.account.id} and line_items.campaign_id = ${campaignId}
        and not line_items.deleted and entity_status <> 'DRAFT' and start_time is not null)
    where campaigns.account_id = ${call.account.id} and campaigns.id = ${campaignId}`)
}
