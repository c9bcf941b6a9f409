import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, createOperatorClient } from './client.ts'
import { ConnectionError, InvalidRequestError, RateLimitError, ServerError } from './errors.ts'
import { fakeClient, fakeTransport, type Reply } from './fake-service.ts'

const one = { account_id: 'a1', campaign_id: 'c1' }
const broken = new Error('socket hang up')

function refused(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers, body: JSON.stringify({ errors: [{ code, message: 'No.' }], request: { params: {} } }) }
}

function limits(prefix: string, remaining: number, reset: number): Record<string, string> {
  return { [`${prefix}-limit`]: '450', [`${prefix}-remaining`]: String(remaining), [`${prefix}-reset`]: String(reset) }
}

test('a change is sent again with the same idempotency key, which is new for each call', async () => {
  const replies = [broken, refused(503, 'SERVICE_UNAVAILABLE'), refused(500, 'INTERNAL_ERROR'), {}, {}]
  const { client, requests, slept } = fakeClient(replies)
  await client.campaigns.update({ ...one, name: 'x' })
  await client.campaigns.update({ ...one, name: 'x' })
  const keys = requests.map(({ headers }) => headers['idempotency-key'])
  assert.deepEqual(keys, ['key-1', 'key-1', 'key-1', 'key-1', 'key-2'])
  assert.deepEqual(slept, [500, 1000, 2000])
})

test('a change whose key is still in use is sent again', async () => {
  const { client, requests } = fakeClient([refused(409, 'IDEMPOTENCY_KEY_IN_USE'), {}])
  await client.campaigns.remove(one, { idempotencyKey: 'mine' })
  assert.deepEqual(
    requests.map(({ headers }) => headers['idempotency-key']),
    ['mine', 'mine'],
  )
})

test('a change without a key is sent once', async () => {
  const off = fakeClient([broken], { idempotencyKeys: false })
  await assert.rejects(off.client.campaigns.remove(one), ConnectionError)
  assert.equal(off.requests[0]?.headers['idempotency-key'], undefined)
  const without = fakeClient([refused(503, 'SERVICE_UNAVAILABLE')])
  await assert.rejects(without.client.campaigns.remove(one, { idempotencyKey: false }), ServerError)
  assert.equal(without.requests.length, 1)
})

test('a change of the operator is sent once', async () => {
  const { transport, requests } = fakeTransport(broken)
  const operator = createOperatorClient({ baseUrl: 'http://ads.test', operatorToken: 'secret', transport })
  await assert.rejects(operator.users.create({ screen_name: 'ada' }), ConnectionError)
  assert.equal(requests.length, 1)
})

test('a refusal that would stay the same is not repeated', async () => {
  for (const [status, code] of [
    [400, 'INVALID'],
    [403, 'ACTION_NOT_ALLOWED'],
    [409, 'OTHER'],
    [412, 'PRECONDITION_FAILED'],
  ] as const) {
    const { client, requests } = fakeClient([refused(status, code)])
    await assert.rejects(client.campaigns.get(one), { status, code })
    assert.equal(requests.length, 1)
  }
})

test('after the last attempt its error is thrown', async () => {
  const { client, requests } = fakeClient([broken, broken, refused(503, 'SERVICE_UNAVAILABLE')], { retries: 2 })
  await assert.rejects(client.campaigns.get(one), ServerError)
  assert.equal(requests.length, 3)
})

test('a wait lasts as long as retry-after says, whatever the reset headers say', async () => {
  const headers = { 'retry-after': '7', ...limits('x-rate-limit', 0, 1060) }
  const { client, slept } = fakeClient([refused(429, 'TOO_MANY_REQUESTS', headers), {}])
  await client.campaigns.get(one)
  assert.deepEqual(slept, [7000])
})

test('a wait lasts until the bucket that is used up is refilled', async () => {
  const account = { ...limits('x-rate-limit', 5, 1060), ...limits('x-account-rate-limit', 0, 1020) }
  const both = { ...limits('x-rate-limit', 0, 1030), ...limits('x-account-rate-limit', 0, 1025) }
  const { client, slept } = fakeClient([
    refused(429, 'TOO_MANY_REQUESTS', account),
    refused(429, 'TOO_MANY_REQUESTS', both),
    {},
  ])
  await client.campaigns.get(one)
  assert.deepEqual(slept, [20_000, 10_000])
})

test('a wait without advice is left to chance by up to a half', async () => {
  const { client, slept } = fakeClient([refused(429, 'TOO_MANY_REQUESTS'), {}], { random: () => 0.5 })
  await client.campaigns.get(one)
  assert.deepEqual(slept, [375])
})

test('a call that would wait longer than it may throws at once and says when the bucket is refilled', async () => {
  const { client, slept } = fakeClient([refused(429, 'TOO_MANY_REQUESTS', { 'retry-after': '900' })])
  await assert.rejects(client.campaigns.get(one), (error) => {
    assert(error instanceof RateLimitError)
    assert.deepEqual(error.resetAt, new Date(1_900_000))
    return true
  })
  assert.deepEqual(slept, [])
})

test('the waits of one call count together', async () => {
  const busy = refused(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '3' })
  const { client, slept } = fakeClient([busy, busy, busy], { maxWaitMs: 8000 })
  await assert.rejects(client.campaigns.get(one), ServerError)
  assert.deepEqual(slept, [3000, 3000])
})

test('an aborted call rejects with the reason, also while it waits', async () => {
  const controller = new AbortController()
  const reason = new Error('changed my mind')
  const { transport, requests } = fakeTransport(refused(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '30' }))
  const client = createClient({ baseUrl: 'http://ads.test', auth: { bearerToken: 'token' }, transport })
  const call = client.campaigns.get(one, { signal: controller.signal })
  setTimeout(() => controller.abort(reason), 10)
  await assert.rejects(call, reason)
  await assert.rejects(client.campaigns.get(one, { signal: controller.signal }), reason)
  assert.equal(requests.length, 1)
})

test('an attempt that takes too long counts as no answer', async () => {
  const { client } = fakeClient([], {
    timeoutMs: 5,
    retries: 0,
    transport: ({ signal }) =>
      new Promise((_resolve, reject) => {
        // The timer of the signal alone would not keep the process running.
        const alive = setTimeout(() => undefined, 5000)
        signal?.addEventListener('abort', () => {
          clearTimeout(alive)
          reject(signal.reason)
        })
      }),
  })
  await assert.rejects(client.campaigns.get(one), (error) => {
    assert(error instanceof ConnectionError)
    assert.equal((error.cause as Error).name, 'TimeoutError')
    return true
  })
})

test('repeating a broken request cannot hide a faulty one', async () => {
  const { client } = fakeClient([broken, refused(400, 'INVALID_PARAMETER')])
  await assert.rejects(client.campaigns.get(one), InvalidRequestError)
})
