import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Credentials, sendSigned } from '../../test/consumer.ts'
import { createWorld, type Person } from '../../test/world.ts'

const world = await createWorld()
const path = '/1.1/oauth/invalidate_token'

function credentialsOf({ oauth1 }: Person): Credentials {
  const { consumer_key, consumer_secret, access_token: token, access_token_secret: token_secret } = oauth1
  return { consumer_key, consumer_secret, token, token_secret }
}

function withBearer(method: 'GET' | 'POST', url: string, token: string) {
  return world.app.production.inject({ method, url, headers: { authorization: `Bearer ${token}` } })
}

const epoch = () => world.database.value({ text: 'select identity_epoch from installation', values: [] })

test('a signed request revokes the token that it is signed with, and no other', async () => {
  const someone = await world.person()
  const by = credentialsOf(someone)
  const before = Number(await epoch())
  assert.equal((await sendSigned(world, by, '/12/accounts', { method: 'GET' })).statusCode, 200)
  const answer = await sendSigned(world, by, path)
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
  assert.deepEqual(answer.json(), { access_token: by.token })
  assert.equal(Number(await epoch()), before + 1)

  const refused = await sendSigned(world, by, '/12/accounts', { method: 'GET' })
  assert.equal(refused.statusCode, 401)
  assert.equal(refused.json().errors[0].code, 'UNAUTHORIZED_ACCESS')
  assert.equal((await withBearer('GET', '/12/accounts', someone.bearerToken)).statusCode, 200)
})

test('a bearer token revokes itself, and no other', async () => {
  const someone = await world.person()
  assert.equal((await withBearer('GET', '/12/accounts', someone.bearerToken)).statusCode, 200)
  const answer = await withBearer('POST', path, someone.bearerToken)
  assert.deepEqual([answer.statusCode, answer.json()], [200, { access_token: someone.bearerToken }])
  assert.equal((await withBearer('GET', '/12/accounts', someone.bearerToken)).statusCode, 401)
  assert.equal((await sendSigned(world, credentialsOf(someone), '/12/accounts', { method: 'GET' })).statusCode, 200)
})

test('a token that is revoked, unknown or not proven is refused with the numeric codes', async () => {
  const someone = await world.person()
  const by = credentialsOf(someone)
  const codeOf = async (credentials: Credentials, sent = {}) => {
    const answer = await sendSigned(world, credentials, path, sent)
    return [answer.statusCode, answer.json().errors[0].code]
  }
  assert.deepEqual(await codeOf({ ...by, token_secret: 'wrong' }), [401, 32])
  assert.deepEqual(await codeOf(by, { seconds: -301 }), [401, 32])
  assert.deepEqual(await codeOf({ ...by, token: 'unknown' }), [401, 89])
  assert.deepEqual(await codeOf({ ...by, token: undefined }), [400, 215])
  const bare = await world.app.production.inject({ method: 'POST', url: path })
  assert.deepEqual([bare.statusCode, bare.json().errors[0].code], [400, 215])
  const unknown = await withBearer('POST', path, 'unknown')
  assert.deepEqual(unknown.json(), { errors: [{ code: 89, message: 'Invalid or expired token.' }] })
  assert.equal((await sendSigned(world, by, path)).statusCode, 200)
  assert.deepEqual(await codeOf(by), [401, 89])
})

test('of many revocations at once, one revokes', async () => {
  const someone = await world.person()
  const answers = await Promise.all(Array.from({ length: 5 }, () => withBearer('POST', path, someone.bearerToken)))
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
    [200, 401, 401, 401, 401],
  )
})

test('other methods are not possible at the token endpoints', async () => {
  for (const url of ['/oauth/request_token', '/oauth/access_token', path]) {
    const answer = await world.app.production.inject({ method: 'GET', url })
    assert.deepEqual([answer.statusCode, answer.headers['allow']], [405, 'POST'])
  }
})
