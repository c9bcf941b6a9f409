import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Credentials, sendSigned, type Sent } from '../../test/consumer.ts'
import { createWorld, type Person } from '../../test/world.ts'

const world = await createWorld()
const path = '/12/accounts'
const unauthorized = [{ code: 'UNAUTHORIZED_ACCESS', message: 'This request is not properly authenticated.' }]

function credentialsOf({ oauth1 }: Person): Credentials {
  const { consumer_key, consumer_secret, access_token: token, access_token_secret: token_secret } = oauth1
  return { consumer_key, consumer_secret, token, token_secret }
}

async function statusOf(by: Credentials, sent: Sent = {}): Promise<number> {
  const answer = await sendSigned(world, by, path, { method: 'GET', ...sent })
  if (answer.statusCode === 401) assert.deepEqual(answer.json(), { errors: unauthorized, request: { params: {} } })
  return answer.statusCode
}

test('a signed request is its user’s, at both doors', async () => {
  const someone = await world.advertiser()
  const answer = await sendSigned(world, credentialsOf(someone), path, { method: 'GET', parameters: { q: 'Ac me+' } })
  assert.equal(answer.statusCode, 200)
  assert.deepEqual(answer.json().request.params.q, 'Ac me+')
  const all = await sendSigned(world, credentialsOf(someone), path, { method: 'GET' })
  assert.deepEqual(
    all.json().data.map(({ id }: { id: string }) => id),
    [someone.account_id],
  )
  assert.equal(await statusOf(credentialsOf(someone), { door: 'sandbox' }), 200)
})

test('wrong secrets, unknown keys and tokens, and a mixture of two applications are refused', async () => {
  const by = credentialsOf(await world.person())
  const other = credentialsOf(await world.person())
  assert.equal(await statusOf(by), 200)
  assert.equal(await statusOf({ ...by, consumer_secret: 'wrong' }), 401)
  assert.equal(await statusOf({ ...by, token_secret: 'wrong' }), 401)
  assert.equal(await statusOf({ ...by, consumer_key: 'unknown' }), 401)
  assert.equal(await statusOf({ ...by, token: 'unknown' }), 401)
  assert.equal(await statusOf({ ...by, token: undefined }), 401)
  assert.equal(await statusOf({ ...by, token: other.token, token_secret: other.token_secret }), 401)
})

test('a nonce is used once', async () => {
  const by = credentialsOf(await world.person())
  const proof = { oauth_nonce: 'once' }
  assert.equal(await statusOf(by, { proof }), 200)
  assert.equal(await statusOf(by, { proof }), 401)
  assert.equal(await statusOf(by, { proof, seconds: 1 }), 200)
  assert.equal(await statusOf(credentialsOf(await world.person()), { proof }), 200)
})

test('of many equal requests at once, one is answered', async () => {
  const by = credentialsOf(await world.person())
  const statuses = await Promise.all(Array.from({ length: 8 }, () => statusOf(by, { proof: { oauth_nonce: 'same' } })))
  assert.deepEqual(
    statuses.toSorted((one, other) => one - other),
    [200, ...Array(7).fill(401)],
  )
})

test('a nonce is refused for as long as its timestamp is accepted', async () => {
  const by = credentialsOf(await world.person())
  const sent = (seconds: number) => ({ proof: { oauth_nonce: 'ahead' }, seconds })
  assert.equal(await statusOf(by, sent(300)), 200)
  world.clock.advance('600s')
  await world.app.tick()
  assert.equal(await statusOf(by, sent(-300)), 401)
  assert.equal(await statusOf(by, { seconds: -300 }), 200)
})

test('a captured request cannot be repeated with another nonce and time beside the signed ones', async () => {
  const by = credentialsOf(await world.person())
  const proof = { oauth_nonce: 'signed', oauth_timestamp: String(world.clock.ms() / 1000) }
  const replay: Sent = {
    proof,
    tamper(request) {
      const { authorization = '' } = request.headers
      request.headers['authorization'] = authorization.replace('signed', 'other')
      request.url += `?oauth_nonce=${proof.oauth_nonce}`
    },
  }
  assert.equal(await statusOf(by, replay), 401)
})

test('a stale or early timestamp is refused', async () => {
  const by = credentialsOf(await world.person())
  for (const [seconds, status] of [
    [-301, 401],
    [-300, 200],
    [300, 200],
    [301, 401],
  ] as const) {
    assert.equal(await statusOf(by, { seconds }), status, String(seconds))
  }
})

test('a parameter that is changed, added or taken away on the way is refused', async () => {
  const by = credentialsOf(await world.person())
  const parameters = { count: '10', q: 'acme' }
  const changed = (from: string, to: string): Sent => ({
    parameters,
    tamper: (request) => {
      request.url = request.url.replace(from, to)
    },
  })
  assert.equal(await statusOf(by, changed('', '')), 200)
  assert.equal(await statusOf(by, changed('acme', 'acm%65')), 200)
  for (const [from, to] of [
    ['10', '11'],
    ['&q=acme', ''],
    ['acme', 'acme&with_deleted=true'],
    ['?count', '??count'],
    ['acme', 'acme&%zz'],
  ] as const) {
    assert.equal(await statusOf(by, changed(from, to)), 401, to)
  }
})
