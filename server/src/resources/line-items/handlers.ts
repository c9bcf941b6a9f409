import type { contract } from '@billposter/contract'
import { refuseIfAny } from '@billposter/contract/language/errors'
import type { GivenOf } from '@billposter/contract/language/operation'
import { currencies } from '../../reference-data/currencies.ts'
import { placementCombinations } from '../../reference-data/placements.ts'
import type { Call, Handlers } from '../../store/call.ts'
import { countForGood } from '../accounts/rows.ts'
import { biddingRuleOf } from '../bidding-rules/rules.ts'
import { lockedCampaign, refreshFlight } from '../campaigns/handlers.ts'
import { fullUsers } from '../promotable-users/handlers.ts'
import { billingFaults, changedTerms, newTerms } from './objectives/rules.ts'
import { countActive, rows, siblingsIn } from './rows.ts'
import {
  activeFaults,
  advertiserFaults,
  advertiserOf,
  deliveryFaults,
  featureFaults,
  type LineItem,
  lineItemFaults,
  type Parent,
  siblingFaults,
  standardDelivery,
  statusFaults,
} from './rules.ts'

export const handlers: Handlers<typeof contract.lineItems> = {
  list: (call, given) => rows.page(call, given),

  get: (call, { line_item_id, with_deleted }) => rows.read(call, line_item_id, { with_deleted }),

  async create(call, { account_id, campaign_id, ...given }) {
    const campaign = await parentOf(call, campaign_id)
    const [siblings, advertisers, activeNow] = await Promise.all([
      siblingsIn(call, campaign_id),
      advertisersOf(call),
      given.entity_status === 'ACTIVE' ? countForGood(call, () => countActive(call)) : undefined,
    ])
    const lineItem = newLineItem(given, campaign, advertisers)
    refuseIfAny([
      ...lineItemFaults(lineItem, measuresOf(lineItem, campaign)),
      ...siblingFaults(lineItem, siblings),
      ...deliveryFaults(campaign, given.standard_delivery),
      ...featureFaults(lineItem, call.account.features),
      ...advertiserFaults(lineItem, advertisers),
      ...activeFaults(activeNow),
    ])
    const created = rows.insert(call, lineItem, {})
    refreshFlight(call, campaign_id)
    return created
  },

  async update(call, { account_id, line_item_id, ...given }) {
    const before = await rows.take(call, line_item_id)
    const campaign = await parentOf(call, before.campaign_id)
    const becomesActive = given.entity_status === 'ACTIVE' && before.entity_status !== 'ACTIVE'
    const [advertisers, activeNow] = await Promise.all([
      advertisersOf(call),
      becomesActive ? countForGood(call, () => countActive(call)) : undefined,
    ])
    const after = changedLineItem(before, given, campaign, advertisers)
    refuseIfAny([
      ...statusFaults(before, after),
      ...lineItemFaults(after, measuresOf(after, campaign)),
      ...billingFaults(before.objective, before, after),
      ...featureFaults(after, call.account.features, before),
      ...advertiserFaults(after, advertisers, before),
      ...activeFaults(activeNow),
    ])
    const lineItem = rows.update(call, before, after)
    refreshFlight(call, before.campaign_id)
    return lineItem
  },

  async remove(call, { line_item_id }) {
    const before = await rows.take(call, line_item_id)
    const lineItem = rows.remove(call, before)
    refreshFlight(call, before.campaign_id)
    return lineItem
  },
}

function parentOf(call: Call, campaignId: string) {
  return call.once(`locked campaign ${campaignId}`, () => lockedCampaign(call, campaignId))
}

function advertisersOf(call: Call): Promise<string[]> {
  return call.once('full users', () => fullUsers(call))
}

function measuresOf({ product_type }: LineItem, campaign: Parent) {
  const bidding = biddingRuleOf(campaign.currency, currencies.get(campaign.currency) ?? 0)
  return { campaign, bidding, combinations: placementCombinations[product_type] }
}

type Creation = Omit<GivenOf<typeof contract.lineItems.create>, 'account_id' | 'campaign_id'>
type Changes = Omit<GivenOf<typeof contract.lineItems.update>, 'account_id' | 'line_item_id'>

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

/** What is not given is absent, or follows from the objective, the bid, the campaign and the account. */
function newLineItem(given: Creation, campaign: Parent, advertisers: readonly string[]): LineItem {
  const settings = { ...unset, ...supplied(given) }
  return {
    ...settings,
    ...newTerms(given.objective, given),
    placements: [...new Set(given.placements)],
    categories: [...new Set(settings.categories)],
    standard_delivery: standardDelivery(campaign, given.standard_delivery),
    advertiser_user_id: advertiserOf(given.advertiser_user_id, advertisers),
    campaign_id: campaign.id,
    funding_instrument_id: campaign.funding_instrument_id,
    currency: campaign.currency,
    target_cpa_local_micro: null,
    automatic_post_promotion: null,
    creative_source: 'MANUAL',
  }
}

/** What is given changes, and what follows from it; the rest stays. */
function changedLineItem(before: LineItem, given: Changes, campaign: Parent, advertisers: readonly string[]): LineItem {
  const settings = { ...before, ...supplied(given) }
  return {
    ...settings,
    ...changedTerms(before.objective, before, given),
    categories: [...new Set(settings.categories)],
    standard_delivery: standardDelivery(campaign, before.standard_delivery ?? undefined),
    advertiser_user_id: advertiserOf(given.advertiser_user_id, advertisers, before),
  }
}
