import { identify, isProven, readSigned } from '../../identity/authenticate.ts'
import { approvedCallback } from '../../identity/callback.ts'
import { onlyValue, type Pairs, writePairs } from '../../identity/percent-encoding.ts'
import type { SignedRequest } from '../../identity/oauth1.ts'
import { exchange, findRequestToken, makeRequestToken, verifierMatches } from '../../identity/request-tokens.ts'
import { findApplication, revokeToken, secretOf } from '../../identity/tokens.ts'
import { timestamp } from '../../surroundings/clock.ts'
import { TokenRefusal } from './refusal.ts'
import type { Answered, House, Incoming } from '../pipeline.ts'

/** Step 1: an application asks for a request token. */
export async function requestToken(house: House, incoming: Incoming): Promise<Answered> {
  const { identity } = house
  const signed = readSigned(identity, incoming)
  const wanted = signed && valueOf(signed, 'oauth_callback')
  if (!signed || signed.header.get('oauth_token') || !wanted) throw new TokenRefusal(215)
  const consumerKey = signed.header.get('oauth_consumer_key') ?? ''
  const application = await findApplication(identity.db, consumerKey)
  if (!application) throw new TokenRefusal(32)
  const consumerSecret = identity.surroundings.keys.open(application.sealedSecret, secretOf.consumer(consumerKey))
  if (!(await isProven(identity, signed, consumerSecret, ''))) throw new TokenRefusal(32)
  const callback = approvedCallback(wanted, application.callbackUrls)
  if (callback === undefined) throw new TokenRefusal(415)
  const { token, secret } = await makeRequestToken(identity.db, identity.surroundings, consumerKey, callback)
  return form([
    ['oauth_token', token],
    ['oauth_token_secret', secret],
    ['oauth_callback_confirmed', 'true'],
  ])
}

/** Step 3: the application trades the request token, with the verifier that came from the user, for an access token. */
export async function accessToken(house: House, incoming: Incoming): Promise<Answered> {
  const { db, surroundings } = house.identity
  const signed = readSigned(house.identity, incoming)
  const token = signed?.header.get('oauth_token')
  const verifier = signed && valueOf(signed, 'oauth_verifier')
  if (!signed || !token || !verifier) throw new TokenRefusal(215)
  const consumerKey = signed.header.get('oauth_consumer_key') ?? ''
  const application = await findApplication(db, consumerKey)
  if (!application) throw new TokenRefusal(32)
  const requested = await findRequestToken(db, surroundings, token)
  if (requested?.consumerKey !== consumerKey) throw new TokenRefusal(89)
  const consumerSecret = surroundings.keys.open(application.sealedSecret, secretOf.consumer(consumerKey))
  const tokenSecret = surroundings.keys.open(requested.sealedSecret, secretOf.token(token))
  if (!(await isProven(house.identity, signed, consumerSecret, tokenSecret))) throw new TokenRefusal(32)
  if (!(await verifierMatches(db, surroundings, requested, verifier))) throw new TokenRefusal(32)
  const granted = await exchange(house.database, surroundings, requested)
  if (!granted) throw new TokenRefusal(89)
  const answered = form([
    ['oauth_token', granted.access_token],
    ['oauth_token_secret', granted.access_token_secret],
    ['user_id', granted.caller.id],
    ['screen_name', granted.caller.screen_name],
  ])
  return { ...answered, userId: granted.caller.id }
}

/** Revokes the token that the request was made with. */
export async function invalidateToken({ identity, database }: House, incoming: Incoming): Promise<Answered> {
  const identified = await identify(identity, incoming)
  if (identified === 'unreadable') throw new TokenRefusal(215)
  if (identified === 'unknown') throw new TokenRefusal(89)
  if (identified === 'unproven') throw new TokenRefusal(32)
  const { caller, token } = identified
  const now = timestamp(identity.surroundings.clock.ms())
  const revoked = await database.transaction((db) => revokeToken(db, now, token))
  identity.memory.forget()
  if (!revoked) throw new TokenRefusal(89)
  return { status: 200, body: JSON.stringify({ access_token: token.text }), headers: {}, userId: caller.id }
}

/** Parameters of the protocol's steps may stand in the header, the query or the form, but only once. */
function valueOf({ header, parameters }: SignedRequest, name: string): string | undefined {
  return onlyValue([...parameters, ...header], name)
}

function form(pairs: Pairs): Answered {
  return { status: 200, body: writePairs(pairs), headers: { 'content-type': 'application/x-www-form-urlencoded' } }
}
