import { type BillposterError, ConnectionError } from './errors.ts'
import { callAgainAt } from './http-info.ts'
import type { Surroundings } from './surroundings.ts'

const transientStatuses = new Set<number | undefined>([429, 500, 502, 503, 504])
const firstBackoffMs = 500
const longestBackoffMs = 8_000

/** True for what may be different at the next attempt. */
export function isTransient(error: BillposterError): boolean {
  if (error instanceof ConnectionError || error.code === 'IDEMPOTENCY_KEY_IN_USE') return true
  return transientStatuses.has(error.status)
}

/**
 * How long to wait after attempt number `attempt` (from 0), in milliseconds: what the service asks for, else half a
 * second doubled with each attempt up to eight, of which up to a half is left to chance.
 */
export function waitAfter(
  { http }: BillposterError,
  attempt: number,
  { now, random }: Pick<Surroundings, 'now' | 'random'>,
): number {
  const asked = http && callAgainAt(http, now())
  if (asked) return asked.getTime() - now()
  return Math.min(longestBackoffMs, firstBackoffMs * 2 ** attempt) * (1 - random() / 2)
}
