import type { HttpResponse } from './transport.ts'

/** A rate bucket after the request. */
export interface RateLimit {
  readonly limit: number
  readonly remaining: number
  readonly resetAt: Date
}

/** What an answer's status and headers say. */
export interface HttpInfo {
  readonly status: number
  readonly requestId: string | undefined
  /** The state of the entity, for `ifMatch`. */
  readonly etag: string | undefined
  readonly rateLimit: { readonly user: RateLimit | undefined; readonly account: RateLimit | undefined }
  /** True when this is the stored answer to an earlier request with the same idempotency key. */
  readonly replayed: boolean
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

export function httpInfo(response: HttpResponse): HttpInfo {
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  return {
    status: response.status,
    requestId: headers['x-request-id'],
    etag: headers['etag'],
    rateLimit: { user: bucketOf(headers, 'x-rate-limit'), account: bucketOf(headers, 'x-account-rate-limit') },
    replayed: headers['idempotency-replayed'] === 'true',
    headers,
  }
}

function bucketOf(headers: Readonly<Record<string, string>>, prefix: string): RateLimit | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    wholeNumber(headers[`${prefix}-${name}`]),
  )
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined
  return { limit, remaining, resetAt: new Date(reset * 1000) }
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined
}

/** When the service asks to be called again: `retry-after`, else the reset of the bucket that is used up. */
export function callAgainAt({ status, headers, rateLimit }: HttpInfo, nowMs: number): Date | undefined {
  const seconds = wholeNumber(headers['retry-after'])
  if (seconds !== undefined) return new Date(nowMs + seconds * 1000)
  if (status !== 429) return undefined
  const resets = [rateLimit.user, rateLimit.account]
    .filter((bucket) => bucket !== undefined && bucket.remaining <= 0)
    .map((bucket) => bucket?.resetAt.getTime() ?? 0)
  const latest = Math.max(0, ...resets)
  return latest > nowMs ? new Date(latest) : undefined
}
