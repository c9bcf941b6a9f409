import { refuse } from '@billposter/contract/language/errors'
import { accountBuckets, type Bucket, userBuckets } from '@billposter/contract/language/limits'
import { isWrite, type Method } from '@billposter/contract/language/operation'
import type { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Clock } from '../surroundings/clock.ts'

/** Counts requests in the buckets of their operation. */
export interface Limits {
  /** Counts one request of the user, adds the headers, and refuses TOO_MANY_REQUESTS when the bucket is used up. */
  countOfUser(request: Counted, headers: Record<string, string>): Promise<void>
  /** The same for the account. Only whoever has access to it may use up its bucket, and see what is left. */
  countOnAccount(request: Counted, headers: Record<string, string>): Promise<void>
  /** Slows down guessing: false when `key` has failed too often. */
  mayTry(key: string): Promise<boolean>
}

export interface Counted {
  readonly operation: { readonly method: Method; readonly path: string; readonly core?: boolean }
  readonly userId: string
  /** The account in the path, when there is one. */
  readonly accountId: string | undefined
  readonly withTotalCount: boolean
}

const tries: Bucket = { name: 'tries', points: 10, seconds: 300 }

/** `factor` multiplies every bucket; null counts nothing. With `redis`, several processes count together. */
export function createLimits(factor: number | null, clock: Clock, redis?: Redis): Limits {
  const limiters = new Map<string, RateLimiterAbstract>()

  function limiterOf(bucket: Bucket): RateLimiterAbstract {
    let limiter = limiters.get(bucket.name)
    if (!limiter) {
      const scaled = bucket === tries ? 1 : (factor ?? 1)
      const options = {
        keyPrefix: bucket.name,
        points: Math.max(1, Math.round(bucket.points * scaled)),
        duration: bucket.seconds,
      }
      const memory = new RateLimiterMemory(options)
      limiter = redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory
      limiters.set(bucket.name, limiter)
    }
    return limiter
  }

  /** The state of the bucket after this request, and whether it was still within. */
  async function consume(bucket: Bucket, key: string): Promise<{ state: RateLimiterRes; within: boolean }> {
    try {
      return { state: await limiterOf(bucket).consume(key), within: true }
    } catch (outcome) {
      // The library rejects with the state when the bucket is used up, and with an error when it fails.
      if (outcome instanceof RateLimiterRes) return { state: outcome, within: false }
      throw outcome
    }
  }

  async function countIn(
    bucket: Bucket,
    key: string,
    prefix: string,
    headers: Record<string, string>,
  ): Promise<number | undefined> {
    const { state, within } = await consume(bucket, key)
    const waitSeconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000))
    headers[`${prefix}-limit`] = String(limiterOf(bucket).points)
    headers[`${prefix}-remaining`] = String(state.remainingPoints)
    headers[`${prefix}-reset`] = String(Math.floor(clock.ms() / 1000) + waitSeconds)
    return within ? undefined : waitSeconds
  }

  function refuseWaiting(wait: number | undefined, headers: Record<string, string>): void {
    if (wait === undefined) return
    headers['retry-after'] = String(wait)
    refuse('TOO_MANY_REQUESTS', `The rate limit is used up; try again in ${wait} seconds.`)
  }

  return {
    async countOfUser(request, headers) {
      if (factor === null) return
      const [bucket] = bucketsOf(request)
      refuseWaiting(await countIn(bucket, request.userId, 'x-rate-limit', headers), headers)
    },
    async countOnAccount(request, headers) {
      const { operation, accountId } = request
      if (factor === null || accountId === undefined) return
      const [, bucket] = bucketsOf(request)
      const key = `${accountId} ${isWrite(operation) ? '' : operation.path}`
      refuseWaiting(await countIn(bucket, key, 'x-account-rate-limit', headers), headers)
    },
    async mayTry(key) {
      return (await consume(tries, key)).within
    },
  }
}

function bucketsOf({ operation, accountId, withTotalCount }: Counted): [Bucket, Bucket] {
  if (isWrite(operation)) return [userBuckets.writes, accountBuckets.writes]
  if (accountId === undefined) return [userBuckets.globalReads, accountBuckets.reads]
  if (withTotalCount) return [userBuckets.accountReads, accountBuckets.totals]
  return [userBuckets.accountReads, operation.core ? accountBuckets.coreReads : accountBuckets.reads]
}
