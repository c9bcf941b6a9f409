import { hash } from 'node:crypto'
import type { Timestamp } from '@billposter/contract/language/field'
import type { Call, Caller } from '../store/call.ts'
import type { Db, TextRow } from '../store/database.ts'
import { moveIdentityEpoch } from '../store/installation.ts'
import { sql } from '../store/sql.ts'

/** The digest under which a token is kept; the token itself is nowhere. */
export function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

function callerOf(row: TextRow | undefined): Caller | undefined {
  return row ? { id: row[0] ?? '', screen_name: row[1] ?? '' } : undefined
}

/** The user that a bearer token stands for. */
export async function bearerCaller(db: Db, token: string): Promise<Caller | undefined> {
  return callerOf(
    await db.row(sql`
      select users.id, users.screen_name from bearer_tokens join users on users.id = bearer_tokens.user_id
      where bearer_tokens.hash = ${digestOf(token)} and bearer_tokens.revoked_at is null`),
  )
}

export interface SignedToken {
  readonly caller: Caller
  readonly sealedConsumerSecret: Buffer
  readonly sealedTokenSecret: Buffer
}

/** The user and the sealed secrets behind an OAuth 1.0a consumer key and access token. */
export async function signedToken(db: Db, consumerKey: string, token: string): Promise<SignedToken | undefined> {
  const row = await db.row(sql`
    select users.id, users.screen_name, encode(applications.secret_sealed, 'hex'), encode(access_tokens.secret_sealed, 'hex')
    from access_tokens
    join users on users.id = access_tokens.user_id
    join applications on applications.consumer_key = access_tokens.consumer_key
    where access_tokens.token = ${token} and access_tokens.consumer_key = ${consumerKey}
      and access_tokens.revoked_at is null`)
  const caller = callerOf(row)
  if (!row || !caller) return undefined
  return {
    caller,
    sealedConsumerSecret: Buffer.from(row[2] ?? '', 'hex'),
    sealedTokenSecret: Buffer.from(row[3] ?? '', 'hex'),
  }
}

/** What a secret belongs to, so that a sealed one cannot be moved to another row. */
export const secretOf = {
  consumer: (consumerKey: string) => `consumer ${consumerKey}`,
  token: (token: string) => `token ${token}`,
}

/** Makes a bearer token: shown once, kept as a digest. */
export function makeBearerToken(call: Call, userId: string): string {
  const token = `${userId}-${call.surroundings.random.alphanumerics(40)}`
  call.db.later(
    sql`insert into bearer_tokens (hash, user_id, created_at) values (${digestOf(token)}, ${userId}, ${call.now})`,
  )
  return token
}

/** Registers an application: its secret is shown once and kept encrypted, since signatures need it. */
export function makeApplication(call: Call, name: string, callbackUrls: readonly string[]) {
  const { random, keys } = call.surroundings
  const consumer_key = random.alphanumerics(25)
  const consumer_secret = random.alphanumerics(45)
  call.db.later(sql`
    insert into applications (consumer_key, name, secret_sealed, callback_urls, created_at)
    values (${consumer_key}, ${name}, ${keys.seal(consumer_secret, secretOf.consumer(consumer_key))},
            ${JSON.stringify(callbackUrls)}, ${call.now})`)
  return { consumer_key, consumer_secret }
}

/** An application that users can grant access to. */
export interface Application {
  readonly name: string
  readonly sealedSecret: Buffer
  readonly callbackUrls: readonly string[]
}

export async function findApplication(db: Db, consumerKey: string): Promise<Application | undefined> {
  const row = await db.row(sql`
    select name, encode(secret_sealed, 'hex'), callback_urls from applications where consumer_key = ${consumerKey}`)
  if (!row) return undefined
  return {
    name: row[0] ?? '',
    sealedSecret: Buffer.from(row[1] ?? '', 'hex'),
    callbackUrls: JSON.parse(row[2] ?? '[]'),
  }
}

/** Makes the OAuth 1.0a credentials with which an application acts for a user. */
export function makeAccessToken(call: Pick<Call, 'db' | 'now' | 'surroundings'>, userId: string, consumerKey: string) {
  const { random, keys } = call.surroundings
  const access_token = `${userId}-${random.alphanumerics(40)}`
  const access_token_secret = random.alphanumerics(45)
  call.db.later(sql`
    insert into access_tokens (token, user_id, consumer_key, secret_sealed, created_at)
    values (${access_token}, ${userId}, ${consumerKey},
            ${keys.seal(access_token_secret, secretOf.token(access_token))}, ${call.now})`)
  return { access_token, access_token_secret }
}

/** Revokes every token of a user and answers with how many there were. */
export async function revokeTokens(call: Call, userId: string): Promise<number> {
  const bearer = await call.db.run(
    sql`update bearer_tokens set revoked_at = ${call.now} where user_id = ${userId} and revoked_at is null`,
  )
  const signed = await call.db.run(
    sql`update access_tokens set revoked_at = ${call.now} where user_id = ${userId} and revoked_at is null`,
  )
  call.identityChanged()
  return bearer + signed
}

/** A token as it came with a request: which kind it is decides where it is kept. */
export interface PresentedToken {
  readonly kind: 'bearer' | 'oauth1'
  readonly text: string
}

/** Revokes one token and no other; false when it was revoked already. Part of a transaction. */
export async function revokeToken(db: Db, now: Timestamp, { kind, text }: PresentedToken): Promise<boolean> {
  const revoked = await db.run(
    kind === 'bearer'
      ? sql`update bearer_tokens set revoked_at = ${now} where hash = ${digestOf(text)} and revoked_at is null`
      : sql`update access_tokens set revoked_at = ${now} where token = ${text} and revoked_at is null`,
  )
  if (revoked === 1) moveIdentityEpoch(db)
  return revoked === 1
}
