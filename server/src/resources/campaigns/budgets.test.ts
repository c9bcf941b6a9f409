import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Problem, problemsOf, refuses } from '../../../test/refusals.ts'
import { onTheWire } from '../../../test/wire.ts'
import { type Advertiser, createWorld } from '../../../test/world.ts'

const world = await createWorld()

const daily = (units: bigint | null) => ({ daily_budget_amount_local_micro: units && units * 1_000_000n })
const total = (units: bigint | null) => ({ total_budget_amount_local_micro: units && units * 1_000_000n })

const dailyMissing: Problem = { code: 'MISSING_PARAMETER', parameter: 'daily_budget_amount_local_micro' }
const dailyTooLarge: Problem = { code: 'INVALID', attribute: 'daily_budget_amount_local_micro' }

function named({ account_id, funding_instrument_id }: Advertiser, name = 'Spring') {
  return { account_id, funding_instrument_id, name }
}

test('a daily budget alone will do, and so will a total one', async () => {
  const someone = await world.advertiser()
  const { campaigns } = someone.client
  const byDay = await campaigns.create({ ...named(someone), ...daily(5n) })
  assert.equal(byDay.data.total_budget_amount_local_micro, null)
  const inAll = await campaigns.create({ ...named(someone), ...total(5n) })
  assert.equal(inAll.data.daily_budget_amount_local_micro, null)
})

test('without any budget the daily one is missing', async () => {
  const someone = await world.advertiser()
  await refuses(someone.client.campaigns.create(named(someone)), 400, dailyMissing)
})

test('a daily budget may equal the total but not exceed it, when created and when changed', async () => {
  const someone = await world.advertiser()
  const { account_id, client } = someone
  await refuses(client.campaigns.create({ ...named(someone), ...daily(6n), ...total(5n) }), 400, dailyTooLarge)
  const { data } = await client.campaigns.create({ ...named(someone), ...daily(5n), ...total(5n) })
  const one = { account_id, campaign_id: data.id }
  await refuses(client.campaigns.update({ ...one, ...daily(6n) }), 400, dailyTooLarge)
  await refuses(client.campaigns.update({ ...one, ...total(4n) }), 400, dailyTooLarge)
  await client.campaigns.update({ ...one, ...daily(9n), ...total(9n) })
})

test('the last budget cannot be removed, but one can be exchanged for the other', async () => {
  const someone = await world.advertiser()
  const { account_id, client } = someone
  const { data } = await client.campaigns.create({ ...named(someone), ...daily(5n) })
  const one = { account_id, campaign_id: data.id }
  await refuses(client.campaigns.update({ ...one, ...daily(null) }), 400, dailyMissing)
  const exchanged = await client.campaigns.update({ ...one, ...daily(null), ...total(50n) })
  assert.equal(exchanged.data.daily_budget_amount_local_micro, null)
  assert.equal(exchanged.data.total_budget_amount_local_micro, 50_000_000n)
})

test('budgets are whole micros from 1 to the largest 64-bit number', async () => {
  const someone = await world.advertiser()
  const largest = 9_223_372_036_854_775_807n
  const { data } = await someone.client.campaigns.create({
    ...named(someone),
    daily_budget_amount_local_micro: 1n,
    total_budget_amount_local_micro: largest,
  })
  assert.equal(data.total_budget_amount_local_micro, largest)
  for (const amount of ['0', '-1', '1.5', '1e6', '9223372036854775808', 'ten']) {
    const said = await onTheWire(world.app.production, 'POST', `/12/accounts/${someone.account_id}/campaigns`, {
      token: someone.bearerToken,
      form: new URLSearchParams({ ...named(someone), total_budget_amount_local_micro: amount }).toString(),
    })
    const problems = [{ code: 'INVALID_PARAMETER', parameter: 'total_budget_amount_local_micro' }]
    assert.deepEqual([said.status, problemsOf(said.body.errors ?? [])], [400, problems], amount)
  }
})

test('a campaign whose line items hold the budgets needs none, and may have them', async () => {
  const someone = await world.advertiser()
  const byLineItem = { ...named(someone), budget_optimization: 'LINE_ITEM' } as const
  const { data } = await someone.client.campaigns.create(byLineItem)
  assert.deepEqual([data.daily_budget_amount_local_micro, data.total_budget_amount_local_micro], [null, null])
  const both = await someone.client.campaigns.create({ ...byLineItem, ...daily(5n), ...total(50n) })
  assert.equal(both.data.daily_budget_amount_local_micro, 5_000_000n)
})

test('a campaign that takes the budgets back from its line items needs one', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  const { data } = await client.campaigns.create({ ...named(someone), budget_optimization: 'LINE_ITEM' })
  const back = { account_id, campaign_id: data.id, budget_optimization: 'CAMPAIGN' } as const
  await refuses(client.campaigns.update(back), 400, dailyMissing)
  const held = await client.campaigns.update({ ...back, ...daily(5n) })
  assert.deepEqual([held.data.budget_optimization, held.data.standard_delivery], ['CAMPAIGN', true])
})

test('delivery is standard unless asked otherwise, is kept, and is unset where line items hold the budgets', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  const { data } = await client.campaigns.create({ ...named(someone), ...daily(5n) })
  assert.equal(data.standard_delivery, true)
  const one = { account_id, campaign_id: data.id }
  const quick = await client.campaigns.update({ ...one, standard_delivery: false })
  assert.equal(quick.data.standard_delivery, false)
  assert.equal((await client.campaigns.update({ ...one, name: 'Still quick' })).data.standard_delivery, false)
  const handedOver = await client.campaigns.update({ ...one, budget_optimization: 'LINE_ITEM' })
  assert.equal(handedOver.data.standard_delivery, null)
})

test('delivery cannot be given where line items hold the budgets', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  const byLineItem = { ...named(someone), budget_optimization: 'LINE_ITEM' } as const
  const problem = { code: 'INVALID', attribute: 'standard_delivery' }
  await refuses(client.campaigns.create({ ...byLineItem, standard_delivery: true }), 400, problem)
  const { data } = await client.campaigns.create(byLineItem)
  await refuses(client.campaigns.update({ account_id, campaign_id: data.id, standard_delivery: false }), 400, problem)
})

test('a draft needs a name and a funding instrument; its budgets are asked for when it leaves the draft', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  const { data } = await client.campaigns.create({ ...named(someone), entity_status: 'DRAFT' })
  assert.deepEqual([data.entity_status, data.effective_status, data.servable], ['DRAFT', 'UNKNOWN', false])
  const one = { account_id, campaign_id: data.id }
  assert.deepEqual((await client.campaigns.get(one)).data, data)
  await client.campaigns.update({ ...one, name: 'Still a draft' })
  for (const entity_status of ['ACTIVE', 'PAUSED'] as const) {
    await refuses(client.campaigns.update({ ...one, entity_status }), 400, dailyMissing)
  }
  const ready = await client.campaigns.update({ ...one, entity_status: 'PAUSED', ...daily(5n) })
  assert.equal(ready.data.entity_status, 'PAUSED')
})

test('a draft can become active at once, and nothing becomes a draft again', async () => {
  const someone = await world.advertiser()
  const { client, account_id, bearerToken: token } = someone
  const { data } = await client.campaigns.create({ ...named(someone), entity_status: 'DRAFT', ...daily(5n) })
  const active = await client.campaigns.update({ account_id, campaign_id: data.id, entity_status: 'ACTIVE' })
  assert.equal(active.data.entity_status, 'ACTIVE')
  const path = `/12/accounts/${account_id}/campaigns/${data.id}`
  const said = await onTheWire(world.app.production, 'PUT', path, { token, query: 'entity_status=DRAFT' })
  const problems = [{ code: 'INVALID_PARAMETER', parameter: 'entity_status' }]
  assert.deepEqual([said.status, problemsOf(said.body.errors ?? [])], [400, problems])
})

test('the funding instrument must be one of the account', async () => {
  const someone = await world.advertiser()
  const other = await world.advertiser()
  const unknown = { code: 'NOT_FOUND', parameter: 'funding_instrument_id' }
  for (const funding_instrument_id of ['nothing', other.funding_instrument_id]) {
    const call = someone.client.campaigns.create({ ...named(someone), funding_instrument_id, ...daily(5n) })
    await refuses(call, 404, unknown)
  }
})

test('a funding instrument that has ended or was deleted pays for no new campaign; one that starts later does', async () => {
  const someone = await world.advertiser({ environment: 'sandbox' })
  const { account_id, sandbox } = someone
  const make = async (start_time: string, end_time?: string) => {
    const given = { account_id, currency: 'USD', type: 'CREDIT_LINE', start_time, end_time } as const
    return (await sandbox.fundingInstruments.create(given)).data.id
  }
  const ended = await make('2025-01-01T00:00:00Z', '2025-02-01T00:00:00Z')
  const deleted = await make('2026-01-01T00:00:00Z')
  await sandbox.fundingInstruments.remove({ account_id, funding_instrument_id: deleted })
  const unusable = { code: 'INVALID_FUNDING_INSTRUMENT', parameter: 'funding_instrument_id' }
  for (const funding_instrument_id of [ended, deleted]) {
    const call = sandbox.campaigns.create({ ...named(someone), funding_instrument_id, ...daily(5n) })
    await refuses(call, 400, unusable)
  }
  const future = await make('2027-01-01T00:00:00Z')
  const { data } = await sandbox.campaigns.create({ ...named(someone), funding_instrument_id: future, ...daily(5n) })
  assert.deepEqual(data.reasons_not_servable, ['INCOMPLETE', 'FUNDING_PROBLEM'])
})
