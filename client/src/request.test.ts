import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract } from '@billposter/contract'
import { createOperatorClient } from './client.ts'
import { fakeClient, fakeTransport } from './fake-service.ts'
import { encodedPairs, messageOf } from './request.ts'

const noRows = { body: '{"data":[],"next_cursor":null,"request":{"params":{}}}' }

test('a read carries its parameters in the query, lists comma-joined, and no body', async () => {
  const { client, requests } = fakeClient([noRows])
  await client.campaigns.list({
    account_id: 'a1',
    campaign_ids: ['c1', 'c2'],
    with_deleted: true,
    count: 50,
    q: 'a b&c',
  })
  const { method, url, body, headers } = requests[0] ?? assert.fail()
  assert.equal(method, 'GET')
  assert.equal(
    url,
    'http://ads.test/12/accounts/a1/campaigns?campaign_ids=c1%2Cc2&with_deleted=true&count=50&q=a%20b%26c',
  )
  assert.equal(body, undefined)
  assert.equal(headers['content-type'], undefined)
  assert.equal(headers['idempotency-key'], undefined)
})

test('a change carries its parameters in a form body; what is undefined is not sent', async () => {
  const { client, requests } = fakeClient([{}])
  await client.campaigns.create({
    account_id: 'a1',
    funding_instrument_id: 'f1',
    name: 'Spring',
    standard_delivery: undefined,
    daily_budget_amount_local_micro: 9_223_372_036_854_775_807n,
  })
  const { method, url, body, headers } = requests[0] ?? assert.fail()
  assert.equal(method, 'POST')
  assert.equal(url, 'http://ads.test/12/accounts/a1/campaigns')
  assert.equal(body, 'funding_instrument_id=f1&name=Spring&daily_budget_amount_local_micro=9223372036854775807')
  assert.equal(headers['content-type'], 'application/x-www-form-urlencoded')
})

test('null clears a value by sending it empty, and so does an empty list', async () => {
  const { client, requests } = fakeClient([{}, {}])
  const one = { account_id: 'a1', line_item_id: 'l1' }
  await client.lineItems.update({ ...one, name: null, categories: null })
  await client.lineItems.update({ ...one, categories: [] })
  assert.deepEqual(
    requests.map(({ body }) => body),
    ['name=&categories=', 'categories='],
  )
})

test('a deletion carries its parameters in the query', async () => {
  const { client, requests } = fakeClient([{ body: '{"data":[],"request":{"params":{}}}' }])
  await client.features.remove({ account_id: 'a1', feature_keys: ['DR_TAP', 'BRAND_TPN'] })
  assert.equal(requests[0]?.url, 'http://sandbox.test/12/accounts/a1/features?feature_keys=DR_TAP%2CBRAND_TPN')
  assert.equal(requests[0]?.method, 'DELETE')
  assert.equal(requests[0]?.body, undefined)
})

test('a change without parameters has no body', async () => {
  const { client, requests } = fakeClient([{ body: '{"data":[],"request":{"params":{}}}' }])
  await client.accounts.create()
  assert.equal(requests[0]?.body, undefined)
  assert.equal(requests[0]?.headers['content-type'], undefined)
})

test('path parameters are encoded, and those that would leave the path are refused before sending', async () => {
  const { client, requests } = fakeClient([{}])
  await client.campaigns.get({ account_id: 'a/1?', campaign_id: 'ü' })
  assert.equal(requests[0]?.url, 'http://ads.test/12/accounts/a%2F1%3F/campaigns/%C3%BC')
  for (const campaign_id of ['', '.', '..']) {
    await assert.rejects(client.campaigns.get({ account_id: 'a1', campaign_id }), TypeError)
  }
  assert.equal(requests.length, 1)
})

test('what text cannot carry unchanged is refused before sending', () => {
  assert.throws(() => messageOf(contract.campaigns.list, { account_id: 'a1', campaign_ids: ['a,b'] }), TypeError)
  assert.throws(() => messageOf(contract.campaigns.list, { account_id: 'a1', count: 2 ** 53 }), TypeError)
  assert.throws(() => messageOf(contract.campaigns.list, { account_id: 'a1', q: new Date(0) }), TypeError)
})

test('query and form text encode every reserved character', () => {
  assert.equal(encodedPairs([['a b', "!'()*~-._+é"]]), 'a%20b=%21%27%28%29%2A~-._%2B%C3%A9')
})

test('what only the sandbox has goes to the sandbox; a sandbox client sends everything there', async () => {
  const both = fakeClient([{ body: '{"data":[]}' }, {}])
  await both.client.accounts.create()
  await both.client.accounts.get({ account_id: 'a1' })
  assert.deepEqual(
    both.requests.map(({ url }) => new URL(url).host),
    ['sandbox.test', 'ads.test'],
  )
  const sandbox = fakeClient([{}], { environment: 'sandbox' })
  await sandbox.client.accounts.get({ account_id: 'a1' })
  assert.equal(sandbox.requests[0]?.url, 'http://sandbox.test/12/accounts/a1')
  const alone = fakeClient([{ body: '{"data":[]}' }], { sandboxUrl: undefined, baseUrl: 'http://one.test/ads/' })
  await alone.client.accounts.create()
  assert.equal(alone.requests[0]?.url, 'http://one.test/ads/12/accounts')
})

test('the options of a request become its headers', async () => {
  const { client, requests } = fakeClient([{}])
  const one = { account_id: 'a1', campaign_id: 'c1' }
  const headers = { 'X-Trace': '7' }
  await client.campaigns.remove(one, { idempotencyKey: 'mine', ifMatch: '"tag"', requestId: 'r1', headers })
  assert.deepEqual(requests[0]?.headers, {
    accept: 'application/json',
    authorization: 'Bearer token',
    'idempotency-key': 'mine',
    'if-match': '"tag"',
    'x-request-id': 'r1',
    'x-trace': '7',
  })
})

test('the operator’s operations take JSON below their own path', async () => {
  const { transport, requests } = fakeTransport({ body: '{"data":{"permissions":["AD_MANAGER"]}}' }, {})
  const operator = createOperatorClient({ baseUrl: 'http://ads.test', operatorToken: 'secret', transport })
  const user_id = 9_007_199_254_740_993n
  const answer = await operator.accounts.grant({ account_id: 'a1', user_id, permissions: ['AD_MANAGER'] })
  assert.deepEqual(answer.data.permissions, ['AD_MANAGER'])
  const { method, url, body, headers } = requests[0] ?? assert.fail()
  assert.equal(method, 'PUT')
  assert.equal(url, 'http://ads.test/operator/1/accounts/a1/grants/9007199254740993')
  assert.equal(body, '{"permissions":["AD_MANAGER"]}')
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['authorization'], 'Bearer secret')
  assert.equal(headers['idempotency-key'], undefined)
  await operator.users.createTokens({ user_id })
  assert.equal(requests[1]?.body, '{}')
})
