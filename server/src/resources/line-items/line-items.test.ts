import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { contract } from '@billposter/contract'
import type { InputOf } from '@billposter/contract/language/operation'
import { refuses } from '../../../test/refusals.ts'
import { type Advertiser, createWorld } from '../../../test/world.ts'

const world = await createWorld()

const daily = { daily_budget_amount_local_micro: 5_000_000n }
type Creation = InputOf<typeof contract.lineItems.create>
const engagements: Pick<Creation, 'objective' | 'product_type' | 'placements'> = {
  objective: 'ENGAGEMENTS',
  product_type: 'PROMOTED_POSTS',
  placements: ['PLATFORM_TIMELINE'],
}

async function campaignOf({ client, account_id, funding_instrument_id }: Advertiser, settings = {}): Promise<string> {
  const campaign = { account_id, funding_instrument_id, name: 'Spring', ...daily, ...settings }
  return (await client.campaigns.create(campaign)).data.id
}

/** An advertiser with a campaign that optimises budgets by line item, and what every line item of it needs. */
async function byLineItem() {
  const advertiser = await world.advertiser()
  const { account_id } = advertiser
  const campaign_id = await campaignOf(advertiser, { budget_optimization: 'LINE_ITEM' })
  return { ...advertiser, campaign_id, basics: { account_id, campaign_id, ...engagements, ...daily } }
}

/** The same under a campaign that holds the budgets. */
async function byCampaign() {
  const advertiser = await world.advertiser()
  const { account_id } = advertiser
  const campaign_id = await campaignOf(advertiser)
  return { ...advertiser, campaign_id, basics: { account_id, campaign_id, ...engagements } }
}

test('a new line item takes from its campaign and its objective what nobody gave', async () => {
  const { client, account_id, campaign_id, funding_instrument_id, basics } = await byCampaign()
  const { data, http } = await client.lineItems.create(basics)
  assert.equal(http.status, 201)
  assert.deepEqual(data, {
    id: data.id,
    name: null,
    campaign_id,
    funding_instrument_id,
    advertiser_user_id: null,
    advertiser_domain: null,
    placements: ['PLATFORM_TIMELINE'],
    product_type: 'PROMOTED_POSTS',
    objective: 'ENGAGEMENTS',
    goal: 'ENGAGEMENT',
    pay_by: 'ENGAGEMENT',
    bid_strategy: 'AUTO',
    bid_amount_local_micro: null,
    target_cpa_local_micro: null,
    daily_budget_amount_local_micro: null,
    total_budget_amount_local_micro: null,
    start_time: null,
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
    created_at: data.created_at,
    updated_at: data.created_at,
    deleted: false,
  })
  assert.deepEqual((await client.lineItems.get({ account_id, line_item_id: data.id })).data, data)
})

test('what is given is kept, each placement and category once', async () => {
  const { client, basics } = await byLineItem()
  const given = {
    name: 'Posts',
    start_time: '2026-02-01T00:00:00Z',
    end_time: '2026-03-01T00:00:00Z',
    advertiser_domain: 'shop.example.com',
    total_budget_amount_local_micro: 9_000_000n,
    bid_amount_local_micro: 20_000n,
    standard_delivery: false,
    audience_expansion: 'BROAD',
    entity_status: 'PAUSED',
  } as const
  const placements = ['PLATFORM_SEARCH', 'PLATFORM_TIMELINE', 'PLATFORM_SEARCH'] as const
  const categories = ['IAB2', 'IAB1', 'IAB2']
  const { data } = await client.lineItems.create({ ...basics, ...given, placements: [...placements], categories })
  const kept = Object.fromEntries(Object.keys(given).map((name) => [name, data[name as keyof typeof given]]))
  assert.deepEqual(kept, given)
  assert.deepEqual(data.placements, ['PLATFORM_SEARCH', 'PLATFORM_TIMELINE'])
  assert.deepEqual(data.categories, ['IAB2', 'IAB1'])
  assert.equal(data.bid_strategy, 'MAX')
})

test('a line item needs a campaign that is there', async () => {
  const { client, account_id, campaign_id, basics } = await byCampaign()
  const missing = { code: 'NOT_FOUND', parameter: 'campaign_id' }
  await refuses(client.lineItems.create({ ...basics, campaign_id: 'nowhere' }), 404, missing)
  const stranger = await byCampaign()
  await refuses(client.lineItems.create({ ...basics, campaign_id: stranger.campaign_id }), 404, missing)
  await client.campaigns.remove({ account_id, campaign_id })
  await refuses(client.lineItems.create(basics), 404, missing)
})

test('all faults of a new line item come at once, and nothing is kept', async () => {
  const { client, account_id, basics } = await byCampaign()
  const faulty = client.lineItems.create({
    ...basics,
    ...daily,
    goal: 'MAX_REACH',
    advertiser_domain: 'https://example.com',
    standard_delivery: true,
    frequency_cap: 3,
    advertiser_user_id: 1n,
  })
  await refuses(
    faulty,
    400,
    { code: 'INVALID', attribute: 'goal' },
    { code: 'INVALID', attribute: 'advertiser_domain' },
    { code: 'INVALID', attribute: 'daily_budget_amount_local_micro' },
    { code: 'MISSING_PARAMETER', parameter: 'duration_in_days' },
    { code: 'INVALID', attribute: 'standard_delivery' },
    { code: 'FEATURE_NOT_AVAILABLE', parameter: 'frequency_cap' },
    { code: 'INVALID_PARAMETER', parameter: 'advertiser_user_id' },
  )
  assert.deepEqual((await client.lineItems.list({ account_id })).data, [])
})

test('bids obey the denomination of the campaign’s currency', async () => {
  const advertiser = await world.advertiser({ currency: 'JPY' })
  const { client, account_id } = advertiser
  const campaign_id = await campaignOf(advertiser)
  const bid = (bid_amount_local_micro: bigint) =>
    client.lineItems.create({ account_id, campaign_id, ...engagements, bid_amount_local_micro })
  await refuses(bid(1_500_000n), 400, { code: 'INVALID_DENOMINATION', attribute: 'bid_amount_local_micro' })
  assert.equal((await bid(2_000_000n)).data.currency, 'JPY')
  await refuses(bid(6_000_000n), 400, { code: 'SPEND_EXCEEDS_BUDGET', attribute: 'bid_amount_local_micro' })
})

test('the line items of a campaign share objective and product type until the last one is deleted', async () => {
  const { client, account_id, basics } = await byCampaign()
  const { data } = await client.lineItems.create({ ...basics, entity_status: 'DRAFT' })
  const followers = { ...basics, objective: 'FOLLOWERS', product_type: 'PROMOTED_ACCOUNT' } as const
  await refuses(
    client.lineItems.create(followers),
    400,
    { code: 'INVALID', attribute: 'objective' },
    { code: 'INVALID', attribute: 'product_type' },
  )
  await client.lineItems.remove({ account_id, line_item_id: data.id })
  assert.equal((await client.lineItems.create(followers)).data.pay_by, 'FOLLOW')
})

test('the advertiser is the first FULL user of the account, or another one', async () => {
  const { client, account_id, basics } = await byCampaign()
  const people = [await world.person(), await world.person(), await world.person()].map(({ id }) => BigInt(id))
  const [first = 0n, second = 0n, third = 0n] = people
  const promotable = (user_id: bigint, promotable_user_type: 'FULL' | 'REPOSTS_ONLY') =>
    world.operator.accounts.setPromotableUser({ account_id, user_id, promotable_user_type })
  await promotable(first, 'FULL')
  await promotable(second, 'FULL')
  await promotable(third, 'REPOSTS_ONLY')
  const { data } = await client.lineItems.create(basics)
  assert.equal(data.advertiser_user_id, String(first))
  const change = (advertiser_user_id: bigint | null) =>
    client.lineItems.update({ account_id, line_item_id: data.id, advertiser_user_id })
  assert.equal((await change(second)).data.advertiser_user_id, String(second))
  await refuses(change(third), 400, { code: 'INVALID_PARAMETER', parameter: 'advertiser_user_id' })
  await promotable(second, 'REPOSTS_ONLY')
  assert.equal((await change(second)).data.advertiser_user_id, String(second))
  assert.equal((await change(null)).data.advertiser_user_id, String(first))
})

test('a frequency cap comes with the feature, and outlives it', async () => {
  const { client, account_id, basics } = await byCampaign()
  const weekly = { frequency_cap: 3, duration_in_days: 7 }
  const lacking = { code: 'FEATURE_NOT_AVAILABLE', parameter: 'frequency_cap' }
  await refuses(client.lineItems.create({ ...basics, ...weekly }), 400, lacking)
  await world.operator.accounts.update({ account_id, features_add: ['REACH_FREQUENCY_CAP'] })
  const { data } = await client.lineItems.create({ ...basics, ...weekly })
  await world.operator.accounts.update({ account_id, features_remove: ['REACH_FREQUENCY_CAP'] })
  const change = (settings: object) => client.lineItems.update({ account_id, line_item_id: data.id, ...settings })
  assert.equal((await change(weekly)).data.frequency_cap, 3)
  await refuses(change({ frequency_cap: 4 }), 400, lacking)
  await refuses(change({ frequency_cap: null }), 400, { code: 'MISSING_PARAMETER', parameter: 'frequency_cap' })
  assert.equal((await change({ frequency_cap: null, duration_in_days: null })).data.duration_in_days, null)
})

test('a draft lacks what it needs until it stops being one', async () => {
  const { client, account_id, campaign_id } = await byLineItem()
  const installs = { account_id, campaign_id, ...engagements, objective: 'APP_INSTALLS', bid_strategy: 'MAX' } as const
  const { data } = await client.lineItems.create({ ...installs, entity_status: 'DRAFT' })
  const change = (settings: object) => client.lineItems.update({ account_id, line_item_id: data.id, ...settings })
  assert.equal((await change({ name: 'Later', entity_status: 'DRAFT' })).data.entity_status, 'DRAFT')
  await refuses(
    change({ entity_status: 'PAUSED' }),
    400,
    { code: 'MISSING_PARAMETER', parameter: 'android_app_store_identifier' },
    { code: 'MISSING_PARAMETER', parameter: 'bid_amount_local_micro' },
    { code: 'MISSING_PARAMETER', parameter: 'daily_budget_amount_local_micro' },
  )
  const whole = { ios_app_store_identifier: '333903271', bid_amount_local_micro: 10_000n, ...daily }
  assert.equal((await change({ ...whole, entity_status: 'ACTIVE' })).data.entity_status, 'ACTIVE')
  await refuses(change({ entity_status: 'DRAFT' }), 400, { code: 'INVALID_PARAMETER', parameter: 'entity_status' })
})

test('deleting is for good, and takes the line item out of lists', async () => {
  const { client, account_id, basics } = await byCampaign()
  const { data } = await client.lineItems.create(basics)
  const one = { account_id, line_item_id: data.id }
  assert.equal((await client.lineItems.remove(one)).data.deleted, true)
  const gone = { code: 'NOT_FOUND', parameter: 'line_item_id' }
  await refuses(client.lineItems.remove(one), 404, gone)
  await refuses(client.lineItems.update({ ...one, name: 'Back' }), 404, gone)
  await refuses(client.lineItems.get(one), 404, gone)
  assert.deepEqual((await client.lineItems.list({ account_id })).data, [])
  assert.equal((await client.lineItems.list({ account_id, with_deleted: true })).data[0]?.id, data.id)
})

test('under a deleted campaign a line item can be read and deleted, but not changed or listed', async () => {
  const { client, account_id, campaign_id, basics } = await byCampaign()
  const { data } = await client.lineItems.create(basics)
  const one = { account_id, line_item_id: data.id }
  await client.campaigns.remove({ account_id, campaign_id })
  assert.deepEqual((await client.lineItems.list({ account_id })).data, [])
  assert.equal((await client.lineItems.get(one)).data.deleted, false)
  await refuses(client.lineItems.update({ ...one, name: 'New' }), 404, { code: 'NOT_FOUND', parameter: 'campaign_id' })
  assert.equal((await client.lineItems.remove(one)).data.deleted, true)
})

test('creation, change and deletion stand in the history of the account', async () => {
  const { client, account_id, basics } = await byCampaign()
  const line_item_id = (await client.lineItems.create(basics)).data.id
  await client.lineItems.update({ account_id, line_item_id, bid_strategy: 'MAX', bid_amount_local_micro: 30_000n })
  await client.lineItems.remove({ account_id, line_item_id })
  const span = { start_time: '2026-01-15T12:00:00Z', end_time: '2026-01-15T13:00:00Z' }
  const { data } = await client.accountHistory.list({
    account_id,
    entity_type: 'LINE_ITEM',
    entity_id: line_item_id,
    ...span,
  })
  assert.deepEqual(
    data.map(({ change_type, changes }) => [change_type, Object.keys(changes)]),
    [
      ['CREATE', []],
      ['UPDATE', ['bid_strategy', 'bid_amount_local_micro']],
      ['DELETE', ['deleted']],
    ],
  )
})
