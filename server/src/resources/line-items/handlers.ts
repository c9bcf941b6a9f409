import type { contract } from '@billposter/contract'
import { refuseIfAny } from '@billposter/contract/language/errors'
import { currencies } from '../../reference-data/currencies.ts'
import { placementCombinations } from '../../reference-data/placements.ts'
import type { Call, Handlers } from '../../store/call.ts'
import { lockAccount } from '../accounts/rows.ts'
import { biddingRuleOf } from '../bidding-rules/rules.ts'
import { campaignForLineItems, refreshFlight } from '../campaigns/handlers.ts'
import { fullUsers } from '../promotable-users/handlers.ts'
import { changedLineItem, newLineItem, type LineItem, type Parent } from './plan.ts'
import { countActive, rows, siblingsIn } from './rows.ts'
import {
  activeFaults,
  advertiserFaults,
  billingFaults,
  deliveryFaults,
  featureFaults,
  lineItemFaults,
  siblingFaults,
  statusFaults,
} from './rules.ts'

export const handlers: Handlers<typeof contract.lineItems> = {
  list: (call, given) => rows.page(call, given),

  get: (call, { line_item_id, with_deleted }) => rows.read(call, line_item_id, { with_deleted }),

  async create(call, { account_id, campaign_id, advertiser_user_id, ...given }) {
    const campaign = await campaignForLineItems(call, campaign_id)
    const [siblings, advertisers] = await Promise.all([siblingsIn(call, campaign_id), fullUsers(call)])
    const advertiser = advertiser_user_id?.toString()
    const lineItem = newLineItem(given, campaign, advertiser ?? advertisers[0] ?? null)
    refuseIfAny([
      ...lineItemFaults(lineItem, measuresOf(lineItem, campaign)),
      ...siblingFaults(lineItem, siblings),
      ...deliveryFaults(given.standard_delivery, campaign),
      ...featureFaults(lineItem, call.account.features),
      ...advertiserFaults(advertiser, advertisers),
    ])
    if (lineItem.entity_status === 'ACTIVE') await checkRoomForActive(call)
    const created = rows.insert(call, lineItem, {})
    refreshFlight(call, campaign_id)
    return created
  },

  async update(call, { account_id, line_item_id, advertiser_user_id, ...given }) {
    const before = await rows.take(call, line_item_id)
    const campaign = await campaignForLineItems(call, before.campaign_id)
    const advertisers = advertiser_user_id === undefined ? [] : await fullUsers(call)
    const advertiser = advertiser_user_id?.toString()
    const after = changedLineItem(before, given, campaign)
    refuseIfAny([
      ...lineItemFaults(after, measuresOf(after, campaign)),
      ...statusFaults(before, after),
      ...billingFaults(before, after),
      ...featureFaults(after, call.account.features, before),
      ...advertiserFaults(advertiser, advertisers, before.advertiser_user_id),
    ])
    if (after.entity_status === 'ACTIVE' && before.entity_status !== 'ACTIVE') await checkRoomForActive(call)
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

function measuresOf({ product_type }: LineItem, campaign: Parent) {
  const bidding = biddingRuleOf(campaign.currency, currencies.get(campaign.currency) ?? 0)
  return { campaign, bidding, combinations: placementCombinations[product_type] }
}

async function checkRoomForActive(call: Call): Promise<void> {
  await lockAccount(call)
  refuseIfAny(activeFaults(await countActive(call)))
}
