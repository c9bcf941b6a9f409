import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemsOf } from '../../server/test/refusals.ts'
import { onTheWire, speaker } from '../../server/test/wire.ts'
import { type Advertiser, createWorld } from '../../server/test/world.ts'

const world = await createWorld()
const someone = await world.advertiser()
const { account_id, funding_instrument_id, bearerToken: token, client } = someone
const ask = speaker(world.app.production, token, `/12/accounts/${account_id}`)
const askBatch = speaker(world.app.production, token, `/12/batch/accounts/${account_id}`)

const budget = { total_budget_amount_local_micro: 100_000_000n }

async function campaignOf({ client, account_id, funding_instrument_id }: Advertiser, name = 'Spring'): Promise<string> {
  return (await client.campaigns.create({ account_id, funding_instrument_id, name, ...budget })).data.id
}

function keysOf(value: unknown): string[] {
  assert.ok(typeof value === 'object' && value !== null)
  return Object.keys(value).toSorted()
}

function namesOf(data: unknown): unknown[] {
  assert.ok(Array.isArray(data))
  return data.map((record: { name: unknown }) => record.name)
}

test('Single-entity response: `{request: {params}, data: <object>}`', async () => {
  const id = await campaignOf(someone)
  const { body } = await ask('GET', `/campaigns/${id}`)
  assert.deepEqual(keysOf(body), ['data', 'request'])
  assert.deepEqual(body.request, { params: { account_id, campaign_id: id } })
  assert.ok(!Array.isArray(body.data))
})

test('List response: `{request, next_cursor (string or null), data: [..]}`', async () => {
  const crowd = await world.advertiser()
  for (const name of ['a', 'b']) await campaignOf(crowd, name)
  const list = speaker(world.app.production, crowd.bearerToken, `/12/accounts/${crowd.account_id}`)
  const first = await list('GET', '/campaigns?count=1')
  assert.deepEqual(keysOf(first.body), ['data', 'next_cursor', 'request'])
  assert.deepEqual(first.body.request, { params: { account_id: crowd.account_id, count: 1 } })
  assert.equal(typeof first.body.next_cursor, 'string')
  const last = await list('GET', `/campaigns?cursor=${encodeURIComponent(first.body.next_cursor ?? '')}`)
  assert.equal(last.body.next_cursor, null)
})

test('A list response has `total_count` when requested, whatever the page holds', async () => {
  const crowd = await world.advertiser()
  for (const name of ['a', 'b', 'c']) await campaignOf(crowd, name)
  const list = speaker(world.app.production, crowd.bearerToken, `/12/accounts/${crowd.account_id}`)
  const { body } = await list('GET', '/campaigns?count=1&with_total_count=true')
  assert.deepEqual([namesOf(body.data), body.total_count], [['a'], 3])
})

test('The echo holds what was supplied, typed, and never defaults', async () => {
  const query = `campaign_ids=a,b&with_draft=TRUE&count=7&sort_by=name-desc&nonsense=1`
  const { body } = await ask('GET', `/campaigns?${query}`)
  assert.deepEqual(body.request, {
    params: { account_id, campaign_ids: ['a', 'b'], with_draft: true, count: 7, sort_by: ['name-desc'] },
  })
})

test('Times are taken with `Z` or any offset, with or without a fraction, or as a date, and echoed in UTC', async () => {
  const forms = {
    '2026-01-15T10:00:00Z': '2026-01-15T10:00:00Z',
    '2026-01-15T10:00:00.250Z': '2026-01-15T10:00:00Z',
    '2026-01-15T10:00:00+0200': '2026-01-15T08:00:00Z',
    '2026-01-15T10:00:00-05:30': '2026-01-15T15:30:00Z',
    '2026-01-15T10:00:00+02': '2026-01-15T08:00:00Z',
    '2026-01-15': '2026-01-15T00:00:00Z',
  }
  const sandboxed = await world.advertiser({ environment: 'sandbox' })
  const path = `/12/accounts/${sandboxed.account_id}/funding_instruments`
  const said = (start_time: string) => {
    const query = new URLSearchParams({ currency: 'USD', type: 'CREDIT_LINE', start_time }).toString()
    return onTheWire(world.app.sandbox, 'POST', path, { token: sandboxed.bearerToken, query })
  }
  for (const [given, expected] of Object.entries(forms)) {
    const { body } = await said(given)
    const { params } = body.request as { params: { start_time: string } }
    const { start_time } = body.data as { start_time: string }
    assert.deepEqual([params.start_time, start_time], [expected, expected], given)
  }
  for (const wrong of ['2026-02-30', '2026-01-15T10:00:00', '2026-01-15T25:00:00Z', 'noon', '1768471200']) {
    const { status, body } = await said(wrong)
    const problems = [{ code: 'INVALID_PARAMETER', parameter: 'start_time' }]
    assert.deepEqual([status, problemsOf(body.errors ?? [])], [400, problems], wrong)
  }
})

test('Delete responses return the entity with `deleted` true', async () => {
  const id = await campaignOf(someone)
  const before = (await ask('GET', `/campaigns/${id}`)).body.data
  const { status, body } = await ask('DELETE', `/campaigns/${id}`)
  assert.equal(status, 200)
  assert.deepEqual(body.data, { ...(before as object), servable: null, reasons_not_servable: [], deleted: true })
})

test('Batch response: `data` and `request` are ordered arrays, in the order of the items', async () => {
  const params = { funding_instrument_id, daily_budget_amount_local_micro: 5_000_000 }
  const items = ['c', 'a', 'b'].map((name) => ({ operation_type: 'Create', params: { ...params, name } }))
  const { status, body } = await askBatch('POST', '/campaigns', { json: items })
  assert.equal(status, 200)
  assert.deepEqual(keysOf(body), ['data', 'request'])
  assert.deepEqual(namesOf(body.data), ['c', 'a', 'b'])
  const echo = items.map(({ operation_type, params }) => ({ params: { account_id, ...params }, operation_type }))
  assert.deepEqual(body.request, echo)
})

test('Parameters travel in the query string, also those of a POST or PUT without a body', async () => {
  const query = `funding_instrument_id=${funding_instrument_id}&name=In+the%20query&daily_budget_amount_local_micro=5000000`
  const created = await ask('POST', `/campaigns?${query}`)
  assert.equal(created.status, 201)
  const { id, name } = created.body.data as { id: string; name: string }
  assert.equal(name, 'In the query')
  const changed = await ask('PUT', `/campaigns/${id}?name=Changed`)
  assert.deepEqual(namesOf([changed.body.data]), ['Changed'])
})

test('The same parameters are taken as a form and as one JSON object, and echoed alike', async () => {
  const values = { funding_instrument_id, name: 'Ü & Co', daily_budget_amount_local_micro: '5000000' }
  const form = new URLSearchParams(values).toString()
  const said = [
    await ask('POST', '/campaigns', { form }),
    await ask('POST', '/campaigns', { json: values }),
    await ask('POST', '/campaigns', { json: { ...values, daily_budget_amount_local_micro: 5_000_000 } }),
    await ask('POST', `/campaigns?${form}`),
  ]
  const echo = { params: { account_id, ...values, daily_budget_amount_local_micro: 5_000_000 } }
  for (const { status, body } of said) assert.deepEqual([status, body.request], [201, echo])
})

test('JSON bodies need the header `Content-Type: application/json`', async () => {
  const params = { funding_instrument_id, name: 'x', entity_status: 'DRAFT' }
  const body = JSON.stringify([{ operation_type: 'Create', params }])
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'text/json']) {
    const heard = await askBatch('POST', '/campaigns', { body, headers: { 'content-type': type } })
    assert.deepEqual([heard.status, problemsOf(heard.body.errors ?? [])], [400, [{ code: 'INVALID_PARAMETER' }]], type)
  }
  const headers = { 'content-type': 'Application/JSON; charset=utf-8' }
  assert.equal((await askBatch('POST', '/campaigns', { body, headers })).status, 200)
})

test('The account must be associated with the authenticated user', async () => {
  const stranger = await world.advertiser()
  for (const path of ['', '/campaigns', '/line_items', '/funding_instruments', '/features', '/account_apps']) {
    const url = `/12/accounts/${account_id}${path}`
    const heard = await onTheWire(world.app.production, 'GET', url, { token: stranger.bearerToken })
    const unknown = await onTheWire(world.app.production, 'GET', url.replace(account_id, '18ce54d4x5t'), { token })
    assert.deepEqual([heard.status, problemsOf(heard.body.errors ?? [])], [403, [{ code: 'ACCOUNT_NOT_FOUND' }]])
    assert.deepEqual([heard.body.request, unknown.body.request], [{ params: {} }, { params: {} }])
    assert.deepEqual(problemsOf(unknown.body.errors ?? []), problemsOf(heard.body.errors ?? []))
  }
})

test('`csv` means a comma-separated list; repeated keys and `key[]` are the same', async () => {
  const crowd = await world.advertiser()
  const [a, b] = [await campaignOf(crowd, 'a'), await campaignOf(crowd, 'b')]
  await campaignOf(crowd, 'c')
  const list = speaker(world.app.production, crowd.bearerToken, `/12/accounts/${crowd.account_id}`)
  const ways = [
    `campaign_ids=${a},${b}`,
    `campaign_ids=${a}&campaign_ids=${b}`,
    `campaign_ids[]=${a}&campaign_ids%5B%5D=${b}`,
  ]
  for (const query of ways) {
    const { body } = await list('GET', `/campaigns?${query}`)
    assert.deepEqual(namesOf(body.data), ['a', 'b'], query)
    assert.deepEqual(body.request, { params: { account_id: crowd.account_id, campaign_ids: [a, b] } }, query)
  }
})

test('`count` is an int, default 200, 1 to 1000', async () => {
  for (const [count, status] of Object.entries({ 1: 200, 1000: 200, 0: 400, 1001: 400, ten: 400 })) {
    assert.equal((await ask('GET', `/campaigns?count=${count}`)).status, status, count)
  }
})

test('`cursor` is a string that gives the next page', async () => {
  const crowd = await world.advertiser()
  for (const name of ['a', 'b', 'c']) await campaignOf(crowd, name)
  const walked = await Array.fromAsync(crowd.client.campaigns.list({ account_id: crowd.account_id, count: 1 }))
  assert.deepEqual(namesOf(walked), ['a', 'b', 'c'])
})

test('`sort_by` is up to three keys `<attribute>-asc` or `<attribute>-desc`, echoed as an array', async () => {
  const crowd = await world.advertiser()
  for (const name of ['b', 'a', 'b']) await campaignOf(crowd, name)
  const list = speaker(world.app.production, crowd.bearerToken, `/12/accounts/${crowd.account_id}`)
  const { body } = await list('GET', '/campaigns?sort_by=name-desc,created_at-asc,deleted-asc')
  assert.deepEqual(namesOf(body.data), ['b', 'b', 'a'])
  const { params } = body.request as { params: { sort_by: unknown } }
  assert.deepEqual(params.sort_by, ['name-desc', 'created_at-asc', 'deleted-asc'])
  const four = 'name-asc,created_at-asc,updated_at-asc,deleted-asc'
  for (const wrong of ['name', 'name-up', 'id-asc', 'currency-asc', 'NAME-asc', '', four]) {
    const refused = await list('GET', `/campaigns?sort_by=${wrong}`)
    const problems = [{ code: 'INVALID_PARAMETER', parameter: 'sort_by' }]
    assert.deepEqual([refused.status, problemsOf(refused.body.errors ?? [])], [400, problems], wrong)
  }
})

test('`with_deleted` is a boolean, default false', async () => {
  const crowd = await world.advertiser()
  await campaignOf(crowd, 'kept')
  const one = { account_id: crowd.account_id, campaign_id: await campaignOf(crowd, 'gone') }
  await crowd.client.campaigns.remove(one)
  const list = speaker(world.app.production, crowd.bearerToken, `/12/accounts/${crowd.account_id}`)
  for (const query of ['', '?with_deleted=false', '?with_deleted=0']) {
    assert.deepEqual(namesOf((await list('GET', `/campaigns${query}`)).body.data), ['kept'], query)
  }
  for (const query of ['?with_deleted=true', '?with_deleted=True', '?with_deleted=1']) {
    assert.deepEqual(namesOf((await list('GET', `/campaigns${query}`)).body.data), ['kept', 'gone'], query)
  }
  assert.equal((await list('GET', '/campaigns?with_deleted=yes')).status, 400)
})

test('`with_total_count` is a boolean, default false, and cannot be combined with `cursor`', async () => {
  assert.ok(!('total_count' in (await ask('GET', '/campaigns')).body))
  assert.ok(!('total_count' in (await ask('GET', '/campaigns?with_total_count=false')).body))
  await campaignOf(someone)
  const first = await ask('GET', '/campaigns?count=1&with_total_count=true')
  const cursor = encodeURIComponent(first.body.next_cursor ?? '')
  const both = await ask('GET', `/campaigns?count=1&with_total_count=true&cursor=${cursor}`)
  const problems = [{ code: 'EXCLUSIVE_PARAMETERS', parameter: 'with_total_count' }]
  assert.deepEqual([both.status, problemsOf(both.body.errors ?? [])], [400, problems])
})

test('A refused request echoes what it asked for, once it is known who asks and of which account', async () => {
  const analyst = await world.advertiser({ permissions: ['CAMPAIGN_ANALYST'] })
  const path = `/12/accounts/${analyst.account_id}/campaigns`
  const json = { name: 'x', daily_budget_amount_local_micro: '5' }
  const forbidden = await onTheWire(world.app.production, 'POST', path, { token: analyst.bearerToken, json })
  assert.equal(forbidden.status, 403)
  const { account_id: own } = analyst
  assert.deepEqual(forbidden.body.request, {
    params: { account_id: own, name: 'x', daily_budget_amount_local_micro: 5 },
  })
  const missing = await ask('GET', '/campaigns/nothing?with_deleted=1')
  assert.deepEqual(missing.body.request, { params: { account_id, campaign_id: 'nothing', with_deleted: true } })
  const unread = await ask('POST', '/campaigns', { body: '{', headers: { 'content-type': 'application/json' } })
  assert.deepEqual([unread.status, unread.body.request], [400, { params: { account_id } }])
  const nobody = await onTheWire(world.app.production, 'GET', `/12/accounts/${account_id}?with_deleted=true`)
  assert.deepEqual([nobody.status, nobody.body.request], [401, { params: {} }])
})

test('Every answer is JSON in UTF-8, refusals too', async () => {
  const said = [
    await ask('GET', ''),
    await ask('GET', '/nothing'),
    await ask('POST', ''),
    await onTheWire(world.app.sandbox, 'GET', '/'),
  ]
  assert.deepEqual(
    said.map(({ status }) => status),
    [200, 404, 405, 404],
  )
  for (const { headers } of said) assert.equal(headers['content-type'], 'application/json; charset=utf-8')
})

test('A method that a path does not have is refused with those that it has', async () => {
  const heard = await ask('PUT', '/campaigns')
  assert.deepEqual([heard.status, heard.body.errors?.[0]?.code], [405, 'METHOD_NOT_ALLOWED'])
  assert.deepEqual(String(heard.headers['allow']).split(', ').toSorted(), ['GET', 'HEAD', 'POST'])
})

test('The client sees of an answer what came on the wire', async () => {
  const id = await campaignOf(someone)
  const { data } = await client.campaigns.get({ account_id, campaign_id: id })
  const { body } = await ask('GET', `/campaigns/${id}`)
  assert.deepEqual(
    { ...data, total_budget_amount_local_micro: Number(data.total_budget_amount_local_micro) },
    body.data,
  )
})
