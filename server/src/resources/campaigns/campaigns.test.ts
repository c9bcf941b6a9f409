import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemsOf, refuses } from '../../../test/refusals.ts'
import { onTheWire } from '../../../test/wire.ts'
import { createWorld } from '../../../test/world.ts'

const world = await createWorld()

const budget = { total_budget_amount_local_micro: 100_000_000n }

test('a new campaign is active, keeps its budgets exactly and says why nobody sees it yet', async () => {
  const { client, account_id, funding_instrument_id } = await world.advertiser()
  const { data, http } = await client.campaigns.create({
    account_id,
    funding_instrument_id,
    name: 'Spring',
    daily_budget_amount_local_micro: 9_007_199_254_740_993n,
  })
  assert.equal(http.status, 201)
  assert.deepEqual(data, {
    id: data.id,
    name: 'Spring',
    funding_instrument_id,
    budget_optimization: 'CAMPAIGN',
    entity_status: 'ACTIVE',
    effective_status: 'UNKNOWN',
    servable: false,
    reasons_not_servable: ['INCOMPLETE'],
    daily_budget_amount_local_micro: 9_007_199_254_740_993n,
    total_budget_amount_local_micro: null,
    standard_delivery: true,
    purchase_order_number: null,
    duration_in_days: null,
    frequency_cap: null,
    currency: 'USD',
    created_at: '2026-01-15T12:00:00Z',
    updated_at: '2026-01-15T12:00:00Z',
    deleted: false,
  })
  assert.deepEqual((await client.campaigns.get({ account_id, campaign_id: data.id })).data, data)
})

test('a campaign has the currency of its funding instrument', async () => {
  const { client, account_id, funding_instrument_id } = await world.advertiser({ currency: 'JPY' })
  const { data } = await client.campaigns.create({ account_id, funding_instrument_id, name: 'Haru', ...budget })
  assert.equal(data.currency, 'JPY')
})

test('an update changes what is given, stamps the time, and leaves everything else alone', async () => {
  const { client, account_id, funding_instrument_id } = await world.advertiser()
  const created = await client.campaigns.create({
    account_id,
    funding_instrument_id,
    name: 'Spring',
    ...budget,
    purchase_order_number: 'PO 7',
    standard_delivery: false,
  })
  const campaign_id = created.data.id
  world.clock.advance('90s')
  const updated = await client.campaigns.update({ account_id, campaign_id, name: 'Summer' })
  assert.equal(updated.http.status, 200)
  assert.notEqual(updated.data.updated_at, created.data.updated_at)
  assert.deepEqual(updated.data, { ...created.data, name: 'Summer', updated_at: updated.data.updated_at })
  assert.deepEqual((await client.campaigns.get({ account_id, campaign_id })).data, updated.data)
})

test('an update that gives nothing is accepted and stamps the time', async () => {
  const { client, account_id, funding_instrument_id } = await world.advertiser()
  const { data } = await client.campaigns.create({ account_id, funding_instrument_id, name: 'Spring', ...budget })
  world.clock.advance('1h')
  const stamped = await client.campaigns.update({ account_id, campaign_id: data.id })
  assert.notEqual(stamped.data.updated_at, data.updated_at)
  assert.deepEqual(stamped.data, { ...data, updated_at: stamped.data.updated_at })
})

test('an empty value removes an optional one', async () => {
  const { client, account_id, funding_instrument_id } = await world.advertiser()
  const { data } = await client.campaigns.create({
    account_id,
    funding_instrument_id,
    name: 'Spring',
    ...budget,
    daily_budget_amount_local_micro: 5_000_000n,
    purchase_order_number: 'PO 7',
  })
  const cleared = await client.campaigns.update({
    account_id,
    campaign_id: data.id,
    daily_budget_amount_local_micro: null,
    purchase_order_number: null,
  })
  assert.equal(cleared.data.daily_budget_amount_local_micro, null)
  assert.equal(cleared.data.purchase_order_number, null)
  const { params } = cleared.request
  assert.deepEqual([params.daily_budget_amount_local_micro, params.purchase_order_number], [null, null])
})

test('a name cannot be taken away', async () => {
  const { client, account_id, funding_instrument_id } = await world.advertiser()
  const { data } = await client.campaigns.create({ account_id, funding_instrument_id, name: 'Spring', ...budget })
  const nameless = client.campaigns.update({ account_id, campaign_id: data.id, name: '' })
  await refuses(nameless, 400, { code: 'INVALID_PARAMETER', parameter: 'name' })
})

test('a client that sends back all that it read changes just what it meant to', async () => {
  const { client, account_id, funding_instrument_id, bearerToken: token } = await world.advertiser()
  const { data } = await client.campaigns.create({ account_id, funding_instrument_id, name: 'Spring', ...budget })
  const read = await client.campaigns.get({ account_id, campaign_id: data.id })
  const { reasons_not_servable, ...rest } = { ...read.data, name: 'Summer', to_delete: false }
  const kept = Object.entries(rest).filter(([, value]) => value !== null)
  const query = [
    ...kept.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`),
    ...[...reasons_not_servable, 'EXPIRED'].map((reason) => `reasons_not_servable=${reason}`),
  ].join('&')
  const path = `/12/accounts/${account_id}/campaigns/${data.id}`
  const said = await onTheWire(world.app.production, 'PUT', path, { token, query })
  assert.equal(said.status, 200, said.text)
  assert.deepEqual((await client.campaigns.get({ account_id, campaign_id: data.id })).data, {
    ...data,
    name: 'Summer',
  })
})

test('the same as one JSON object, nulls included, changes just as little', async () => {
  const { client, account_id, funding_instrument_id, bearerToken: token } = await world.advertiser()
  const { data } = await client.campaigns.create({ account_id, funding_instrument_id, name: 'Spring', ...budget })
  const path = `/12/accounts/${account_id}/campaigns/${data.id}`
  const read = await onTheWire(world.app.production, 'GET', path, { token })
  const said = await onTheWire(world.app.production, 'PUT', path, { token, json: read.body.data })
  assert.equal(said.status, 200, said.text)
  assert.deepEqual((await client.campaigns.get({ account_id, campaign_id: data.id })).data, data)
})

test('parameters of former versions are ignored', async () => {
  const { client, account_id, funding_instrument_id, bearerToken: token } = await world.advertiser()
  const query = new URLSearchParams({
    funding_instrument_id,
    name: 'Spring',
    daily_budget_amount_local_micro: '5000000',
    duration_in_days: '7',
    frequency_cap: '3',
    start_time: '2026-02-01T00:00:00Z',
    end_time: '2026-03-01T00:00:00Z',
  }).toString()
  const path = `/12/accounts/${account_id}/campaigns`
  const said = await onTheWire(world.app.production, 'POST', path, { token, query })
  assert.equal(said.status, 201, said.text)
  const [created] = (await client.campaigns.list({ account_id })).data
  assert.deepEqual([created?.duration_in_days, created?.frequency_cap], [null, null])
})

test('a deleted campaign is gone for good: it is read only as deleted, and changes no more', async () => {
  const { client, account_id, funding_instrument_id } = await world.advertiser()
  const { data } = await client.campaigns.create({ account_id, funding_instrument_id, name: 'Spring', ...budget })
  const one = { account_id, campaign_id: data.id }
  world.clock.advance('1h')
  const removed = await client.campaigns.remove(one)
  assert.equal(removed.http.status, 200)
  assert.deepEqual([removed.data.id, removed.data.deleted], [data.id, true])
  assert.notEqual(removed.data.updated_at, data.updated_at)
  assert.deepEqual((await client.campaigns.get({ ...one, with_deleted: true })).data, removed.data)
  const gone = { code: 'NOT_FOUND', parameter: 'campaign_id' }
  await refuses(client.campaigns.get(one), 404, gone)
  await refuses(client.campaigns.update({ ...one, name: 'Back' }), 404, gone)
  await refuses(client.campaigns.remove(one), 404, gone)
})

test('of deletions at the same time one deletes, and of changes at the same time none is lost', async () => {
  const { client, account_id, funding_instrument_id } = await world.advertiser()
  const { data } = await client.campaigns.create({ account_id, funding_instrument_id, name: 'Spring', ...budget })
  const one = { account_id, campaign_id: data.id }
  await Promise.all([
    client.campaigns.update({ ...one, name: 'Summer' }),
    client.campaigns.update({ ...one, entity_status: 'PAUSED' }),
    client.campaigns.update({ ...one, purchase_order_number: 'PO 7' }),
    client.campaigns.update({ ...one, daily_budget_amount_local_micro: 5_000_000n }),
  ])
  const { name, entity_status, purchase_order_number, daily_budget_amount_local_micro } = (
    await client.campaigns.get(one)
  ).data
  assert.deepEqual(
    [name, entity_status, purchase_order_number, daily_budget_amount_local_micro],
    ['Summer', 'PAUSED', 'PO 7', 5_000_000n],
  )
  const deletions = await Promise.allSettled([1, 2, 3].map(() => client.campaigns.remove(one)))
  assert.deepEqual(deletions.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected', 'rejected'])
})

test('the campaigns of another account are not there', async () => {
  const mine = await world.advertiser()
  const theirs = await world.advertiser()
  const { data } = await theirs.client.campaigns.create({ ...ownOf(theirs), name: 'Theirs', ...budget })
  const one = { account_id: mine.account_id, campaign_id: data.id }
  const gone = { code: 'NOT_FOUND', parameter: 'campaign_id' }
  await refuses(mine.client.campaigns.get({ ...one, with_deleted: true }), 404, gone)
  await refuses(mine.client.campaigns.update({ ...one, name: 'Mine' }), 404, gone)
  await refuses(mine.client.campaigns.remove(one), 404, gone)
  const listed = await mine.client.campaigns.list({ account_id: mine.account_id, campaign_ids: [data.id] })
  assert.deepEqual(listed.data, [])
})

function ownOf({ account_id, funding_instrument_id }: { account_id: string; funding_instrument_id: string }) {
  return { account_id, funding_instrument_id }
}

test('every fault of a request is told at once, in the order of the parameters, and nothing is stored', async () => {
  const { client, account_id, bearerToken: token } = await world.advertiser()
  const path = `/12/accounts/${account_id}/campaigns`
  const said = await onTheWire(world.app.production, 'POST', path, {
    token,
    query: 'budget_optimization=NEITHER&entity_status=GONE&daily_budget_amount_local_micro=0.5&standard_delivery=maybe',
  })
  assert.equal(said.status, 400)
  assert.deepEqual(problemsOf(said.body.errors ?? []), [
    { code: 'MISSING_PARAMETER', parameter: 'funding_instrument_id' },
    { code: 'MISSING_PARAMETER', parameter: 'name' },
    { code: 'INVALID_PARAMETER', parameter: 'budget_optimization' },
    { code: 'INVALID_PARAMETER', parameter: 'entity_status' },
    { code: 'INVALID_PARAMETER', parameter: 'daily_budget_amount_local_micro' },
    { code: 'INVALID_PARAMETER', parameter: 'standard_delivery' },
  ])
  assert.deepEqual((await client.campaigns.list({ account_id, with_draft: true, with_deleted: true })).data, [])
})

test('a repeated request is answered with the ETag of the first answer', async () => {
  const { client, account_id, funding_instrument_id } = await world.advertiser()
  const values = { account_id, funding_instrument_id, name: 'once', daily_budget_amount_local_micro: 5_000_000n }
  const first = await client.campaigns.create(values, { idempotencyKey: 'the-same' })
  const second = await client.campaigns.create(values, { idempotencyKey: 'the-same' })
  assert.ok(first.http.etag)
  assert.equal(second.http.replayed, true)
  assert.equal(second.http.etag, first.http.etag)
})
