import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalOf } from '../../server/test/refusals.ts'
import { RateLimitError } from '@billposter/client'
import { createWorld } from '../../server/test/world.ts'

const world = await createWorld({ rateLimits: 1 })

test('`with_total_count` | such requests have a lower rate limit of 200 per 15 minutes', async () => {
  const { client, account_id } = await world.advertiser()
  const asked = { account_id, with_total_count: true }
  const first = await client.campaigns.list(asked)
  assert.deepEqual([first.http.rateLimit.account?.limit, first.http.rateLimit.account?.remaining], [200, 199])
  for (let count = 2; count <= 200; count++) await client.campaigns.list(asked)
  const refusal = await refusalOf(client.campaigns.list(asked))
  assert.ok(refusal instanceof RateLimitError)
  assert.deepEqual([refusal.status, refusal.code], [429, 'TOO_MANY_REQUESTS'])
  const reset = refusal.http?.rateLimit.account?.resetAt.getTime() ?? 0
  const [seconds, retryAfter] = [(reset - world.clock.ms()) / 1000, Number(refusal.http?.headers['retry-after'])]
  assert.ok(seconds > 0 && seconds <= 900, `${seconds} s`)
  assert.equal(retryAfter, seconds)
})

test('`with_total_count` | what is asked for without it, or of another endpoint, is not held up', async () => {
  const { client, account_id } = await world.advertiser()
  for (let count = 1; count <= 200; count++) await client.campaigns.list({ account_id, with_total_count: true })
  assert.equal((await client.campaigns.list({ account_id })).http.rateLimit.account?.limit, 10_000)
  assert.equal((await client.lineItems.list({ account_id, with_total_count: true })).total_count, 0)
})
