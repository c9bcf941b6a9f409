import { createHmac } from 'node:crypto'
import OAuth from 'oauth-1.0a'
import type { Surroundings } from './surroundings.ts'

/** An application's and a user's credentials for OAuth 1.0a. */
export interface OAuth1Credentials {
  readonly consumer_key: string
  readonly consumer_secret: string
  readonly access_token: string
  readonly access_token_secret: string
}

/** A request as far as its signature covers it: parameters of query and form, but not a JSON body. */
export interface Signable {
  readonly method: string
  /** Without query. */
  readonly url: string
  /** Not encoded; no name occurs twice. */
  readonly parameters: readonly (readonly [string, string])[]
}

/** Makes the `Authorization` header of a request, with a new nonce and time at each call. */
export function oauth1Signer(
  credentials: OAuth1Credentials,
  { now, uuid }: Pick<Surroundings, 'now' | 'uuid'>,
): (request: Signable) => string {
  const oauth = new OAuth({
    consumer: { key: credentials.consumer_key, secret: credentials.consumer_secret },
    signature_method: 'HMAC-SHA1',
    hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
  })
  return ({ method, url, parameters }) => {
    const proof = {
      oauth_consumer_key: credentials.consumer_key,
      oauth_nonce: uuid().replaceAll('-', ''),
      oauth_signature_method: 'HMAC-SHA1',
      oauth_timestamp: Math.floor(now() / 1000),
      oauth_token: credentials.access_token,
      oauth_version: '1.0',
    }
    const signed = { method, url, data: Object.fromEntries(parameters) }
    const signature = oauth.getSignature(signed, credentials.access_token_secret, proof)
    return oauth.toHeader({ ...proof, oauth_signature: signature }).Authorization
  }
}
