import type { contract } from '@billposter/contract'
import type { GivenOf } from '@billposter/contract/language/operation'
import type { EntityFields } from '@billposter/contract/language/resource'
import type { lineItemResource } from '@billposter/contract/resources/line-items'
import type { BudgetOptimization } from '../campaigns/rules.ts'
import { bidStrategiesOf, goalsOf, type PayBy, payBysOf } from './objectives.ts'

/** A line item as its caller and its campaign make it. */
export type LineItem = Omit<EntityFields<typeof lineItemResource>, 'id' | 'created_at' | 'updated_at' | 'deleted'>
type Creation = Omit<GivenOf<typeof contract.lineItems.create>, 'account_id' | 'campaign_id' | 'advertiser_user_id'>
type Changes = Omit<GivenOf<typeof contract.lineItems.update>, 'account_id' | 'line_item_id' | 'advertiser_user_id'>

/** What a line item takes from its campaign. Amounts are in micros. */
export interface Parent {
  readonly id: string
  readonly funding_instrument_id: string
  readonly currency: string
  readonly budget_optimization: BudgetOptimization
  readonly daily_budget_amount_local_micro: bigint | null
  readonly total_budget_amount_local_micro: bigint | null
}

const unset = {
  name: null,
  start_time: null,
  end_time: null,
  advertiser_domain: null,
  android_app_store_identifier: null,
  ios_app_store_identifier: null,
  audience_expansion: null,
  bid_amount_local_micro: null,
  categories: [],
  daily_budget_amount_local_micro: null,
  total_budget_amount_local_micro: null,
  duration_in_days: null,
  frequency_cap: null,
  primary_web_event_tag: null,
} as const

function supplied<T extends object>(given: T): T {
  // Only keys without a value go, and those may as well be absent.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T
}

/** A new line item: what is not given follows from the objective, the bid and the campaign. */
export function newLineItem(given: Creation, campaign: Parent, advertiser_user_id: string | null): LineItem {
  const settings = { ...unset, ...supplied(given) }
  const { objective, bid_amount_local_micro: bid } = settings
  const goal = given.goal ?? goalsOf(objective)[0]
  const bid_strategy = given.bid_strategy ?? bidStrategiesOf(objective, goal, bid)[0]
  return {
    ...settings,
    goal,
    bid_strategy,
    pay_by: given.pay_by ?? payBysOf(objective, goal, bid_strategy)[0],
    bid_amount_local_micro: bid_strategy === 'AUTO' ? null : bid,
    placements: [...new Set(given.placements)],
    categories: [...new Set(settings.categories)],
    standard_delivery: standardDelivery(campaign, given.standard_delivery),
    campaign_id: campaign.id,
    funding_instrument_id: campaign.funding_instrument_id,
    currency: campaign.currency,
    advertiser_user_id,
    target_cpa_local_micro: null,
    automatic_post_promotion: null,
    creative_source: 'MANUAL',
  }
}

/** A line item with changed settings. What was billed stays, as long as the new goal and strategy allow it. */
export function changedLineItem(before: LineItem, given: Changes, campaign: Parent): LineItem {
  const after = { ...before, ...supplied(given) }
  const asked = given.pay_by === before.pay_by ? undefined : given.pay_by
  return {
    ...after,
    pay_by: asked ?? keptPayBy(before, after),
    bid_amount_local_micro: after.bid_strategy === 'AUTO' ? null : after.bid_amount_local_micro,
    categories: [...new Set(after.categories)],
    standard_delivery: standardDelivery(campaign, before.standard_delivery ?? undefined),
  }
}

/** How a changed line item is billed unless somebody asks: as before, or by the first thing that it can be. */
export function keptPayBy(before: LineItem, { objective, goal, bid_strategy }: LineItem): PayBy {
  const payBys = payBysOf(objective, goal, bid_strategy)
  return payBys.includes(before.pay_by) ? before.pay_by : payBys[0]
}

/** Delivery is set at the level that holds the budgets; at the other one it is null. */
function standardDelivery({ budget_optimization }: Parent, asked = true): boolean | null {
  return budget_optimization === 'LINE_ITEM' ? asked : null
}
