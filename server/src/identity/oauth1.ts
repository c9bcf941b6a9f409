import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { Timestamp } from '@billposter/contract/language/field'
import type { Db } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { type Clock, timestamp } from '../surroundings/clock.ts'
import { type Pairs, percentEncoded } from './percent-encoding.ts'

/** The values of an `Authorization: OAuth …` header, without the realm. */
export type OAuthHeader = ReadonlyMap<string, string>

/** A request as far as its signature covers it. */
export interface SignedRequest {
  readonly method: string
  /** Addresses under which the caller may know this resource, without query. */
  readonly urls: readonly string[]
  /** Query and form parameters, decoded, repeated names included. */
  readonly parameters: Pairs
  readonly header: OAuthHeader
}

const windowSeconds = 300

// Spaces before a value belong to the value: with two places to go, many of them would take their square in time.
const headerField = /[\s,]*([^\s=",]+)\s*=(?:\s*"((?:[^"\\]|\\.)*)"|\s*([^\s",]+))?\s*(?:,[\s,]*|$)/gy

/** Reads the header; undefined when it is not one, or says something twice. */
export function parseOAuthHeader(authorization: string): OAuthHeader | undefined {
  const fields = /^OAuth\s+(.+)$/is.exec(authorization)?.[1]
  if (!fields) return undefined
  const header = new Map<string, string>()
  let length = 0
  for (const [text, name = '', quoted, bare = ''] of fields.matchAll(headerField)) {
    length += text.length
    // The realm is plain text, and the only part of the header that is never signed.
    if (name.toLowerCase() === 'realm') continue
    try {
      const key = decodeURIComponent(name)
      if (header.has(key)) return undefined
      header.set(key, decodeURIComponent(quoted ?? bare))
    } catch {
      // Bytes that are no UTF-8 make no header of ours.
      return undefined
    }
  }
  return length === fields.length ? header : undefined
}

const visible = /^[\x21-\x7e]{1,200}$/

/** True when the header says all that is needed, in the one way that this service speaks. */
export function isComplete(header: OAuthHeader): boolean {
  const token = header.get('oauth_token') ?? ''
  return (
    header.get('oauth_signature_method') === 'HMAC-SHA1' &&
    (header.get('oauth_version') ?? '1.0') === '1.0' &&
    visible.test(header.get('oauth_consumer_key') ?? '') &&
    (token === '' || visible.test(token)) &&
    Boolean(header.get('oauth_nonce')) &&
    Boolean(header.get('oauth_signature')) &&
    /^\d{1,12}$/.test(header.get('oauth_timestamp') ?? '')
  )
}

/** True when the header was made at most five minutes before or after now. */
export function isTimely(header: OAuthHeader, clock: Clock): boolean {
  return Math.abs(clock.ms() / 1000 - Number(header.get('oauth_timestamp'))) <= windowSeconds
}

/** Compares the signature in constant time, for each address under which the caller may know the resource. */
export function signatureMatches(request: SignedRequest, consumerSecret: string, tokenSecret: string): boolean {
  const given = Buffer.from(request.header.get('oauth_signature') ?? '')
  const key = writeKey(consumerSecret, tokenSecret)
  const parameters = percentEncoded(normalized(request))
  return request.urls.some((url) => {
    const base = `${request.method.toUpperCase()}&${percentEncoded(url)}&${parameters}`
    const made = Buffer.from(createHmac('sha1', key).update(base).digest('base64'))
    return made.length === given.length && timingSafeEqual(made, given)
  })
}

function writeKey(consumerSecret: string, tokenSecret: string): string {
  return `${percentEncoded(consumerSecret)}&${percentEncoded(tokenSecret)}`
}

/** All parameters of query, form and header, sorted after encoding, by name and then by value (RFC 5849, 3.4.1.3.2). */
function normalized({ parameters, header }: SignedRequest): string {
  const pairs = [...parameters, ...header]
    .filter(([name]) => name !== 'oauth_signature')
    .map(([name, value]) => [percentEncoded(name), percentEncoded(value)] as const)
  pairs.sort(([name, value], [otherName, otherValue]) => compare(name, otherName) || compare(value, otherValue))
  return pairs.map(([name, value]) => `${name}=${value}`).join('&')
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** Keeps a nonce for as long as its timestamp is accepted; false when it was there already. */
export function useNonce(db: Db, header: OAuthHeader, clock: Clock): Promise<boolean> {
  const names = ['oauth_consumer_key', 'oauth_token', 'oauth_timestamp', 'oauth_nonce']
  return useOnce(
    db,
    names.map((name) => header.get(name) ?? ''),
    timestamp(clock.ms() + 2 * windowSeconds * 1000),
  )
}

/** Uses up what can be used once; false when it was used before. */
export async function useOnce(db: Db, what: readonly string[], expires: Timestamp): Promise<boolean> {
  const digest = hash('sha256', JSON.stringify(what), 'buffer').subarray(0, 16)
  const added = await db.run(
    sql`insert into oauth_nonces (digest, expires_at) values (${digest}, ${expires}) on conflict do nothing`,
  )
  return added === 1
}
