import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemsOf, refusalOf } from '../../../test/refusals.ts'
import { onTheWire } from '../../../test/wire.ts'
import { type Advertiser, createWorld } from '../../../test/world.ts'

const world = await createWorld()

const budget = { total_budget_amount_local_micro: 100_000_000n }

function create({ funding_instrument_id }: Advertiser, name: string) {
  return { operation_type: 'Create', params: { funding_instrument_id, name, ...budget } } as const
}

async function made(someone: Advertiser, name: string): Promise<string> {
  const { account_id, funding_instrument_id, client } = someone
  return (await client.campaigns.create({ account_id, funding_instrument_id, name, ...budget })).data.id
}

async function namesOf({ client, account_id }: Advertiser): Promise<string[]> {
  const { data } = await client.campaigns.list({ account_id, with_draft: true, count: 1000 })
  return data.map((campaign) => campaign.name)
}

/** Says a batch word for word. */
function said({ account_id, bearerToken: token }: Advertiser, json: unknown) {
  return onTheWire(world.app.production, 'POST', `/12/batch/accounts/${account_id}/campaigns`, { token, json })
}

test('creates, updates and deletes travel together, and each result stands at the place of its item', async () => {
  const someone = await world.advertiser()
  const { client, account_id, funding_instrument_id } = someone
  const changed = await made(someone, 'old')
  const removed = await made(someone, 'gone')
  const answer = await client.campaigns.batch({
    account_id,
    operations: [
      { operation_type: 'Delete', params: { campaign_id: removed } },
      create(someone, 'new'),
      { operation_type: 'Update', params: { campaign_id: changed, name: 'renamed', purchase_order_number: null } },
    ],
  })
  assert.equal(answer.http.status, 200)
  assert.deepEqual(
    answer.data.map(({ name, deleted }) => [name, deleted]),
    [
      ['gone', true],
      ['new', false],
      ['renamed', false],
    ],
  )
  assert.deepEqual(answer.request, [
    { operation_type: 'Delete', params: { account_id, campaign_id: removed } },
    { operation_type: 'Create', params: { account_id, funding_instrument_id, name: 'new', ...budget } },
    {
      operation_type: 'Update',
      params: { account_id, campaign_id: changed, name: 'renamed', purchase_order_number: null },
    },
  ])
  assert.deepEqual(await namesOf(someone), ['renamed', 'new'])
})

test('an entity answers in a batch just as it answers alone', async () => {
  const someone = await world.advertiser()
  const { data } = await someone.client.campaigns.batch({
    account_id: someone.account_id,
    operations: [create(someone, 'one')],
  })
  const alone = await someone.client.campaigns.get({ account_id: someone.account_id, campaign_id: data[0]?.id ?? '' })
  assert.deepEqual(alone.data, data[0])
})

test('later items see what earlier ones did', async () => {
  const someone = await world.advertiser()
  const campaign_id = await made(someone, 'old')
  const item = (params: object) => ({ operation_type: 'Update', params: { campaign_id, ...params } }) as const
  const { data } = await someone.client.campaigns.batch({
    account_id: someone.account_id,
    operations: [item({ name: 'first' }), item({ purchase_order_number: 'PO 1' })],
  })
  assert.deepEqual([data[1]?.name, data[1]?.purchase_order_number], ['first', 'PO 1'])
  const twice = { operation_type: 'Delete', params: { campaign_id } } as const
  const refusal = await refusalOf(
    someone.client.campaigns.batch({ account_id: someone.account_id, operations: [twice, twice] }),
  )
  assert.deepEqual(refusal.operationErrors?.map(problemsOf), [[], [{ code: 'NOT_FOUND', parameter: 'campaign_id' }]])
  assert.deepEqual(await namesOf(someone), ['first'])
})

test('every problem of every item is told at the place of its item, with status 400, and nothing is stored', async () => {
  const someone = await world.advertiser()
  const { account_id, funding_instrument_id } = someone
  const kept = await made(someone, 'kept')
  const items = [
    { operation_type: 'Create', params: { funding_instrument_id, name: 'fine', daily_budget_amount_local_micro: 5 } },
    { operation_type: 'Create', params: { entity_status: 'GONE' } },
    { operation_type: 'Update', params: { campaign_id: 'nothing', name: 'x' } },
    { operation_type: 'Delete', params: { campaign_id: kept } },
    { operation_type: 'Create', params: { funding_instrument_id, name: 'no budget' } },
  ]
  const heard = await said(someone, items)
  assert.equal(heard.status, 400)
  assert.deepEqual(heard.body.operation_errors?.map(problemsOf), [
    [],
    [
      { code: 'MISSING_PARAMETER', parameter: 'funding_instrument_id' },
      { code: 'MISSING_PARAMETER', parameter: 'name' },
      { code: 'INVALID_PARAMETER', parameter: 'entity_status' },
    ],
    [{ code: 'NOT_FOUND', parameter: 'campaign_id' }],
    [],
    [{ code: 'MISSING_PARAMETER', parameter: 'daily_budget_amount_local_micro' }],
  ])
  assert.deepEqual(Object.keys(heard.body).toSorted(), ['operation_errors', 'request'])
  assert.deepEqual(
    heard.body.request,
    items.map(({ operation_type, params }) => ({ operation_type, params: { account_id, ...params } })),
  )
  assert.deepEqual(await namesOf(someone), ['kept'])
})

test('items may hold numbers and booleans as text, as clients send them', async () => {
  const someone = await world.advertiser()
  const { funding_instrument_id } = someone
  const params = {
    funding_instrument_id,
    name: 'x',
    daily_budget_amount_local_micro: '5000000',
    standard_delivery: 'False',
  }
  const heard = await said(someone, [{ operation_type: 'Create', params }])
  assert.equal(heard.status, 200, heard.text)
  const [created] = (await someone.client.campaigns.list({ account_id: someone.account_id })).data
  assert.deepEqual([created?.daily_budget_amount_local_micro, created?.standard_delivery], [5_000_000n, false])
})

test('operation types are known in any case and answered as the interface writes them', async () => {
  const someone = await world.advertiser()
  const { funding_instrument_id } = someone
  const params = { funding_instrument_id, name: 'x', daily_budget_amount_local_micro: 5_000_000 }
  const heard = await said(someone, [{ operation_type: 'CREATE', params }])
  assert.deepEqual(heard.body.request, [
    { operation_type: 'Create', params: { account_id: someone.account_id, ...params } },
  ])
})

test('an item without a known operation type or without params is a problem of that item', async () => {
  const someone = await world.advertiser()
  const heard = await said(someone, [
    { params: {} },
    { operation_type: 'Copy', params: {} },
    { operation_type: 'Create' },
    7,
  ])
  assert.equal(heard.status, 400)
  assert.deepEqual(heard.body.operation_errors?.map(problemsOf), [
    [{ code: 'MISSING_PARAMETER', parameter: 'operation_type' }],
    [{ code: 'INVALID_PARAMETER', parameter: 'operation_type' }],
    [{ code: 'MISSING_PARAMETER', parameter: 'params' }],
    [{ code: 'INVALID_PARAMETER' }],
  ])
})

test('an item cannot reach into another account', async () => {
  const someone = await world.advertiser()
  const other = await world.advertiser()
  const campaign_id = await made(other, 'theirs')
  const params = { account_id: other.account_id, campaign_id }
  const heard = await said(someone, [{ operation_type: 'Delete', params }])
  assert.deepEqual(heard.body.operation_errors?.map(problemsOf), [[{ code: 'NOT_FOUND', parameter: 'campaign_id' }]])
  assert.deepEqual(await namesOf(other), ['theirs'])
})

test('validate_only inside an item is a fault of that item, so that it is never passed over', async () => {
  const someone = await world.advertiser()
  const item = create(someone, 'rehearsed?')
  for (const json of [
    [{ ...item, params: { ...item.params, validate_only: true, total_budget_amount_local_micro: 1_000_000 } }],
    [{ ...item, validate_only: true, params: { ...item.params, total_budget_amount_local_micro: 1_000_000 } }],
  ]) {
    const { status, body } = await said(someone, json)
    assert.equal(status, 400)
    assert.equal(body.operation_errors?.[0]?.[0]?.parameter, 'validate_only')
  }
  assert.deepEqual(await namesOf(someone), [])
})
