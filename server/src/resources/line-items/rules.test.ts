import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fault } from '@billposter/contract/language/errors'
import { placementCombinations } from '../../reference-data/placements.ts'
import { biddingRuleOf } from '../bidding-rules/rules.ts'
import { newTerms } from './objectives/rules.ts'
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

const byCampaign: Parent = {
  id: 'c1',
  funding_instrument_id: 'f1',
  currency: 'USD',
  budget_optimization: 'CAMPAIGN',
  daily_budget_amount_local_micro: 5_000_000n,
  total_budget_amount_local_micro: null,
}
const byLineItem: Parent = {
  ...byCampaign,
  budget_optimization: 'LINE_ITEM',
  daily_budget_amount_local_micro: null,
  total_budget_amount_local_micro: 50_000_000n,
}

function lineItem(settings: Partial<LineItem> = {}): LineItem {
  const objective = settings.objective ?? 'ENGAGEMENTS'
  return {
    name: null,
    campaign_id: 'c1',
    funding_instrument_id: 'f1',
    advertiser_user_id: '7',
    advertiser_domain: null,
    placements: ['ALL_ON_PLATFORM'],
    product_type: 'PROMOTED_POSTS',
    target_cpa_local_micro: null,
    daily_budget_amount_local_micro: null,
    total_budget_amount_local_micro: null,
    start_time: '2026-02-01T00:00:00Z',
    end_time: null,
    duration_in_days: null,
    standard_delivery: null,
    frequency_cap: null,
    primary_web_event_tag: null,
    automatic_post_promotion: null,
    android_app_store_identifier: null,
    ios_app_store_identifier: null,
    categories: [],
    currency: 'USD',
    creative_source: 'MANUAL',
    audience_expansion: null,
    entity_status: 'ACTIVE',
    ...settings,
    objective,
    ...newTerms(objective, settings),
  }
}

/** Faults as one word each: the code and what it names. */
function words(faults: readonly Fault[]): string[] {
  return faults.map(({ code, parameter, attribute }) => `${code} ${parameter ?? attribute ?? ''}`.trim())
}

function faultsOf(settings: Partial<LineItem> = {}, campaign = byCampaign): string[] {
  const item = lineItem(settings)
  const combinations = placementCombinations[item.product_type]
  return words(lineItemFaults(item, { campaign, bidding: biddingRuleOf('USD', 2), combinations }))
}

const onNetwork: Partial<LineItem> = {
  placements: ['PUBLISHER_NETWORK'],
  advertiser_domain: 'example.com',
  categories: ['IAB1'],
}
const app = { objective: 'APP_INSTALLS', android_app_store_identifier: 'com.example.app' } as const
const daily = { daily_budget_amount_local_micro: 5_000_000n }
const bid = (amount: bigint) => ({ bid_amount_local_micro: amount })
const total = (amount: bigint) => ({ total_budget_amount_local_micro: amount })
const preroll = { objective: 'PREROLL_VIEWS', product_type: 'MEDIA' } as const

/** What a line item is like, where its budgets are, and the faults that this has. */
type Row = [what: string, settings: Partial<LineItem>, faults: string[], campaign?: Parent]

const table: Record<string, Row[]> = {
  'which placements go together': [
    ['in the order of the list', { placements: ['PLATFORM_SEARCH', 'PLATFORM_TIMELINE'] }, []],
    ['in another order', { placements: ['PLATFORM_TIMELINE', 'PLATFORM_SEARCH'] }, []],
    ['no combination', { placements: ['ALL_ON_PLATFORM', 'PLATFORM_SEARCH'] }, ['INVALID product_type']],
    ['a combination of another product type', { placements: ['TAP_FULL'] }, ['INVALID product_type']],
    ['the profile alone', { placements: ['PLATFORM_PROFILE'] }, ['INVALID placements']],
    ['the profile in company', { placements: ['PLATFORM_PROFILE', 'PLATFORM_TIMELINE'] }, []],
    ['reach everywhere', { objective: 'REACH' }, []],
    ['reach in the timeline', { objective: 'REACH', placements: ['PLATFORM_REPLIES', 'PLATFORM_TIMELINE'] }, []],
    ['reach elsewhere', { objective: 'REACH', placements: ['PLATFORM_SEARCH'] }, ['INVALID placements']],
  ],
  'the flight': [
    ['no end', {}, []],
    ['no start', { start_time: null, end_time: '2026-01-01T00:00:00Z' }, []],
    ['a second', { end_time: '2026-02-01T00:00:01Z' }, []],
    ['no time at all', { end_time: '2026-02-01T00:00:00Z' }, ['INVALID end_time']],
  ],
  'the form of what means something elsewhere': [
    ['a host', { advertiser_domain: 'www.example.co.uk' }, []],
    ['an international host', { advertiser_domain: 'bücher.example' }, []],
    ['a URL', { advertiser_domain: 'https://example.com' }, ['INVALID advertiser_domain']],
    ['a path', { advertiser_domain: 'example.com/shop' }, ['INVALID advertiser_domain']],
    ['a port', { advertiser_domain: 'example.com:8080' }, ['INVALID advertiser_domain']],
    ['one word', { advertiser_domain: 'example' }, ['INVALID advertiser_domain']],
    ['an address', { advertiser_domain: '10.0.0.1' }, ['INVALID advertiser_domain']],
    ['a leading hyphen', { advertiser_domain: '-a.example' }, ['INVALID advertiser_domain']],
    ['a package name', { ...app }, []],
    [
      'no package name',
      { ...app, android_app_store_identifier: 'Example App' },
      ['INVALID_PARAMETER android_app_store_identifier'],
    ],
    ['digits', { ...app, ios_app_store_identifier: '333903271' }, []],
    ['letters', { ...app, ios_app_store_identifier: 'id333' }, ['INVALID_PARAMETER ios_app_store_identifier']],
    ['taxonomy identifiers', { categories: ['IAB1', 'IAB9-26'] }, []],
    ['something else', { categories: ['IAB1', 'cars'] }, ['INVALID_PARAMETER categories']],
  ],
  'categories of the advertiser': [
    ['two before a video', { ...preroll, categories: ['IAB1', 'IAB2'] }, []],
    ['three before a video', { ...preroll, categories: ['IAB1', 'IAB2', 'IAB3'] }, ['INVALID_PARAMETER categories']],
    ['none before a video', { ...preroll }, ['MISSING_PARAMETER categories']],
    [
      'none before a video on the network',
      { ...preroll, ...onNetwork, categories: [] },
      ['MISSING_PARAMETER categories'],
    ],
  ],
  'what else is needed': [
    ['the publisher network with all', onNetwork, []],
    [
      'the publisher network alone',
      { placements: ['PUBLISHER_NETWORK'] },
      ['MISSING_PARAMETER advertiser_domain', 'MISSING_PARAMETER categories'],
    ],
    ['an iOS app', { objective: 'APP_ENGAGEMENTS', ios_app_store_identifier: '1' }, []],
    [
      'purchases on iOS',
      { ...app, goal: 'APP_PURCHASES', android_app_store_identifier: null, ios_app_store_identifier: '1' },
      ['MISSING_PARAMETER android_app_store_identifier'],
    ],
    ['no app', { objective: 'APP_ENGAGEMENTS' }, ['MISSING_PARAMETER android_app_store_identifier']],
    [
      'conversions with a tag',
      { objective: 'WEBSITE_CLICKS', goal: 'WEBSITE_CONVERSIONS', primary_web_event_tag: 't' },
      [],
    ],
    [
      'conversions without',
      { objective: 'WEBSITE_CLICKS', goal: 'WEBSITE_CONVERSIONS' },
      ['MISSING_PARAMETER primary_web_event_tag'],
    ],
    ['MAX without a bid', { bid_strategy: 'MAX' }, ['MISSING_PARAMETER bid_amount_local_micro']],
    [
      'TARGET without a bid',
      { objective: 'REACH', bid_strategy: 'TARGET' },
      ['MISSING_PARAMETER bid_amount_local_micro'],
    ],
    [
      'a draft that lacks all of it',
      { objective: 'APP_INSTALLS', placements: ['PUBLISHER_NETWORK'], bid_strategy: 'MAX', entity_status: 'DRAFT' },
      [],
      byLineItem,
    ],
    ['a draft that is wrong', { goal: 'MAX_REACH', entity_status: 'DRAFT' }, ['INVALID goal']],
  ],
  'the frequency cap': [
    ['three times a week', { frequency_cap: 3, duration_in_days: 7 }, []],
    ['without days', { frequency_cap: 3 }, ['MISSING_PARAMETER duration_in_days']],
    ['days without a cap', { duration_in_days: 30 }, ['MISSING_PARAMETER frequency_cap']],
    ['in two days', { frequency_cap: 3, duration_in_days: 2 }, ['INVALID_PARAMETER duration_in_days']],
    ['for followers', { objective: 'FOLLOWERS', frequency_cap: 3, duration_in_days: 1 }, ['INVALID frequency_cap']],
  ],
  'budgets of a line item': [
    ['daily under the campaign’s', daily, ['INVALID daily_budget_amount_local_micro']],
    ['total under the campaign’s', total(1n), ['INVALID total_budget_amount_local_micro']],
    ['daily', daily, [], byLineItem],
    ['none', {}, ['MISSING_PARAMETER daily_budget_amount_local_micro'], byLineItem],
    ['none yet', { entity_status: 'DRAFT' }, [], byLineItem],
    ['daily as much as total', { ...daily, ...total(5_000_000n) }, [], byLineItem],
    [
      'daily more than total',
      { ...daily, ...total(4_999_999n) },
      ['INVALID daily_budget_amount_local_micro'],
      byLineItem,
    ],
    [
      'total more than the campaign’s',
      { ...daily, ...total(50_000_001n) },
      ['SPEND_EXCEEDS_BUDGET total_budget_amount_local_micro'],
      byLineItem,
    ],
    [
      'daily more than the campaign’s total',
      { daily_budget_amount_local_micro: 50_000_001n },
      ['SPEND_EXCEEDS_BUDGET daily_budget_amount_local_micro'],
      byLineItem,
    ],
  ],
  bids: [
    ['as much as the daily budget', bid(5_000_000n), []],
    ['more than the campaign’s daily budget', bid(5_010_000n), ['SPEND_EXCEEDS_BUDGET bid_amount_local_micro']],
    [
      'more than its own daily budget',
      { ...daily, ...bid(5_010_000n) },
      ['SPEND_EXCEEDS_BUDGET bid_amount_local_micro'],
      byLineItem,
    ],
    ['a fraction of a cent', bid(10_001n), ['INVALID_DENOMINATION bid_amount_local_micro']],
    [
      'beyond the currency’s bounds',
      bid(1_000_010_000n),
      ['INVALID bid_amount_local_micro'],
      { ...byCampaign, daily_budget_amount_local_micro: null },
    ],
    ['ignored when bidding is automatic', { bid_strategy: 'AUTO', ...bid(10_001n) }, []],
  ],
  'several faults': [
    [
      'all at once',
      { goal: 'MAX_REACH', advertiser_domain: 'x', frequency_cap: 1 },
      ['INVALID goal', 'INVALID advertiser_domain', 'MISSING_PARAMETER duration_in_days'],
    ],
  ],
}

for (const [rule, rows] of Object.entries(table)) {
  test(`a line item keeps the rules of ${rule}`, () => {
    for (const [what, settings, faults, campaign] of rows) assert.deepEqual(faultsOf(settings, campaign), faults, what)
  })
}

test('nothing becomes a draft again, and a draft may stay one', () => {
  const draft = lineItem({ entity_status: 'DRAFT' })
  assert.deepEqual(words(statusFaults(lineItem(), draft)), ['INVALID_PARAMETER entity_status'])
  assert.deepEqual(statusFaults(draft, draft), [])
  assert.deepEqual(statusFaults(draft, lineItem({ entity_status: 'PAUSED' })), [])
})

test('delivery is set where the line item holds the budgets, evenly unless asked otherwise', () => {
  assert.equal(standardDelivery(byLineItem, undefined), true)
  assert.equal(standardDelivery(byLineItem, false), false)
  assert.equal(standardDelivery(byCampaign, false), null)
  assert.deepEqual(deliveryFaults(byLineItem, false), [])
  assert.deepEqual(deliveryFaults(byCampaign, undefined), [])
  assert.deepEqual(words(deliveryFaults(byCampaign, true)), ['INVALID standard_delivery'])
})

test('a frequency cap needs the feature when it is set or changed, not when it stays', () => {
  const weekly = lineItem({ frequency_cap: 3, duration_in_days: 7 })
  const lacking = ['FEATURE_NOT_AVAILABLE frequency_cap']
  assert.deepEqual(featureFaults(lineItem(), []), [])
  assert.deepEqual(words(featureFaults(weekly, [])), lacking)
  assert.deepEqual(featureFaults(weekly, ['REACH_FREQUENCY_CAP']), [])
  assert.deepEqual(featureFaults(weekly, [], weekly), [])
  assert.deepEqual(words(featureFaults({ ...weekly, frequency_cap: 4 }, [], weekly)), lacking)
  assert.deepEqual(featureFaults(lineItem(), [], weekly), [])
})

test('the first FULL user advertises unless another is asked for, and only FULL users can be', () => {
  const before = lineItem({ advertiser_user_id: '9' })
  assert.equal(advertiserOf(undefined, ['7', '8']), '7')
  assert.equal(advertiserOf(undefined, []), null)
  assert.equal(advertiserOf(8n, ['7', '8']), '8')
  assert.equal(advertiserOf(undefined, ['7'], before), '9')
  assert.equal(advertiserOf(null, ['7'], before), '7')
  const refused = ['INVALID_PARAMETER advertiser_user_id']
  assert.deepEqual(words(advertiserFaults(before, ['7'])), refused)
  assert.deepEqual(advertiserFaults(before, ['7'], before), [])
  assert.deepEqual(words(advertiserFaults(lineItem({ advertiser_user_id: '5' }), ['7'], before)), refused)
  assert.deepEqual(advertiserFaults(lineItem({ advertiser_user_id: null }), []), [])
})

test('the line items of a campaign share objective and product type, and are at most 100', () => {
  const alike = { count: 99, objective: 'ENGAGEMENTS', product_type: 'PROMOTED_POSTS' }
  assert.deepEqual(siblingFaults(lineItem(), { count: 0, objective: null, product_type: null }), [])
  assert.deepEqual(siblingFaults(lineItem(), alike), [])
  assert.deepEqual(words(siblingFaults(lineItem(), { ...alike, count: 100 })), ['TOO_MANY_LINE_ITEMS'])
  const unlike = { count: 1, objective: 'FOLLOWERS', product_type: 'PROMOTED_ACCOUNT' }
  assert.deepEqual(words(siblingFaults(lineItem(), unlike)), ['INVALID objective', 'INVALID product_type'])
})

test('an account has at most 8,000 active line items', () => {
  assert.deepEqual(activeFaults(undefined), [])
  assert.deepEqual(activeFaults(7_999), [])
  assert.deepEqual(words(activeFaults(8_000)), ['TOO_MANY_LINE_ITEMS'])
})
