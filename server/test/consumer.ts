import { createHmac, randomUUID } from 'node:crypto'
import type { Door } from '@billposter/contract/language/operation'
import OAuth from 'oauth-1.0a'
import { urls, type World } from './world.ts'

/** What an application signs with: its own key, and a token once it has one. */
export interface Credentials {
  readonly consumer_key: string
  readonly consumer_secret: string
  readonly token?: string | undefined
  readonly token_secret?: string | undefined
}

export interface Signable {
  readonly method: string
  /** Without query. */
  readonly url: string
  /** What query and form say, not encoded; an array is a name that is repeated. */
  readonly parameters?: Readonly<Record<string, string | string[]>>
  /** More for the header, or something else than is usual there. */
  readonly proof?: Readonly<Record<string, string>>
}

/** The `Authorization` header of a request. A library of others makes it, so that it shares no mistake with ours. */
export function authorization({ method, url, parameters = {}, proof = {} }: Signable, by: Credentials, ms: number) {
  const oauth = new OAuth({
    consumer: { key: by.consumer_key, secret: by.consumer_secret },
    signature_method: 'HMAC-SHA1',
    hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
  })
  const fields = {
    oauth_consumer_key: by.consumer_key,
    oauth_nonce: randomUUID(),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: Math.floor(ms / 1000),
    ...(by.token === undefined ? {} : { oauth_token: by.token }),
    oauth_version: '1.0',
    ...proof,
  } as OAuth.Data
  // The library writes into what it is given.
  const oauth_signature = oauth.getSignature({ method, url, data: { ...parameters } }, by.token_secret, { ...fields })
  return oauth.toHeader({ ...fields, oauth_signature }).Authorization
}

/** What an application sends: its parameters as a form with POST, and in the query otherwise. */
export interface Sent extends Omit<Signable, 'method' | 'url' | 'parameters'> {
  readonly method?: 'GET' | 'POST'
  readonly door?: Door
  readonly parameters?: Readonly<Record<string, string>>
  /** When it is signed, in seconds from now. */
  readonly seconds?: number
  /** What happens to the request on its way. */
  readonly tamper?: (request: { url: string; headers: Record<string, string>; payload: string }) => void
}

/** Sends a signed request to a door. */
export async function sendSigned({ app, clock }: World, by: Credentials, path: string, sent: Sent = {}) {
  const { method = 'POST', door = 'production', parameters = {}, proof = {}, seconds = 0, tamper } = sent
  const host = new URL(urls[door]).host
  const signable = { method, url: urls[door] + path, parameters, proof }
  const encoded = new URLSearchParams(parameters).toString()
  const request = {
    url: method === 'GET' && encoded !== '' ? `${path}?${encoded}` : path,
    headers: {
      host,
      authorization: authorization(signable, by, clock.ms() + seconds * 1000),
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    payload: method === 'POST' ? encoded : '',
  }
  tamper?.(request)
  return app[door].inject({ method, ...request })
}

/** An application that an operator has registered, and what it signs with before it has a token. */
export async function registered(
  { operator }: World,
  name: string,
  callback_urls: string[] = [],
): Promise<Credentials> {
  const { data } = await operator.applications.create({ name, ...(callback_urls.length > 0 ? { callback_urls } : {}) })
  return { consumer_key: data.consumer_key, consumer_secret: data.consumer_secret }
}

/** Asks for a request token and signs with it from then on. */
export async function asking(world: World, by: Credentials, oauth_callback = 'oob'): Promise<Required<Credentials>> {
  const answer = await sendSigned(world, by, '/oauth/request_token', { proof: { oauth_callback } })
  const said = new URLSearchParams(answer.body)
  return { ...by, token: said.get('oauth_token') ?? '', token_secret: said.get('oauth_token_secret') ?? '' }
}

/** Sends the form of the page on which a user answers. */
export function answering({ app }: World, { token }: Credentials, fields: Readonly<Record<string, string>>) {
  return app.production.inject({
    method: 'POST',
    url: '/oauth/authorize',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ oauth_token: token ?? '', ...fields }).toString(),
  })
}

/** The PIN that a page shows. */
export function pinOn(page: string): string {
  return /<p class="pin">(\d{7})<\/p>/.exec(page)?.[1] ?? ''
}
