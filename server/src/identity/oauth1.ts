import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import OAuth from 'oauth-1.0a'
import type { Db } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import type { Surroundings } from '../surroundings/index.ts'
import { timestamp } from '../surroundings/clock.ts'

/** The `oauth_*` values of an `Authorization: OAuth …` header. */
export type OAuthHeader = Readonly<Record<string, string>>

/** A request as far as its signature covers it. */
export interface SignedRequest {
  readonly method: string
  /** Addresses under which the caller may know this resource, without query. */
  readonly urls: readonly string[]
  /** Query and form parameters, decoded, repeated keys included. */
  readonly parameters: readonly (readonly [string, string])[]
  readonly header: OAuthHeader
}

const windowSeconds = 300

/** Reads the header; undefined when it is not one. */
export function parseOAuthHeader(authorization: string): OAuthHeader | undefined {
  const match = /^OAuth\s+(.*)$/is.exec(authorization)
  if (!match?.[1]) return undefined
  const values: Record<string, string> = {}
  for (const part of match[1].split(',')) {
    const pair = /^\s*([^=\s]+)\s*=\s*"?([^"]*)"?\s*$/.exec(part)
    if (!pair?.[1] || pair[2] === undefined) return undefined
    try {
      const key = decodeURIComponent(pair[1])
      if (Object.hasOwn(values, key)) return undefined
      values[key] = decodeURIComponent(pair[2])
    } catch {
      // Bytes that are no UTF-8 make no header of ours.
      return undefined
    }
  }
  return values
}

/** True when the header asks for what this service speaks and its time is near enough. */
export function isPresentable(header: OAuthHeader, surroundings: Surroundings): boolean {
  const seconds = Number(header['oauth_timestamp'])
  const now = surroundings.clock.ms() / 1000
  return (
    header['oauth_signature_method'] === 'HMAC-SHA1' &&
    (header['oauth_version'] ?? '1.0') === '1.0' &&
    Boolean(header['oauth_nonce']) &&
    /^\d{1,12}$/.test(header['oauth_timestamp'] ?? '') &&
    Math.abs(now - seconds) <= windowSeconds
  )
}

/** Compares the signature in constant time, for each address under which the caller may know the resource. */
export function signatureMatches(request: SignedRequest, consumerSecret: string, tokenSecret: string): boolean {
  const given = Buffer.from(request.header['oauth_signature'] ?? '')
  return request.urls.some((url) => {
    const made = Buffer.from(signatureOf(request, url, consumerSecret, tokenSecret))
    return made.length === given.length && timingSafeEqual(made, given)
  })
}

function signatureOf(request: SignedRequest, url: string, consumerSecret: string, tokenSecret: string): string {
  const oauth = new OAuth({
    consumer: { key: request.header['oauth_consumer_key'] ?? '', secret: consumerSecret },
    signature_method: 'HMAC-SHA1',
    hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
  })
  const { oauth_signature, realm, oauth_body_hash, ...signed } = request.header
  const bodyHash = oauth_body_hash === undefined ? [] : [['oauth_body_hash', oauth_body_hash] as const]
  // Repeated keys become lists, which the library sorts by encoded value.
  const data: Record<string, string | string[]> = {}
  for (const [key, value] of [...request.parameters, ...bodyHash]) {
    const before = data[key]
    data[key] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]
  }
  // The library asks for its own header type here, whose fields these are.
  return oauth.getSignature({ url, method: request.method, data }, tokenSecret, signed as unknown as OAuth.Data)
}

/** Keeps a nonce for as long as its timestamp is accepted; false when it was there already. */
export async function useNonce(db: Db, header: OAuthHeader, surroundings: Surroundings): Promise<boolean> {
  const parts = ['oauth_consumer_key', 'oauth_token', 'oauth_timestamp', 'oauth_nonce'].map(
    (name) => header[name] ?? '',
  )
  const digest = hash('sha256', JSON.stringify(parts), 'buffer').subarray(0, 16)
  const expires = timestamp(surroundings.clock.ms() + 2 * windowSeconds * 1000)
  return (
    (await db.run(
      sql`insert into oauth_nonces (digest, expires_at) values (${digest}, ${expires}) on conflict do nothing`,
    )) === 1
  )
}
