import { hash } from 'node:crypto'
import { invalidParameter, Refusal, refuse } from '@billposter/contract/language/errors'
import type { Db } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { timestamp } from '../surroundings/clock.ts'

/** A claim on an `Idempotency-Key` by one request. */
export interface IdempotencyClaim {
  readonly userId: string
  readonly door: string
  readonly key: string
  /** Equal for requests that ask for the same. */
  readonly requestHash: string
}

/** The answer that was stored under the key. */
export interface Stored {
  readonly status: number
  readonly body: string
  readonly etag?: string
}

const keptMs = 24 * 3_600_000
const shape = /^[\x21-\x7e]{1,255}$/

/** Reads the header; refuses a key that is not 1 to 255 visible characters. */
export function idempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || shape.test(header)) return header
  throw new Refusal([invalidParameter('Idempotency-Key', 'Idempotency-Key must be 1 to 255 visible ASCII characters.')])
}

export function requestHash(...parts: string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url')
}

/**
 * Claims the key within the transaction of the change, so that key and change are stored together or not at all.
 * Answers with what is to be replayed. A lock of the transaction tells a running request from a finished one.
 */
export async function claimOrReplay(db: Db, claim: IdempotencyClaim, nowMs: number): Promise<Stored | undefined> {
  const { userId, door, key } = claim
  const lock = BigInt.asIntN(64, BigInt(`0x${hash('sha256', JSON.stringify([userId, door, key])).slice(0, 16)}`))
  const [free, hashed, status, body, etag, expired] =
    (await db.row(sql`
      select pg_try_advisory_xact_lock(${lock}), request_hash, status, body, etag, expires_at <= ${timestamp(nowMs)}
      from (select 1) one left join idempotency_keys on user_id = ${userId} and door = ${door} and key = ${key}`)) ?? []
  if (hashed && expired === 'f') {
    return replay(claim, hashed, { status: Number(status), body: body ?? '', ...(etag ? { etag } : {}) })
  }
  if (free !== 't') {
    return refuse('IDEMPOTENCY_KEY_IN_USE', 'A request with this Idempotency-Key is still running; repeat it later.')
  }
  if (hashed) db.later(sql`delete from idempotency_keys where user_id = ${userId} and door = ${door} and key = ${key}`)
  return undefined
}

function replay(claim: IdempotencyClaim, hashed: string, stored: Stored): Stored {
  if (hashed === claim.requestHash) return stored
  return refuse('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request; choose a new one.')
}

/**
 * Stores the answer with the change; both are committed together. Where another request has stored the key since the
 * claim looked, the transaction runs again and replays.
 */
export function storeAnswer(db: Db, claim: IdempotencyClaim, answer: Stored, nowMs: number): void {
  const { userId, door, key, requestHash: hashed } = claim
  db.later(sql`
    insert into idempotency_keys (user_id, door, key, request_hash, status, body, etag, expires_at)
    values (${userId}, ${door}, ${key}, ${hashed}, ${answer.status}, ${answer.body}, ${answer.etag ?? null}, ${timestamp(nowMs + keptMs)})`)
}
