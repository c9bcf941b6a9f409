import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemsOf, refuses } from '../../server/test/refusals.ts'
import { onTheWire, speaker } from '../../server/test/wire.ts'
import { type Advertiser, createWorld } from '../../server/test/world.ts'

const world = await createWorld()

const total = { total_budget_amount_local_micro: 100_000_000n }

function named({ account_id, funding_instrument_id }: Advertiser, name = 'Spring') {
  return { account_id, funding_instrument_id, name }
}

async function made(someone: Advertiser, name?: string): Promise<string> {
  return (await someone.client.campaigns.create({ ...named(someone, name), ...total })).data.id
}

test('`GET …/campaigns`: `campaign_ids`, `funding_instrument_ids`, `q` (name), `with_draft` (default false), plus CL', async () => {
  const someone = await world.advertiser()
  const { client, account_id, funding_instrument_id } = someone
  const spring = await made(someone, 'Spring')
  await made(someone, 'Summer')
  await client.campaigns.create({ ...named(someone, 'Draft'), entity_status: 'DRAFT' })
  await client.campaigns.remove({ account_id, campaign_id: await made(someone, 'Spring, deleted') })
  const names = async (options: object) =>
    (await client.campaigns.list({ account_id, ...options })).data.map((campaign) => campaign.name)
  assert.deepEqual(await names({}), ['Spring', 'Summer'])
  assert.deepEqual(await names({ campaign_ids: [spring] }), ['Spring'])
  assert.deepEqual(await names({ funding_instrument_ids: [funding_instrument_id] }), ['Spring', 'Summer'])
  assert.deepEqual(await names({ funding_instrument_ids: ['other'] }), [])
  assert.deepEqual(await names({ q: 'spring' }), ['Spring'])
  assert.deepEqual(await names({ with_draft: true }), ['Spring', 'Summer', 'Draft'])
  assert.deepEqual(await names({ q: 'SPRING', with_deleted: true }), ['Spring', 'Spring, deleted'])
  assert.deepEqual(await names({ count: 1, sort_by: ['name-desc'], with_total_count: true }), ['Summer'])
})

test('`GET …/campaigns/:campaign_id`: `with_deleted`', async () => {
  const someone = await world.advertiser()
  const one = { account_id: someone.account_id, campaign_id: await made(someone) }
  assert.equal((await someone.client.campaigns.get(one)).data.id, one.campaign_id)
  await someone.client.campaigns.remove(one)
  const gone = { code: 'NOT_FOUND', parameter: 'campaign_id' }
  await refuses(someone.client.campaigns.get(one), 404, gone)
  await refuses(someone.client.campaigns.get({ ...one, with_deleted: false }), 404, gone)
  assert.equal((await someone.client.campaigns.get({ ...one, with_deleted: true })).data.deleted, true)
})

test('`POST …/campaigns`: `funding_instrument_id` and `name` (max 255) are required', async () => {
  const { account_id, bearerToken: token } = await world.advertiser()
  const path = `/12/accounts/${account_id}/campaigns`
  const { status, body } = await onTheWire(world.app.production, 'POST', path, { token })
  const missing = ['funding_instrument_id', 'name'].map((parameter) => ({ code: 'MISSING_PARAMETER', parameter }))
  assert.deepEqual([status, problemsOf(body.errors ?? [])], [400, missing])
})

test('`POST …/campaigns`: every parameter is kept. Returns the campaign', async () => {
  const someone = await world.advertiser()
  const given = {
    ...named(someone),
    budget_optimization: 'CAMPAIGN',
    daily_budget_amount_local_micro: 5_000_000n,
    total_budget_amount_local_micro: 50_000_000n,
    entity_status: 'PAUSED',
    purchase_order_number: 'PO 2026/7',
    standard_delivery: false,
  } as const
  const { data, http } = await someone.client.campaigns.create(given)
  assert.equal(http.status, 201)
  const { account_id: _account, ...kept } = given
  for (const [name, value] of Object.entries(kept)) assert.equal(data[name as keyof typeof kept], value, name)
})

test('`POST …/campaigns`: `budget_optimization` is `CAMPAIGN` by default, or `LINE_ITEM`', async () => {
  const someone = await world.advertiser()
  const { campaigns } = someone.client
  const plain = await campaigns.create({ ...named(someone), ...total })
  assert.equal(plain.data.budget_optimization, 'CAMPAIGN')
  const byLineItem = await campaigns.create({ ...named(someone), ...total, budget_optimization: 'LINE_ITEM' })
  assert.equal(byLineItem.data.budget_optimization, 'LINE_ITEM')
})

test('`daily_budget_amount_local_micro` is at most the total budget', async () => {
  const someone = await world.advertiser()
  const { campaigns } = someone.client
  const tooMuch = { code: 'INVALID', attribute: 'daily_budget_amount_local_micro' }
  const above = { ...named(someone), ...total, daily_budget_amount_local_micro: 100_000_001n }
  await refuses(campaigns.create(above), 400, tooMuch)
  const { data } = await campaigns.create({ ...above, daily_budget_amount_local_micro: 100_000_000n })
  const lowered = { total_budget_amount_local_micro: 99_999_999n }
  await refuses(campaigns.update({ account_id: above.account_id, campaign_id: data.id, ...lowered }), 400, tooMuch)
})

test('When no daily budget is given, the total budget suffices', async () => {
  const someone = await world.advertiser()
  const { campaigns } = someone.client
  const { data } = await campaigns.create({ ...named(someone), ...total })
  assert.equal(data.daily_budget_amount_local_micro, null)
  const missing = { code: 'MISSING_PARAMETER', parameter: 'daily_budget_amount_local_micro' }
  await refuses(campaigns.create(named(someone)), 400, missing)
})

test('`standard_delivery` is true by default and usable only when `budget_optimization` is `CAMPAIGN`', async () => {
  const someone = await world.advertiser()
  const { campaigns } = someone.client
  assert.equal((await campaigns.create({ ...named(someone), ...total })).data.standard_delivery, true)
  const byLineItem = { ...named(someone), budget_optimization: 'LINE_ITEM', standard_delivery: true } as const
  await refuses(campaigns.create(byLineItem), 400, { code: 'INVALID', attribute: 'standard_delivery' })
})

test('`POST /batch/…/campaigns`: items `{operation_type (Create, Delete, Update), params}` in a JSON array', async () => {
  const someone = await world.advertiser()
  const { account_id, funding_instrument_id, client } = someone
  const [changed, removed] = [await made(someone, 'old'), await made(someone, 'gone')]
  const { data } = await client.campaigns.batch({
    account_id,
    operations: [
      { operation_type: 'Create', params: { funding_instrument_id, name: 'new', ...total } },
      { operation_type: 'Update', params: { campaign_id: changed, name: 'renamed' } },
      { operation_type: 'Delete', params: { campaign_id: removed } },
    ],
  })
  assert.deepEqual(
    data.map(({ name, deleted }) => [name, deleted]),
    [
      ['new', false],
      ['renamed', false],
      ['gone', true],
    ],
  )
})

test('`POST /batch/…/campaigns`: all items succeed or fail together', async () => {
  const someone = await world.advertiser()
  const { account_id, funding_instrument_id, bearerToken } = someone
  const kept = await made(someone, 'kept')
  const ask = speaker(world.app.production, bearerToken, '/12')
  const before = await ask('GET', `/accounts/${account_id}/campaigns?with_deleted=true`)
  const items = [
    { operation_type: 'Create', params: { funding_instrument_id, name: 'new', daily_budget_amount_local_micro: 5 } },
    { operation_type: 'Update', params: { campaign_id: kept, name: 'renamed' } },
    { operation_type: 'Delete', params: { campaign_id: kept } },
    { operation_type: 'Delete', params: { campaign_id: 'nothing' } },
  ]
  const { status, body } = await ask('POST', `/batch/accounts/${account_id}/campaigns`, { json: items })
  const notFound = [{ code: 'NOT_FOUND', parameter: 'campaign_id' }]
  assert.deepEqual([status, body.operation_errors?.map(problemsOf)], [400, [[], [], [], notFound]])
  const after = await ask('GET', `/accounts/${account_id}/campaigns?with_deleted=true`)
  assert.deepEqual(after.body.data, before.body.data)
})

test('`PUT …/campaigns/:campaign_id`: each of its parameters, alone', async () => {
  const someone = await world.advertiser()
  const { account_id, client } = someone
  const { data } = await client.campaigns.create({ ...named(someone), ...total })
  const one = { account_id, campaign_id: data.id }
  const changes = {
    daily_budget_amount_local_micro: 7_000_000n,
    total_budget_amount_local_micro: 70_000_000n,
    entity_status: 'PAUSED',
    name: 'Summer',
    purchase_order_number: 'PO 8',
    standard_delivery: false,
  } as const
  let expected = { ...data }
  for (const [name, value] of Object.entries(changes)) {
    const updated = await client.campaigns.update({ ...one, [name]: value })
    const { effective_status, reasons_not_servable, servable, updated_at } = updated.data
    expected = { ...expected, [name]: value, effective_status, reasons_not_servable, servable, updated_at }
    assert.deepEqual(updated.data, expected, name)
  }
  const moved = await client.campaigns.update({ ...one, budget_optimization: 'LINE_ITEM' })
  assert.deepEqual([moved.data.budget_optimization, moved.data.standard_delivery], ['LINE_ITEM', null])
})

test('`DELETE …/campaigns/:campaign_id`', async () => {
  const someone = await world.advertiser()
  const campaign_id = await made(someone)
  const { data, request } = await someone.client.campaigns.remove({ account_id: someone.account_id, campaign_id })
  assert.deepEqual([data.id, data.deleted], [campaign_id, true])
  assert.deepEqual(request.params, { account_id: someone.account_id, campaign_id })
})
