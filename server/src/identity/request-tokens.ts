import { timingSafeEqual } from 'node:crypto'
import type { Timestamp } from '@billposter/contract/language/field'
import type { Caller } from '../store/call.ts'
import type { Database, Db } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { timestamp } from '../surroundings/clock.ts'
import type { Surroundings } from '../surroundings/index.ts'
import { outOfBand } from './callback.ts'
import { useOnce } from './oauth1.ts'
import { makeAccessToken, secretOf } from './tokens.ts'

/** An application's question to a user: open until it is answered, exchanged, or 15 minutes old. */
export interface RequestToken {
  readonly token: string
  readonly consumerKey: string
  readonly application: string
  readonly sealedSecret: Buffer
  readonly callback: string
  /** Present once a user has said yes. */
  readonly verifierHash: Buffer | undefined
  readonly expires: Timestamp
}

const lifetimeMs = 15 * 60_000
const guesses = 5

/** Makes a request token for a callback that is approved. */
export async function makeRequestToken(
  db: Db,
  { clock, random, keys }: Surroundings,
  consumerKey: string,
  callback: string,
): Promise<{ token: string; secret: string }> {
  const token = random.alphanumerics(32)
  const secret = random.alphanumerics(45)
  await db.run(sql`
    insert into request_tokens (token, consumer_key, secret_sealed, callback, expires_at)
    values (${token}, ${consumerKey}, ${keys.seal(secret, secretOf.token(token))}, ${callback},
            ${timestamp(clock.ms() + lifetimeMs)})`)
  return { token, secret }
}

/** The request token, unless it has expired or was exchanged. */
export async function findRequestToken(
  db: Db,
  { clock }: Surroundings,
  token: string,
): Promise<RequestToken | undefined> {
  if (!/^[0-9A-Za-z]{1,64}$/.test(token)) return undefined
  const row = await db.row(sql`
    select request_tokens.consumer_key, applications.name, encode(request_tokens.secret_sealed, 'hex'),
      request_tokens.callback, encode(request_tokens.verifier_hash, 'hex'), request_tokens.expires_at
    from request_tokens join applications on applications.consumer_key = request_tokens.consumer_key
    where request_tokens.token = ${token} and request_tokens.expires_at > ${timestamp(clock.ms())}`)
  if (!row) return undefined
  return {
    token,
    consumerKey: row[0] ?? '',
    application: row[1] ?? '',
    sealedSecret: Buffer.from(row[2] ?? '', 'hex'),
    callback: row[3] ?? '',
    verifierHash: row[4] ? Buffer.from(row[4], 'hex') : undefined,
    expires: timestamp(Date.parse(row[5] ?? '')),
  }
}

/** Keeps the user's yes. Answers with the verifier that proves it, a PIN when people carry it; undefined if too late. */
export async function grant(
  db: Db,
  { clock, random, keys }: Surroundings,
  { token, callback }: RequestToken,
  userId: string,
): Promise<string | undefined> {
  const verifier = callback === outOfBand ? random.digits(7) : random.alphanumerics(32)
  const granted = await db.run(sql`
    update request_tokens set user_id = ${userId}, verifier_hash = ${verifierHash(keys, token, verifier)}
    where token = ${token} and verifier_hash is null and expires_at > ${timestamp(clock.ms())}`)
  return granted === 1 ? verifier : undefined
}

/** Keeps the user's no: the question is gone. False if it was answered before. */
export async function deny(db: Db, { token }: RequestToken): Promise<boolean> {
  return (await db.run(sql`delete from request_tokens where token = ${token} and verifier_hash is null`)) === 1
}

/** Keyed, since the seven digits of a PIN could be tried out on a plain hash. */
function verifierHash(keys: Surroundings['keys'], token: string, verifier: string): Buffer {
  return Buffer.from(keys.sign(JSON.stringify(['verifier', token, verifier])))
}

/** Compares the verifier in constant time. A request token is gone once it has been tried five times in vain. */
export async function verifierMatches(
  db: Db,
  { keys }: Surroundings,
  { token, verifierHash: kept, expires }: RequestToken,
  verifier: string,
): Promise<boolean> {
  if (!kept) return false
  if (!(await mayGuess(db, token, expires))) {
    await db.run(sql`delete from request_tokens where token = ${token}`)
    return false
  }
  const given = verifierHash(keys, token, verifier)
  return kept.length === given.length && timingSafeEqual(kept, given)
}

/** Each try uses up one of five; that they are counted apart from the token keeps them when its change is undone. */
async function mayGuess(db: Db, token: string, expires: Timestamp): Promise<boolean> {
  for (let guess = 1; guess <= guesses; guess++) {
    if (await useOnce(db, ['verifier', token, String(guess)], expires)) return true
  }
  return false
}

/** Trades the request token for an access token; undefined when somebody else was faster. */
export function exchange(
  database: Database,
  surroundings: Surroundings,
  { token, consumerKey }: RequestToken,
): Promise<{ caller: Caller; access_token: string; access_token_secret: string } | undefined> {
  const now = timestamp(surroundings.clock.ms())
  return database.transaction(async (db) => {
    const row = await db.row(sql`
      with granted as (
        delete from request_tokens
        where token = ${token} and verifier_hash is not null and expires_at > ${now} returning user_id)
      select users.id, users.screen_name from granted join users on users.id = granted.user_id`)
    if (!row) return undefined
    const caller = { id: row[0] ?? '', screen_name: row[1] ?? '' }
    return { caller, ...makeAccessToken({ db, now, surroundings }, caller.id, consumerKey) }
  })
}
