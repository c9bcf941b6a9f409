import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@billposter/client'
import { refuses } from '../../../test/refusals.ts'
import { onTheWire } from '../../../test/wire.ts'
import { createWorld, operatorToken, type Person, urls } from '../../../test/world.ts'
import { type App, createApp } from '../../app.ts'
import { leaseNode } from '../../store/nodes.ts'
import { snowflakeIds } from '../../surroundings/ids.ts'
import { createKeys } from '../../surroundings/keys.ts'
import { createLog } from '../../surroundings/log.ts'
import { systemRandom } from '../../surroundings/random.ts'

const world = await createWorld()
const { users } = world.operator

const nobody = 1n
const unknownUser = { code: 'NOT_FOUND', parameter: 'user_id' }

/** Asks production as somebody whose requests are signed. */
function signing({ oauth1 }: Person) {
  const now = () => world.clock.ms()
  return createClient({ baseUrl: urls.production, transport: world.transport, auth: { oauth1 }, retries: 0, now })
}

test('a new user has a decimal id, and the screen name as name unless another is given', async () => {
  const plain = await users.create({ screen_name: 'Acme_1' })
  assert.equal(plain.http.status, 200)
  assert.match(plain.data.id, /^\d{15,19}$/)
  assert.deepEqual(plain.data, {
    id: plain.data.id,
    screen_name: 'Acme_1',
    name: 'Acme_1',
    created_at: '2026-01-15T12:00:00Z',
  })
  assert.equal((await users.create({ screen_name: 'acme_2', name: 'Acme & Söhne' })).data.name, 'Acme & Söhne')
})

test('a screen name is taken whatever its case, has at most 15 characters, and no others than words are made of', async () => {
  await users.create({ screen_name: 'taken' })
  const wrong = { code: 'INVALID_PARAMETER', parameter: 'screen_name' }
  for (const screen_name of ['TAKEN', 'x'.repeat(16), 'two words', '@sign', '']) {
    await refuses(users.create({ screen_name }), 400, wrong)
  }
})

test('of users who ask for one name at the same time one gets it', async () => {
  const calls = ['Same', 'same', 'SAME', 'sAmE'].map((screen_name) => users.create({ screen_name }))
  const outcomes = await Promise.allSettled(calls)
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected', 'rejected', 'rejected'])
})

test('tokens are made anew at each call, in the shape that clients expect, and nowhere stored as they are', async () => {
  const { data: user } = await users.create({ screen_name: 'token_holder' })
  const user_id = BigInt(user.id)
  const [first, second] = [await users.createTokens({ user_id }), await users.createTokens({ user_id })]
  assert.notDeepEqual(first.data, second.data)
  const { bearer_token, oauth1 } = first.data
  for (const token of [bearer_token, oauth1.access_token]) {
    assert.match(token, new RegExp(`^${user.id}-[0-9A-Za-z]{40}$`))
  }
  for (const secret of [oauth1.consumer_secret, oauth1.access_token_secret]) assert.match(secret, /^[0-9A-Za-z]{45}$/)
  const stored = await world.database.rows({
    text: `select t::text from (select applications::text from applications union all
           select access_tokens::text from access_tokens union all select bearer_tokens::text from bearer_tokens) t`,
    values: [],
  })
  for (const secret of [bearer_token, oauth1.consumer_secret, oauth1.access_token_secret]) {
    assert.ok(!stored.some(([row]) => row?.includes(secret)))
  }
})

test('a bearer token and a signature both speak for the user, at both doors', async () => {
  const someone = await world.advertiser()
  const byBearer = await someone.client.authenticatedUserAccess.get({ account_id: someone.account_id })
  const bySignature = await signing(someone).authenticatedUserAccess.get({ account_id: someone.account_id })
  assert.deepEqual(bySignature.data, byBearer.data)
  assert.equal(byBearer.data.user_id, someone.id)
  assert.deepEqual((await someone.sandbox.accounts.list()).data, [])
})

test('revocation ends all tokens of a user at once, and leaves those of others alone', async () => {
  const someone = await world.advertiser()
  const other = await world.advertiser()
  await users.createTokens({ user_id: BigInt(someone.id) })
  const revoked = await users.revokeTokens({ user_id: BigInt(someone.id) })
  assert.deepEqual(revoked.data, { revoked: 4 })
  const refused = { code: 'UNAUTHORIZED_ACCESS' }
  await refuses(someone.client.accounts.list(), 401, refused)
  await refuses(someone.sandbox.accounts.list(), 401, refused)
  await refuses(signing(someone).accounts.list(), 401, refused)
  assert.equal((await other.client.accounts.list()).data.length, 1)
  assert.deepEqual((await users.revokeTokens({ user_id: BigInt(someone.id) })).data, { revoked: 0 })
})

test('after a revocation the user can be given new tokens, which work', async () => {
  const someone = await world.advertiser()
  await users.revokeTokens({ user_id: BigInt(someone.id) })
  const { data } = await users.createTokens({ user_id: BigInt(someone.id) })
  const said = await onTheWire(world.app.production, 'GET', '/12/accounts', { token: data.bearer_token })
  assert.equal(said.status, 200)
})

for (const [process, second] of Object.entries({
  'that looks for changes a few times a second': async (other: App) => {
    world.clock.advance('0.5s')
    await other.tick()
  },
  'that is held up': async () => world.clock.advance('1s'),
})) {
  test(`within a second of their revocation tokens fail in a process ${process}`, async () => {
    const other = await anotherProcess()
    const someone = await world.person()
    const said = { token: someone.bearerToken }
    const ask = async () => (await onTheWire(other.production, 'GET', '/12/accounts', said)).status
    await other.tick()
    assert.deepEqual([await ask(), await ask()], [200, 200])
    await users.revokeTokens({ user_id: BigInt(someone.id) })
    await second(other)
    assert.equal(await ask(), 401)
  })

  test(`a change of permissions holds within a second in a process ${process}`, async () => {
    const other = await anotherProcess()
    const { account_id, id, bearerToken: token } = await world.advertiser()
    const ask = async () => (await onTheWire(other.production, 'GET', `/12/accounts/${account_id}`, { token })).status
    await other.tick()
    assert.deepEqual([await ask(), await ask()], [200, 200])
    await world.operator.accounts.grant({ account_id, user_id: BigInt(id), permissions: [] })
    await second(other)
    assert.equal(await ask(), 403)
  })
}

/** A second process on the same database and clock. It shares the connections of the first, which closes them. */
async function anotherProcess() {
  const { clock, database } = world
  const node = await leaseNode(database, { clock, random: systemRandom })
  const keys = createKeys(Buffer.alloc(32, 7), systemRandom)
  const surroundings = { clock, keys, log: createLog('silent'), random: systemRandom, ids: snowflakeIds(node.number) }
  return createApp(surroundings, database, node, { operatorToken, rateLimits: null, work: false })
}

test('nobody has tokens or posts whom there is not', async () => {
  await refuses(users.createTokens({ user_id: nobody }), 404, unknownUser)
  await refuses(users.revokeTokens({ user_id: nobody }), 404, unknownUser)
  await refuses(users.createPost({ user_id: nobody, text: 'Hello' }), 404, unknownUser)
})

test('an organic post is kept as it was given, and is of now unless another time is given', async () => {
  const someone = await world.person()
  const user_id = BigInt(someone.id)
  const plain = await users.createPost({ user_id, text: 'Hello, world' })
  assert.match(plain.data.id, /^\d{15,19}$/)
  assert.deepEqual(plain.data, {
    id: plain.data.id,
    user_id: someone.id,
    text: 'Hello, world',
    media_keys: [],
    location: null,
    lang: null,
    created_at: `${new Date(world.clock.ms()).toISOString().slice(0, 19)}Z`,
  })
  const given = {
    text: 'Grüezi',
    created_at: '2025-12-24T18:00:00Z',
    media_keys: ['3_1', '3_2'],
    location: 'Zürich',
    lang: 'de-CH',
  }
  const { id, user_id: author, ...kept } = (await users.createPost({ user_id, ...given })).data
  assert.deepEqual([kept, author], [given, someone.id])
})

test('a post says something and has at most four media', async () => {
  const { id } = await world.person()
  const user_id = BigInt(id)
  const wrong = (parameter: string) => ({ code: 'INVALID_PARAMETER', parameter })
  await refuses(users.createPost({ user_id, text: '' }), 400, wrong('text'))
  const media_keys = ['3_1', '3_2', '3_3', '3_4', '3_5']
  await refuses(users.createPost({ user_id, text: 'Five', media_keys }), 400, wrong('media_keys'))
})
