import { timingSafeEqual } from 'node:crypto'
import { refuse } from '@billposter/contract/language/errors'
import type { Caller } from '../store/call.ts'
import type { Db } from '../store/database.ts'
import type { Surroundings } from '../surroundings/index.ts'
import type { Memory } from './memory.ts'
import { isPresentable, parseOAuthHeader, signatureMatches, useNonce } from './oauth1.ts'
import { mediaType, type Presented } from './presented.ts'
import { bearerCaller, digestOf, secretOf, signedToken } from './tokens.ts'

/** What telling who calls depends on. `publicUrl` is the address that clients sign, when the operator has set one. */
export interface Identity {
  readonly db: Db
  readonly memory: Memory
  readonly surroundings: Surroundings
  readonly publicUrl: string | undefined
}

/** Tells who calls, by bearer token or OAuth 1.0a signature. Refuses UNAUTHORIZED_ACCESS. */
export async function authenticate(identity: Identity, presented: Presented): Promise<Caller> {
  const authorization = presented.authorization ?? ''
  const bearer = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1]
  const caller = bearer ? await byBearer(identity, bearer) : await bySignature(identity, presented, authorization)
  return caller ?? refuse('UNAUTHORIZED_ACCESS', 'This request is not properly authenticated.')
}

function byBearer({ db, memory }: Identity, token: string): Promise<Caller | undefined> {
  return memory.recall(`bearer ${digestOf(token).toString('latin1')}`, () => bearerCaller(db, token))
}

async function bySignature(
  identity: Identity,
  presented: Presented,
  authorization: string,
): Promise<Caller | undefined> {
  const { db, memory, surroundings } = identity
  const header = parseOAuthHeader(authorization)
  if (!header || !isPresentable(header, surroundings)) return undefined
  const consumerKey = header['oauth_consumer_key'] ?? ''
  const token = header['oauth_token'] ?? ''
  if (consumerKey.includes('\0') || token.includes('\0')) return undefined
  const known = await memory.recall(`signed ${JSON.stringify([consumerKey, token])}`, () =>
    signedToken(db, consumerKey, token),
  )
  if (!known) return undefined
  const consumerSecret = surroundings.keys.open(known.sealedConsumerSecret, secretOf.consumer(consumerKey))
  const tokenSecret = surroundings.keys.open(known.sealedTokenSecret, secretOf.token(token))
  const request = {
    method: presented.method,
    urls: signedUrls(identity, presented),
    parameters: signedParameters(presented),
    header,
  }
  if (!signatureMatches(request, consumerSecret, tokenSecret)) return undefined
  return (await useNonce(db, header, surroundings)) ? known.caller : undefined
}

/** The address that was signed: the public one if it is set, else the one that the request was sent to. */
export function signedUrls(
  { publicUrl }: Pick<Identity, 'publicUrl'>,
  { host, path }: Pick<Presented, 'host' | 'path'>,
): string[] {
  if (publicUrl) return [publicUrl + path]
  const bare = (host ?? '').toLowerCase()
  return [`http://${bare.replace(/:80$/, '')}${path}`, `https://${bare.replace(/:443$/, '')}${path}`]
}

/** Query parameters, and those of the body only when it is a form. */
export function signedParameters({
  query,
  contentType,
  body,
}: Pick<Presented, 'query' | 'contentType' | 'body'>): [string, string][] {
  const form = mediaType(contentType) === 'application/x-www-form-urlencoded' ? body.toString('utf8') : ''
  return [...new URLSearchParams(query), ...new URLSearchParams(form)]
}

/** Refuses UNAUTHORIZED_ACCESS whoever does not show the operator's token. */
export function authenticateOperator(operatorTokenDigest: Buffer, authorization: string | undefined): void {
  const token = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  if (timingSafeEqual(digestOf(token), operatorTokenDigest)) return
  refuse('UNAUTHORIZED_ACCESS', 'The operator’s token is missing or wrong.')
}
