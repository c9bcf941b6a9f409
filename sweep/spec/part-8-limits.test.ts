import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyRow } from '../../server/test/copies.ts'
import { problemsOf, refuses } from '../../server/test/refusals.ts'
import { speaker } from '../../server/test/wire.ts'
import { type Advertiser, createWorld } from '../../server/test/world.ts'

const world = await createWorld()

const budget = { total_budget_amount_local_micro: 100_000_000n }

function named({ account_id, funding_instrument_id }: Advertiser, name: string) {
  return { account_id, funding_instrument_id, name, ...budget }
}

function speaking({ bearerToken, account_id }: Advertiser) {
  return speaker(world.app.production, bearerToken, `/12/accounts/${account_id}`)
}

/** An account whose lists hold 201 rows each. */
async function crowded(): Promise<{ someone: Advertiser; lists: readonly string[] }> {
  const someone = await world.advertiser()
  const { client, account_id, funding_instrument_id } = someone
  const app = { account_id, app_store_identifier: 'com.example', os_type: 'Android' } as const
  const { data: accountApp } = await world.operator.accounts.createAccountApp(app)
  const { data: campaign } = await client.campaigns.create({ ...named(someone, 'Spring'), entity_status: 'PAUSED' })
  const { data: lineItem } = await client.lineItems.create({
    account_id,
    campaign_id: campaign.id,
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_POSTS',
    placements: ['ALL_ON_PLATFORM'],
  })
  const ids = { account_apps: accountApp.id, campaigns: campaign.id, line_items: lineItem.id }
  for (const [table, id] of Object.entries({ ...ids, funding_instruments: funding_instrument_id })) {
    await copyRow(world.database, table, id, 200)
  }
  const change = { text: 'select id from account_history where entity_id = $1', values: [campaign.id] }
  await copyRow(world.database, 'account_history', (await world.database.value(change)) ?? '', 200)
  const window = 'start_time=2026-01-15T00:00:00Z&end_time=2026-01-16T00:00:00Z'
  const history = `/account_history?entity_type=CAMPAIGN&entity_id=${campaign.id}&${window}&`
  return { someone, lists: ['/account_apps?', '/campaigns?', '/line_items?', '/funding_instruments?', history] }
}

test('`count` | default 200', async () => {
  const { someone, lists } = await crowded()
  for (const list of lists) {
    const { body } = await speaking(someone)('GET', list)
    assert.equal((body.data as unknown[]).length, 200, list)
    const rest = await speaking(someone)('GET', `${list}cursor=${encodeURIComponent(body.next_cursor ?? '')}`)
    assert.deepEqual([(rest.body.data as unknown[]).length, rest.body.next_cursor], [1, null], list)
  }
})

test('`count` | range 1 to 1000', async () => {
  const { someone, lists } = await crowded()
  const ask = speaking(someone)
  for (const list of lists) {
    for (const [count, rows] of [
      [1, 1],
      [1000, 201],
    ]) {
      const { body } = await ask('GET', `${list}count=${count}`)
      assert.equal((body.data as unknown[]).length, rows, `${list} ${count}`)
    }
    for (const count of ['0', '1001', '-1', '1.5', 'all', '']) {
      const { status, body } = await ask('GET', `${list}count=${count}`)
      const problems = [{ code: 'INVALID_PARAMETER', parameter: 'count' }]
      assert.deepEqual([status, problemsOf(body.errors ?? [])], [400, problems], `${list} ${count}`)
    }
  }
})

test('`count` of accounts | default 200, range 1 to 1000', async () => {
  const someone = await world.advertiser()
  await copyRow(world.database, 'accounts', someone.account_id, 200)
  await world.database.run({
    text: `insert into grants select id, $1::bigint, '["ANALYST"]' from accounts where id like $2 || '-%'`,
    values: [someone.id, someone.account_id],
  })
  const { accounts } = someone.client
  assert.equal((await accounts.list()).data.length, 200)
  assert.equal((await accounts.list({ count: 1 })).data.length, 1)
  assert.equal((await accounts.list({ count: 1000 })).data.length, 201)
  const outside = { code: 'INVALID_PARAMETER', parameter: 'count' }
  for (const count of [0, 1001]) await refuses(accounts.list({ count }), 400, outside)
})

test('Id lists in filters (`*_ids`) | up to 200 values', async () => {
  const someone = await world.advertiser()
  const filters = {
    '/campaigns': ['campaign_ids', 'funding_instrument_ids'],
    '/line_items': ['campaign_ids', 'funding_instrument_ids', 'line_item_ids'],
    '/funding_instruments': ['funding_instrument_ids'],
  }
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `id${index}`).join(',')
  for (const [list, names] of Object.entries(filters)) {
    for (const name of names) {
      const within = await speaking(someone)('GET', `${list}?${name}=${ids(200)}`)
      assert.deepEqual([within.status, within.body.data], [200, []], `${list} ${name}`)
      const beyond = await speaking(someone)('GET', `${list}?${name}=${ids(201)}`)
      const problems = [{ code: 'INVALID_PARAMETER', parameter: name }]
      assert.deepEqual([beyond.status, problemsOf(beyond.body.errors ?? [])], [400, problems], `${list} ${name}`)
    }
  }
})

test('`with_total_count` | exclusive with `cursor`', async () => {
  const { someone, lists } = await crowded()
  const ask = speaking(someone)
  for (const list of lists.filter((path) => !path.startsWith('/account_history'))) {
    const first = await ask('GET', `${list}with_total_count=true`)
    assert.equal(first.body.total_count, 201, list)
    const cursor = `cursor=${encodeURIComponent(first.body.next_cursor ?? '')}`
    const both = await ask('GET', `${list}with_total_count=true&${cursor}`)
    const problems = [{ code: 'EXCLUSIVE_PARAMETERS', parameter: 'with_total_count' }]
    assert.deepEqual([both.status, problemsOf(both.body.errors ?? [])], [400, problems], list)
    assert.equal((await ask('GET', `${list}with_total_count=false&${cursor}`)).status, 200, list)
  }
})

test('Active campaigns per account | 200 by default; can be raised to 8,000; inactive campaigns are unlimited', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  const { data } = await client.campaigns.create(named(someone, 'Active'))
  await copyRow(world.database, 'campaigns', data.id, 199)
  const full = { code: 'TOO_MANY_CAMPAIGNS' }
  await refuses(client.campaigns.create(named(someone, 'One more')), 400, full)
  const inactive = await client.campaigns.create({ ...named(someone, 'Inactive'), entity_status: 'PAUSED' })
  await copyRow(world.database, 'campaigns', inactive.data.id, 300)
  await client.campaigns.create({ ...named(someone, 'Inactive too'), entity_status: 'PAUSED' })
  await world.operator.accounts.update({ account_id, active_campaign_limit: 8000 })
  const { data: raised } = await client.campaigns.create(named(someone, 'The 201st'))
  await copyRow(world.database, 'campaigns', raised.id, 7799)
  await refuses(client.campaigns.create(named(someone, 'The 8,001st')), 400, full)
})

test('Batch campaigns | 40 items', async () => {
  const someone = await world.advertiser()
  const { client, account_id, funding_instrument_id } = someone
  const params = { funding_instrument_id, name: 'One of many', ...budget }
  const operations = Array.from({ length: 40 }, () => ({ operation_type: 'Create', params }) as const)
  const { data } = await client.campaigns.batch({ account_id, operations })
  assert.equal(new Set(data.map((campaign) => campaign.id)).size, 40)
  const beyond = client.campaigns.batch({ account_id, operations: [...operations, ...operations.slice(0, 1)] })
  await refuses(beyond, 400, { code: 'INVALID_PARAMETER' })
})

test('Name lengths | campaign 255; purchase order number 50', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  // Characters are counted, not the units that they are stored in.
  const [name, purchase_order_number] = ['🎈'.repeat(255), 'é'.repeat(50)]
  const { data } = await client.campaigns.create({ ...named(someone, name), purchase_order_number })
  assert.deepEqual([data.name, data.purchase_order_number], [name, purchase_order_number])
  const one = { account_id, campaign_id: data.id }
  const tooLong = { name: `${name}!`, purchase_order_number: `${purchase_order_number}!` }
  const problems = [
    { code: 'INVALID_PARAMETER', parameter: 'name' },
    { code: 'INVALID_PARAMETER', parameter: 'purchase_order_number' },
  ]
  await refuses(client.campaigns.update({ ...one, ...tooLong }), 400, ...problems)
  await refuses(client.campaigns.create({ ...named(someone, ''), ...tooLong }), 400, ...problems)
})

test('Account history times | whole hours', async () => {
  const { client, account_id } = await world.advertiser()
  const asked = { account_id, entity_type: 'CAMPAIGN', entity_id: 'c1' } as const
  const [start_time, end_time] = ['2026-01-15T12:00:00Z', '2026-01-15T13:00:00Z']
  assert.deepEqual((await client.accountHistory.list({ ...asked, start_time, end_time })).data, [])
  for (const uneven of ['2026-01-15T12:30:00Z', '2026-01-15T12:00:30Z']) {
    const start = client.accountHistory.list({ ...asked, start_time: uneven, end_time })
    await refuses(start, 400, { code: 'INVALID_PARAMETER', parameter: 'start_time' })
    const end = client.accountHistory.list({ ...asked, start_time, end_time: uneven })
    await refuses(end, 400, { code: 'INVALID_PARAMETER', parameter: 'end_time' })
  }
})
