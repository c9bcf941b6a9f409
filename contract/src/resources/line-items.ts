import {
  anyText,
  arrayOf,
  bool,
  csv,
  id,
  int,
  localMicro,
  long,
  nullable,
  oneOf,
  text,
  time,
  userId,
} from '../language/field.ts'
import { batchOf } from '../language/batch.ts'
import { defaultSorts, listing, namePrefix, withDeleted } from '../language/listing.ts'
import { list, operation, single } from '../language/operation.ts'
import { account, clearable, defaulted, optional, required } from '../language/params.ts'
import { idField, resource, stamps } from '../language/resource.ts'

export const productTypes = ['MEDIA', 'PROMOTED_ACCOUNT', 'PROMOTED_POSTS'] as const

export const objectives = [
  'APP_ENGAGEMENTS',
  'APP_INSTALLS',
  'ENGAGEMENTS',
  'FOLLOWERS',
  'PREROLL_VIEWS',
  'REACH',
  'VIDEO_VIEWS',
  'WEBSITE_CLICKS',
] as const

export const placements = [
  'ALL_ON_PLATFORM',
  'PUBLISHER_NETWORK',
  'PLATFORM_PROFILE',
  'PLATFORM_REPLIES',
  'PLATFORM_SEARCH',
  'PLATFORM_TIMELINE',
  'TAP_BANNER',
  'TAP_FULL',
  'TAP_FULL_LANDSCAPE',
  'TAP_NATIVE',
  'TAP_MRECT',
] as const

export const goals = [
  'APP_CLICKS',
  'APP_INSTALLS',
  'APP_PURCHASES',
  'ENGAGEMENT',
  'FOLLOWERS',
  'LINK_CLICKS',
  'MAX_REACH',
  'PREROLL',
  'PREROLL_STARTS',
  'REACH_WITH_ENGAGEMENT',
  'SITE_VISITS',
  'VIDEO_VIEW',
  'VIEW_3S_100PCT',
  'VIEW_6S',
  'VIEW_15S',
  'WEBSITE_CONVERSIONS',
] as const

export const bidStrategies = ['AUTO', 'MAX', 'TARGET'] as const

/** What is billed. A caller chooses among the first three; the others follow from the goal. */
export const payBys = [
  'APP_CLICK',
  'IMPRESSION',
  'LINK_CLICK',
  'ENGAGEMENT',
  'FOLLOW',
  'VIEW',
  'VIEW_3S_100PCT',
] as const

export const audienceExpansions = ['BROAD', 'DEFINED', 'EXPANDED'] as const

/** A line item (Part 2.19): what a campaign spends on, and how it bids. */
export const lineItemResource = resource({
  title: 'Line Item',
  idParam: 'line_item_id',
  history: 'LINE_ITEM',
  fields: {
    ...idField,
    name: nullable(anyText()),
    campaign_id: anyText(),
    funding_instrument_id: anyText(),
    advertiser_user_id: nullable(anyText()),
    advertiser_domain: nullable(anyText()),
    placements: arrayOf(oneOf(...placements)),
    product_type: oneOf(...productTypes),
    objective: oneOf(...objectives),
    goal: oneOf(...goals),
    pay_by: oneOf(...payBys),
    bid_strategy: oneOf(...bidStrategies),
    bid_amount_local_micro: nullable(long()),
    target_cpa_local_micro: nullable(long()),
    daily_budget_amount_local_micro: nullable(long()),
    total_budget_amount_local_micro: nullable(long()),
    start_time: nullable(time()),
    end_time: nullable(time()),
    duration_in_days: nullable(int()),
    standard_delivery: nullable(bool()),
    frequency_cap: nullable(int()),
    primary_web_event_tag: nullable(anyText()),
    automatic_post_promotion: nullable(bool()),
    android_app_store_identifier: nullable(anyText()),
    ios_app_store_identifier: nullable(anyText()),
    categories: arrayOf(anyText()),
    currency: anyText(),
    creative_source: oneOf('MANUAL'),
    audience_expansion: nullable(oneOf(...audienceExpansions)),
    entity_status: oneOf('ACTIVE', 'DRAFT', 'PAUSED'),
    ...stamps,
  },
})

const path = '/accounts/:account_id/line_items'
const one = `${path}/:line_item_id`
const oneLineItem = { ...account, line_item_id: required(id(), 'The line item.') }

const settings = {
  name: clearable(text({ max: 255 }), 'Its name.'),
  start_time: clearable(time(), 'Start of the flight.'),
  end_time: clearable(time(), 'End of the flight; after its start.'),
  advertiser_domain: clearable(text({ max: 253 }), 'A host name without protocol; needed on the publisher network.'),
  advertiser_user_id: clearable(userId(), 'A FULL promotable user of the account; the first one unless given.'),
  android_app_store_identifier: clearable(text({ max: 255 }), 'The package name of the promoted Android app.'),
  ios_app_store_identifier: clearable(text({ max: 20 }), 'The digits of the promoted iOS app.'),
  audience_expansion: clearable(oneOf(...audienceExpansions), 'How far to go beyond the targeted audience.'),
  bid_amount_local_micro: clearable(localMicro(), 'The bid, in micros; needed for MAX and TARGET, ignored for AUTO.'),
  bid_strategy: optional(oneOf(...bidStrategies), 'How to bid; follows from the objective and the bid unless given.'),
  categories: clearable(
    csv(text({ max: 20 })),
    'Taxonomy identifiers of the advertiser’s business; needed on the publisher network and for PREROLL_VIEWS.',
  ),
  daily_budget_amount_local_micro: clearable(
    localMicro(),
    'Budget per day, in micros. Needed where the budget is optimised by line item, and not allowed elsewhere.',
  ),
  total_budget_amount_local_micro: clearable(
    localMicro(),
    'Budget of the line item, in micros. Only where the budget is optimised by line item.',
  ),
  duration_in_days: clearable(int({ min: 1, max: 30 }), 'Days that the frequency cap counts over: 1, 7 or 30.'),
  frequency_cap: clearable(int({ min: 1 }), 'How often one person sees it in that time. Needs REACH_FREQUENCY_CAP.'),
  goal: optional(oneOf(...goals), 'What delivery is optimised for; follows from the objective unless given.'),
  pay_by: optional(
    oneOf(...payBys),
    'What is billed; follows from the goal unless given. Changes for APP_INSTALLS only.',
  ),
  primary_web_event_tag: clearable(id(), 'Needed for the goal WEBSITE_CONVERSIONS.'),
}

const errors = [
  'FEATURE_NOT_AVAILABLE',
  'INVALID',
  'INVALID_DENOMINATION',
  'MISSING_PARAMETER',
  'SPEND_EXCEEDS_BUDGET',
  'TOO_MANY_LINE_ITEMS',
] as const

const operations = {
  create: operation({
    method: 'POST',
    path,
    summary: 'Create a line item.',
    spec: '4.5',
    params: {
      ...account,
      campaign_id: required(id(), 'The campaign that it belongs to.'),
      objective: required(oneOf(...objectives), 'The same for all line items of a campaign.'),
      product_type: required(oneOf(...productTypes), 'The same for all line items of a campaign.'),
      placements: required(csv(oneOf(...placements)), 'One of the combinations of GET /line_items/placements.'),
      entity_status: defaulted(oneOf('ACTIVE', 'DRAFT', 'PAUSED'), 'ACTIVE', 'Drafts may lack what is needed.'),
      standard_delivery: optional(bool(), 'Spread spend evenly. Only where the budget is optimised by line item.'),
      ...settings,
    },
    ability: 'campaigns.write',
    answer: single(lineItemResource.schema),
    errors,
  }),
  update: operation({
    method: 'PUT',
    path: one,
    summary: 'Change a line item.',
    description: 'Campaign, objective, product type, placements and delivery stay as they were created.',
    spec: '4.5',
    params: {
      ...oneLineItem,
      entity_status: optional(
        oneOf('ACTIVE', 'DRAFT', 'PAUSED'),
        'Only a draft can stay one; nothing becomes one again.',
      ),
      ...settings,
    },
    ability: 'campaigns.write',
    answer: single(lineItemResource.schema),
    errors,
  }),
  remove: operation({
    method: 'DELETE',
    path: one,
    summary: 'Delete a line item, for good. What it promotes is not deleted.',
    spec: '4.5',
    params: oneLineItem,
    ability: 'campaigns.write',
    answer: single(lineItemResource.schema),
  }),
}

export const lineItems = {
  list: operation({
    method: 'GET',
    path,
    summary: 'List line items.',
    spec: '4.5',
    params: {
      ...account,
      campaign_ids: optional(csv(id()), 'Only those of these campaigns.'),
      funding_instrument_ids: optional(csv(id()), 'Only those paid by these.'),
      line_item_ids: optional(csv(id()), 'Only these.'),
      ...namePrefix(),
      with_draft: defaulted(bool(), false, 'Drafts too.'),
      ...listing({ sorts: [...defaultSorts, 'name', 'bid_amount_local_micro'] }),
    },
    ability: 'campaigns.read',
    core: true,
    answer: list(lineItemResource.schema),
  }),
  get: operation({
    method: 'GET',
    path: one,
    summary: 'Read a line item.',
    spec: '4.5',
    params: { ...oneLineItem, ...withDeleted },
    ability: 'campaigns.read',
    core: true,
    answer: single(lineItemResource.schema),
  }),
  ...operations,
  batch: batchOf(operations, {
    path: '/batch/accounts/:account_id/line_items',
    summary: 'Create, change and delete up to 40 line items, all or none.',
    spec: '4.5',
    max: 40,
    ability: 'campaigns.write',
  }),
}
