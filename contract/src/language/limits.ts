/** A rate bucket: `points` requests in a fixed window of `seconds` that starts with the first request. */
export interface Bucket {
  readonly name: string
  readonly points: number
  readonly seconds: number
}

const quarterHour = 900

/** Buckets that count by user. */
export const userBuckets = {
  writes: { name: 'user-writes', points: 450, seconds: 60 },
  globalReads: { name: 'user-global-reads', points: 400, seconds: quarterHour },
  accountReads: { name: 'user-account-reads', points: 100_000, seconds: quarterHour },
} as const satisfies Record<string, Bucket>

/** Buckets that count by account; those of reads also by endpoint. */
export const accountBuckets = {
  writes: { name: 'account-writes', points: 100_000, seconds: quarterHour },
  coreReads: { name: 'account-core-reads', points: 10_000, seconds: quarterHour },
  reads: { name: 'account-reads', points: 2_000, seconds: quarterHour },
  totals: { name: 'account-totals', points: 200, seconds: quarterHour },
} as const satisfies Record<string, Bucket>

/** Requests that carry a body may be this large, in bytes, unless their operation says otherwise. */
export const defaultBodyLimit = 1_000_000
