import assert from 'node:assert/strict'
import { test } from 'node:test'
import { speaker } from '../../server/test/wire.ts'
import { createWorld } from '../../server/test/world.ts'

const world = await createWorld()
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

type Fields = Readonly<Record<string, unknown>>

/** A sandbox account with one of everything that the account can hold so far, and somebody who asks below it. */
const {
  account_id,
  funding_instrument_id,
  id: user_id,
  sandbox,
  bearerToken,
} = await world.advertiser({
  environment: 'sandbox',
})
const ask = speaker(world.app.sandbox, bearerToken, `/12/accounts/${account_id}`)
const { data: campaign } = await sandbox.campaigns.create({
  account_id,
  funding_instrument_id,
  name: 'Spring',
  total_budget_amount_local_micro: 9_007_199_254_740_993n,
})
const { data: lineItem } = await sandbox.lineItems.create({
  account_id,
  campaign_id: campaign.id,
  objective: 'ENGAGEMENTS',
  product_type: 'PROMOTED_POSTS',
  placements: ['ALL_ON_PLATFORM'],
})
await world.operator.accounts.createAccountApp({ account_id, app_store_identifier: 'com.example', os_type: 'Android' })

async function one(path: string): Promise<Fields> {
  const { body } = await ask('GET', path)
  const data = Array.isArray(body.data) ? body.data[0] : body.data
  assert.ok(typeof data === 'object' && data !== null)
  return data
}

const window = 'start_time=2026-01-15T12:00:00Z&end_time=2026-01-15T13:00:00Z'
const records = {
  account: '',
  'account app': '/account_apps',
  'history record': `/account_history?entity_type=CAMPAIGN&entity_id=${campaign.id}&${window}`,
  campaign: `/campaigns/${campaign.id}`,
  'line item': `/line_items/${lineItem.id}`,
  'funding instrument': `/funding_instruments/${funding_instrument_id}`,
} as const

/** The fields that Part 2 names, in any order; `ours` are those that the service adds to them. */
async function shows(record: keyof typeof records, names: string, ours: readonly string[] = []): Promise<Fields> {
  const data = await one(records[record])
  assert.deepEqual(Object.keys(data).toSorted(), [...names.split(/[\s,]+/), ...ours].toSorted())
  return data
}

test('2.1: `id` is a string, the two times are ISO 8601 in UTC, `deleted` is a boolean', async () => {
  for (const record of ['account', 'account app', 'campaign', 'line item', 'funding instrument'] as const) {
    const { id, created_at, updated_at, deleted } = await one(records[record])
    assert.equal(typeof id, 'string', record)
    for (const stamp of [created_at, updated_at]) assert.match(String(stamp), instant, record)
    assert.equal(deleted, false, record)
  }
})

test('2.1: fields named `*_local_micro` are long integers, exact to the last digit', async () => {
  const { text } = await ask('GET', `/campaigns/${campaign.id}`)
  assert.match(text, /"total_budget_amount_local_micro":9007199254740993,/)
})

test('2.1: absent values are returned as `null`', async () => {
  for (const [record, fields] of Object.entries({
    account: ['business_name', 'business_id', 'timezone_switch_at', 'industry_type'],
    campaign: ['daily_budget_amount_local_micro', 'purchase_order_number', 'duration_in_days', 'frequency_cap'],
    'line item': [
      'name',
      'start_time',
      'end_time',
      'advertiser_domain',
      'primary_web_event_tag',
      'target_cpa_local_micro',
    ],
    'funding instrument': ['credit_limit_local_micro', 'funded_amount_local_micro', 'io_header'],
  } as const)) {
    const data = await one(records[record as keyof typeof records])
    for (const field of fields) assert.equal(data[field], null, `${record} ${field}`)
  }
})

test('2.1: user identifiers are strings in responses and long integers in request parameters', async () => {
  const access = await one('/authenticated_user_access')
  assert.equal(access['user_id'], user_id)
  const { body } = await ask('GET', `${records['history record']}&user_id=${user_id}`)
  const [record] = body.data as [{ change_by: { user_id: unknown } }]
  assert.equal(record.change_by.user_id, user_id)
  const { text } = await ask('GET', `${records['history record']}&user_id=${user_id}`)
  assert.match(text, new RegExp(`^{"request":{"params":{[^}]*"user_id":${user_id}[,}]`))
})

test('2.2: an account has these fields, `industry_type` on single-account reads and updates', async () => {
  const listed = `id, name, business_name, business_id, timezone, timezone_switch_at, approval_status, created_at,
    updated_at, deleted`
  const account = await shows('account', listed, ['industry_type'])
  assert.deepEqual([account['id'], account['approval_status']], [account_id, 'ACCEPTED'])
  const updated = await ask('PUT', '', { query: 'industry_type=TRAVEL' })
  assert.equal((updated.body.data as Fields)['industry_type'], 'TRAVEL')
  const list = await speaker(world.app.sandbox, bearerToken, '/12')('GET', '/accounts')
  assert.deepEqual(Object.keys((list.body.data as [Fields])[0]).toSorted(), listed.split(/[\s,]+/).toSorted())
})

test('2.3: an account app has these fields', async () => {
  const app = await shows(
    'account app',
    `id, app_store_identifier, conversion_tracking_enabled, deep_link_pattern, os_type, created_at, updated_at, deleted`,
  )
  const { app_store_identifier, conversion_tracking_enabled, deep_link_pattern, os_type } = app
  assert.deepEqual(
    [app_store_identifier, conversion_tracking_enabled, deep_link_pattern, os_type],
    ['com.example', false, '', 'Android'],
  )
})

test('2.4: an account history record has these fields', async () => {
  const record = await shows(
    'history record',
    'change_by, changes, change_time, entity_id, entity, entity_data, change_type',
  )
  const { change_by, changes, change_time, entity_id, entity, entity_data, change_type } = record
  assert.deepEqual(change_by, { user_id, platform: 'API_OTHER' })
  assert.deepEqual([changes, entity_id, entity, change_type], [{}, campaign.id, 'CAMPAIGN', 'CREATE'])
  assert.match(String(change_time), instant)
  assert.equal((entity_data as Fields)['name'], 'Spring')
})

test('2.18: a campaign has these fields', async () => {
  const data = await shows(
    'campaign',
    `id, name, funding_instrument_id, budget_optimization, entity_status, effective_status, servable,
      reasons_not_servable, daily_budget_amount_local_micro, total_budget_amount_local_micro, standard_delivery,
      purchase_order_number, duration_in_days, frequency_cap, currency, created_at, updated_at, deleted`,
  )
  const { budget_optimization, entity_status, effective_status, servable, reasons_not_servable, currency } = data
  assert.deepEqual([budget_optimization, entity_status, effective_status], ['CAMPAIGN', 'ACTIVE', 'UNKNOWN'])
  assert.deepEqual([servable, reasons_not_servable, currency], [false, ['INCOMPLETE'], 'USD'])
})

test('2.19: a line item has these fields', async () => {
  const data = await shows(
    'line item',
    `id, name, campaign_id, funding_instrument_id, advertiser_user_id, advertiser_domain, placements, product_type,
      objective, goal, pay_by, bid_strategy, bid_amount_local_micro, target_cpa_local_micro,
      daily_budget_amount_local_micro, total_budget_amount_local_micro, start_time, end_time, duration_in_days,
      standard_delivery, frequency_cap, primary_web_event_tag, automatic_post_promotion, android_app_store_identifier,
      ios_app_store_identifier, categories, currency, creative_source, entity_status, created_at, updated_at, deleted`,
    ['audience_expansion'],
  )
  const { objective, goal, pay_by, creative_source, placements, categories } = data
  assert.deepEqual([objective, goal, pay_by, creative_source], ['ENGAGEMENTS', 'ENGAGEMENT', 'ENGAGEMENT', 'MANUAL'])
  assert.deepEqual([placements, categories], [['ALL_ON_PLATFORM'], []])
})

test('2.20: a funding instrument has these fields', async () => {
  const data = await shows(
    'funding instrument',
    `id, account_id, description, type, currency, start_time, end_time, entity_status, credit_limit_local_micro,
      credit_remaining_local_micro, funded_amount_local_micro, able_to_fund, reasons_not_able_to_fund, io_header,
      created_at, updated_at, deleted`,
  )
  const { entity_status, able_to_fund, reasons_not_able_to_fund } = data
  assert.deepEqual([entity_status, able_to_fund, reasons_not_able_to_fund], ['ACTIVE', true, []])
})

test('2.22: a bidding rule has these fields, and the response `data_type` and `total_count` beside them', async () => {
  const { text, body } = await speaker(world.app.production, bearerToken, '/12')('GET', '/bidding_rules?currency=JPY')
  assert.match(text, /"data_type":"bidding_rule"/)
  assert.equal(body.total_count, 1)
  assert.deepEqual(body.data, [
    {
      currency: 'JPY',
      minimum_cpe_bid_local_micro: 1_000_000,
      maximum_cpe_bid_local_micro: 100_000_000_000,
      minimum_denomination: 1_000_000,
    },
  ])
})

test('2.22: authenticated user access has `user_id` and `permissions`', async () => {
  const access = await one('/authenticated_user_access')
  assert.deepEqual(access, { user_id, permissions: ['ACCOUNT_ADMIN', 'POST_COMPOSER'] })
})

test('2.22: a line item placements entry has `product_type` and an array of arrays of placements', async () => {
  const { body } = await speaker(world.app.production, bearerToken, '/12')('GET', '/line_items/placements')
  for (const entry of body.data as Fields[]) {
    assert.deepEqual(Object.keys(entry).toSorted(), ['placements', 'product_type'])
    assert.ok(
      (entry['placements'] as unknown[][]).every((combination) => combination.every((one) => typeof one === 'string')),
    )
  }
})
