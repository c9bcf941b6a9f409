import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseJson, writeAnyJson } from '@billposter/contract/language/json'
import { fakeClient } from './fake-service.ts'

test('integers beyond 2^53 keep their digits both ways', () => {
  const text = '{"a":9007199254740993,"b":[-9223372036854775808],"c":"9007199254740993","d":1.5,"e":7,"f":1e3}'
  const parsed = parseJson(text)
  assert.deepEqual(parsed, {
    a: 9_007_199_254_740_993n,
    b: [-(2n ** 63n)],
    c: '9007199254740993',
    d: 1.5,
    e: 7,
    f: 1000,
  })
  assert.equal(writeAnyJson(parsed), text.replace('1e3', '1000'))
  assert.equal(writeAnyJson({ a: 1n, b: undefined, c: null, d: '1' }), '{"a":1,"c":null,"d":"1"}')
})

test('what is declared as a 64-bit integer is a bigint, however small; the rest is as declared', async () => {
  const body = `{"request":{"params":{"account_id":"a1","daily_budget_amount_local_micro":5,
    "total_budget_amount_local_micro":null}},
    "data":{"id":"c1","daily_budget_amount_local_micro":5,"total_budget_amount_local_micro":9007199254740993,
    "frequency_cap":3,"purchase_order_number":null}}`
  const { client } = fakeClient([{ body }])
  const { data, request } = await client.campaigns.update({ account_id: 'a1', campaign_id: 'c1' })
  assert.equal(data.daily_budget_amount_local_micro, 5n)
  assert.equal(data.total_budget_amount_local_micro, 9_007_199_254_740_993n)
  assert.equal(data.frequency_cap, 3)
  assert.equal(data.purchase_order_number, null)
  assert.deepEqual(request.params, {
    account_id: 'a1',
    daily_budget_amount_local_micro: 5n,
    total_budget_amount_local_micro: null,
  })
})

test('rows of lists and further keys beside data are read as declared', async () => {
  const body =
    '{"data_type":"bidding_rule","total_count":1,"next_cursor":null,"request":{"params":{}},' +
    '"data":[{"currency":"USD","minimum_denomination":10000}]}'
  const { client } = fakeClient([{ body }])
  const page = await client.biddingRules.list()
  assert.equal(page.data[0]?.minimum_denomination, 10_000n)
  assert.equal(page.total_count, 1)
  assert.equal(Reflect.get(page, 'data_type'), 'bidding_rule')
})

test('an answer carries what its headers say, apart from its keys', async () => {
  const headers = {
    'X-Request-Id': 'r1',
    etag: '"tag"',
    'idempotency-replayed': 'true',
    'x-rate-limit-limit': '450',
    'x-rate-limit-remaining': '449',
    'x-rate-limit-reset': '1060',
  }
  const { client } = fakeClient([{ status: 201, headers, body: '{"data":{"id":"c1"},"validate_only":true}' }])
  const answer = await client.campaigns.create({ account_id: 'a1', funding_instrument_id: 'f1', name: 'x' })
  assert.deepEqual(Object.keys(answer), ['data', 'validate_only'])
  assert.equal(answer.validate_only, true)
  assert.equal(answer.http.status, 201)
  assert.equal(answer.http.requestId, 'r1')
  assert.equal(answer.http.etag, '"tag"')
  assert.equal(answer.http.replayed, true)
  assert.deepEqual(answer.http.rateLimit.user, { limit: 450, remaining: 449, resetAt: new Date(1_060_000) })
  assert.equal(answer.http.rateLimit.account, undefined)
})

test('a batch is one JSON array in order, and each of its results is read by what its item asked for', async () => {
  const body = `{"request":[
    {"operation_type":"Create","params":{"account_id":"a1","daily_budget_amount_local_micro":1}},
    {"operation_type":"Update","params":{"total_budget_amount_local_micro":9007199254740993}},
    {"operation_type":"Delete","params":{}}],
    "data":[{"daily_budget_amount_local_micro":1},{"total_budget_amount_local_micro":9007199254740993},
    {"total_budget_amount_local_micro":null}]}`
  const { client, requests } = fakeClient([{ body }])
  const answer = await client.campaigns.batch({
    account_id: 'a1',
    operations: [
      {
        operation_type: 'Create',
        params: { funding_instrument_id: 'f1', name: 'x', daily_budget_amount_local_micro: 1n },
      },
      {
        operation_type: 'Update',
        params: {
          campaign_id: 'c2',
          total_budget_amount_local_micro: 9_007_199_254_740_993n,
          purchase_order_number: null,
        },
      },
      { operation_type: 'Delete', params: { campaign_id: 'c3' } },
    ],
  })
  assert.equal(requests[0]?.url, 'http://ads.test/12/batch/accounts/a1/campaigns')
  assert.equal(requests[0]?.headers['content-type'], 'application/json')
  assert.equal(
    requests[0]?.body,
    '[{"operation_type":"Create","params":{"funding_instrument_id":"f1","name":"x",' +
      '"daily_budget_amount_local_micro":1}},' +
      '{"operation_type":"Update","params":{"campaign_id":"c2",' +
      '"total_budget_amount_local_micro":9007199254740993,"purchase_order_number":null}},' +
      '{"operation_type":"Delete","params":{"campaign_id":"c3"}}]',
  )
  assert.equal(answer.data[0]?.daily_budget_amount_local_micro, 1n)
  assert.equal(answer.data[1]?.total_budget_amount_local_micro, 9_007_199_254_740_993n)
  assert.equal(answer.data[2]?.total_budget_amount_local_micro, null)
  assert.deepEqual(answer.request[0]?.params, { account_id: 'a1', daily_budget_amount_local_micro: 1n })
})
