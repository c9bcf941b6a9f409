import { hash, timingSafeEqual } from 'node:crypto'
import { refuse } from '@billposter/contract/language/errors'
import type { Caller } from '../store/call.ts'
import type { Db } from '../store/database.ts'
import type { Surroundings } from '../surroundings/index.ts'
import { type Pairs, readPairs } from './percent-encoding.ts'
import type { Memory } from './memory.ts'
import { isComplete, isTimely, parseOAuthHeader, type SignedRequest, signatureMatches, useNonce } from './oauth1.ts'
import { mediaType, type Presented } from './presented.ts'
import { bearerCaller, digestOf, type PresentedToken, secretOf, signedToken } from './tokens.ts'

/** What telling who calls depends on. `publicUrl` is the address that clients sign, when the operator has set one. */
export interface Identity {
  readonly db: Db
  readonly memory: Memory
  readonly surroundings: Surroundings
  readonly publicUrl: string | undefined
}

/** Who calls, and by which token. */
export interface Identified {
  readonly caller: Caller
  readonly token: PresentedToken
}

/** Why nobody could be told: no usable header, a token that nobody has, or a signature that does not prove it. */
export type Unidentified = 'unreadable' | 'unknown' | 'unproven'

/** Tells who calls, by bearer token or OAuth 1.0a signature. Refuses UNAUTHORIZED_ACCESS. */
export async function authenticate(identity: Identity, presented: Presented): Promise<Caller> {
  const identified = await identify(identity, presented)
  if (typeof identified !== 'string') return identified.caller
  return refuse('UNAUTHORIZED_ACCESS', 'This request is not properly authenticated.')
}

/** The same, telling the token or the reason. */
export async function identify(identity: Identity, presented: Presented): Promise<Identified | Unidentified> {
  const bearer = /^Bearer\s+(\S+)$/i.exec(presented.authorization ?? '')?.[1]
  if (bearer === undefined) return bySignature(identity, presented)
  const digest = digestOf(bearer).toString('latin1')
  const caller = await identity.memory.recall(`bearer ${digest}`, () => bearerCaller(identity.db, bearer))
  return caller ? { caller, token: { kind: 'bearer', text: bearer } } : 'unknown'
}

async function bySignature(identity: Identity, presented: Presented): Promise<Identified | Unidentified> {
  const { db, memory, surroundings } = identity
  const signed = readSigned(identity, presented)
  const token = signed?.header.get('oauth_token')
  if (!signed || !token) return 'unreadable'
  const consumerKey = signed.header.get('oauth_consumer_key') ?? ''
  // A digest, so that long invented tokens do not fill the memory.
  const digest = digestOf(JSON.stringify([consumerKey, token])).toString('latin1')
  const known = await memory.recall(`signed ${digest}`, () => signedToken(db, consumerKey, token))
  if (!known) return 'unknown'
  const consumerSecret = surroundings.keys.open(known.sealedConsumerSecret, secretOf.consumer(consumerKey))
  const tokenSecret = surroundings.keys.open(known.sealedTokenSecret, secretOf.token(token))
  if (!(await isProven(identity, signed, consumerSecret, tokenSecret))) return 'unproven'
  return { caller: known.caller, token: { kind: 'oauth1', text: token } }
}

// Only these two may stand in query or form alone; an address with the others would end up in logs and be forwarded.
const outsideHeader = ['oauth_callback', 'oauth_verifier']

/** The signed request that this is, as far as it can be read; whether it is true is another question. */
export function readSigned(identity: Pick<Identity, 'publicUrl'>, presented: Presented): SignedRequest | undefined {
  const header = parseOAuthHeader(presented.authorization ?? '')
  const given = parametersOf(presented)
  if (!header || !given || !isComplete(header)) return undefined
  // A widely used client repeats in the header what the query says, and signs it once.
  const parameters = given.filter(([name, value]) => !(name.startsWith('oauth_') && header.get(name) === value))
  const misplaced = ([name]: Pairs[number]) => header.has(name) || !outsideHeader.includes(name)
  if (parameters.some((pair) => pair[0].startsWith('oauth_') && misplaced(pair))) return undefined
  const bodyHash = header.get('oauth_body_hash')
  if (bodyHash !== undefined && bodyHash !== hash('sha1', presented.body, 'base64')) return undefined
  return { method: presented.method, urls: signedUrls(identity, presented), parameters, header }
}

/** True when whoever has these secrets signed the request just now, and not for an earlier one. Uses up its nonce. */
export async function isProven(
  { db, surroundings }: Pick<Identity, 'db' | 'surroundings'>,
  signed: SignedRequest,
  consumerSecret: string,
  tokenSecret: string,
): Promise<boolean> {
  if (!isTimely(signed.header, surroundings.clock)) return false
  if (!signatureMatches(signed, consumerSecret, tokenSecret)) return false
  return useNonce(db, signed.header, surroundings.clock)
}

/** The address that was signed: the public one if it is set, else the one that the request was sent to. */
function signedUrls(
  { publicUrl }: Pick<Identity, 'publicUrl'>,
  { host, path }: Pick<Presented, 'host' | 'path'>,
): string[] {
  if (publicUrl) return [publicUrl + path]
  const bare = (host ?? '').toLowerCase()
  return [`http://${bare.replace(/:80$/, '')}${path}`, `https://${bare.replace(/:443$/, '')}${path}`]
}

/** Query parameters, and those of the body only when it is a form; undefined when they cannot be decoded. */
function parametersOf({ query, contentType, body }: Presented): Pairs | undefined {
  const inQuery = readPairs(query)
  const isForm = mediaType(contentType) === 'application/x-www-form-urlencoded'
  const inForm = isForm ? readPairs(body.toString('utf8')) : []
  return inQuery && inForm && [...inQuery, ...inForm]
}

/** Refuses UNAUTHORIZED_ACCESS whoever does not show the operator's token. */
export function authenticateOperator(operatorTokenDigest: Buffer, authorization: string | undefined): void {
  const token = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  if (timingSafeEqual(digestOf(token), operatorTokenDigest)) return
  refuse('UNAUTHORIZED_ACCESS', 'The operator’s token is missing or wrong.')
}
