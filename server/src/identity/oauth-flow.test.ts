import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answering, asking, type Credentials, pinOn, registered, sendSigned } from '../../test/consumer.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld()
const callback = 'https://app.example/back'
const password = 'correct horse'
const { data: ada } = await world.operator.users.create({ screen_name: 'Ada', password })
const yes = { screen_name: 'ada', password }

const exchange = (by: Credentials, oauth_verifier: string, sent: object = {}) =>
  sendSigned(world, by, '/oauth/access_token', { proof: { oauth_verifier }, ...sent })

function refusal(code: number, message: string) {
  return { errors: [{ code, message }] }
}

const couldNotAuthenticate = refusal(32, 'Could not authenticate you.')
const invalidToken = refusal(89, 'Invalid or expired token.')
const badData = refusal(215, 'Bad authentication data.')

async function asked(sent: object, by?: Credentials) {
  const app = by ?? (await registered(world, 'Acme', [callback]))
  const answer = await sendSigned(world, app, '/oauth/request_token', sent)
  return [answer.statusCode, answer.statusCode === 200 ? 'form' : answer.json()]
}

test('with a PIN: ask, authorize, exchange, and call for the user', async () => {
  const app = await registered(world, 'Acme')
  const question = await sendSigned(world, app, '/oauth/request_token', { proof: { oauth_callback: 'oob' } })
  assert.equal(question.statusCode, 200)
  assert.equal(question.headers['content-type'], 'application/x-www-form-urlencoded')
  assert.equal(question.headers['cache-control'], 'no-store')
  assert.match(
    question.body,
    /^oauth_token=[0-9A-Za-z]{32}&oauth_token_secret=[0-9A-Za-z]{45}&oauth_callback_confirmed=true$/,
  )
  const said = new URLSearchParams(question.body)
  const by = { ...app, token: said.get('oauth_token') ?? '', token_secret: said.get('oauth_token_secret') ?? '' }

  const granted = await answering(world, by, yes)
  assert.equal(granted.statusCode, 200)
  assert.match(pinOn(granted.body), /^\d{7}$/)

  const exchanged = await exchange(by, pinOn(granted.body))
  assert.equal(exchanged.statusCode, 200)
  assert.equal(exchanged.headers['content-type'], 'application/x-www-form-urlencoded')
  const access = Object.fromEntries(new URLSearchParams(exchanged.body))
  assert.deepEqual(Object.keys(access), ['oauth_token', 'oauth_token_secret', 'user_id', 'screen_name'])
  assert.match(access['oauth_token'] ?? '', new RegExp(`^${ada.id}-[0-9A-Za-z]{40}$`))
  assert.match(access['oauth_token_secret'] ?? '', /^[0-9A-Za-z]{45}$/)
  assert.deepEqual([access['user_id'], access['screen_name']], [ada.id, 'Ada'])

  const token = { ...app, token: access['oauth_token'], token_secret: access['oauth_token_secret'] }
  assert.equal((await sendSigned(world, token, '/12/accounts', { method: 'GET' })).statusCode, 200)
})

test('with a callback: the user goes back with the verifier, and the callback keeps its query', async () => {
  const by = await asking(world, await registered(world, 'Acme', [callback]), `${callback}?state=a%20b+c`)
  const granted = await answering(world, by, { ...yes, screen_name: ' @ADA ' })
  assert.equal(granted.statusCode, 303)
  const location = String(granted.headers.location)
  assert.match(location, /^https:\/\/app\.example\/back\?state=a%20b\+c&oauth_token=\w{32}&oauth_verifier=\w{32}$/)
  const verifier = new URL(location).searchParams.get('oauth_verifier') ?? ''
  assert.equal(new URL(location).searchParams.get('oauth_token'), by.token)
  assert.equal((await exchange(by, verifier, { proof: {}, parameters: { oauth_verifier: verifier } })).statusCode, 200)
})

test('a user who authorizes again gets a second token, and the first stays', async () => {
  const app = await registered(world, 'Acme')
  const tokens = []
  for (let round = 0; round < 2; round++) {
    const by = await asking(world, app)
    const said = new URLSearchParams((await exchange(by, pinOn((await answering(world, by, yes)).body))).body)
    tokens.push({ ...app, token: said.get('oauth_token') ?? '', token_secret: said.get('oauth_token_secret') ?? '' })
  }
  assert.notEqual(tokens[0]?.token, tokens[1]?.token)
  for (const token of tokens) {
    assert.equal((await sendSigned(world, token, '/12/accounts', { method: 'GET' })).statusCode, 200)
  }
})

test('the callback may stand in the header, the form or both, at either door', async () => {
  const oauth_callback = callback
  assert.deepEqual(await asked({ proof: { oauth_callback } }), [200, 'form'])
  assert.deepEqual(await asked({ parameters: { oauth_callback } }), [200, 'form'])
  assert.deepEqual(await asked({ proof: { oauth_callback }, door: 'sandbox' }), [200, 'form'])
  const addToForm = (request: { payload: string }) => {
    request.payload = 'oauth_callback=https%3A%2F%2Fapp.example%2Fback'
  }
  assert.deepEqual(await asked({ proof: { oauth_callback }, tamper: addToForm }), [200, 'form'])
  assert.deepEqual(await asked({ proof: { oauth_callback: 'oob' }, tamper: addToForm }), [400, badData])
})

test('a request token needs a callback, and one that the application registered', async () => {
  assert.deepEqual(await asked({}), [400, badData])
  const notApproved = refusal(415, 'The callback URL is not approved for this application.')
  assert.deepEqual(await asked({ proof: { oauth_callback: 'https://app.example/' } }), [403, notApproved])
  const without = await registered(world, 'Acme')
  assert.deepEqual(await asked({ proof: { oauth_callback: callback } }, without), [403, notApproved])
})

test('a request token needs a signature of the application alone, made now and never seen before', async () => {
  const proof = { oauth_callback: 'oob' }
  const app = await registered(world, 'Acme')
  assert.deepEqual(await asked({ proof }, { ...app, consumer_secret: 'wrong' }), [401, couldNotAuthenticate])
  assert.deepEqual(await asked({ proof }, { ...app, consumer_key: 'unknown' }), [401, couldNotAuthenticate])
  assert.deepEqual(await asked({ proof }, { ...app, token: 'x', token_secret: 'y' }), [400, badData])
  assert.deepEqual(await asked({ proof: { ...proof, oauth_signature_method: 'PLAINTEXT' } }), [400, badData])
  assert.deepEqual(await asked({ proof, seconds: -301 }), [401, couldNotAuthenticate])
  assert.deepEqual(await asked({ proof, seconds: 301 }), [401, couldNotAuthenticate])
  const once = { proof: { ...proof, oauth_nonce: 'once' } }
  assert.deepEqual(await asked(once, app), [200, 'form'])
  assert.deepEqual(await asked(once, app), [401, couldNotAuthenticate])
  const unsigned = await world.app.production.inject({ method: 'POST', url: '/oauth/request_token' })
  assert.deepEqual([unsigned.statusCode, unsigned.json()], [400, badData])
})

test('a wrong verifier is refused, and the fifth one in vain ends the request token', async () => {
  const by = await asking(world, await registered(world, 'Acme'))
  const early = await exchange(by, '0000000')
  assert.deepEqual([early.statusCode, early.json()], [401, couldNotAuthenticate])
  const pin = pinOn((await answering(world, by, yes)).body)
  const wrong = pin === '0000000' ? '1111111' : '0000000'
  for (let guess = 1; guess <= 5; guess++) assert.deepEqual((await exchange(by, wrong)).json(), couldNotAuthenticate)
  assert.deepEqual((await exchange(by, pin)).json(), couldNotAuthenticate)
  assert.deepEqual((await exchange(by, pin)).json(), invalidToken)
})

test('four wrong verifiers at once leave room for the right one', async () => {
  const by = await asking(world, await registered(world, 'Acme'))
  const pin = pinOn((await answering(world, by, yes)).body)
  await Promise.all(['a', 'b', 'c', ''.padEnd(5000, 'd')].map((verifier) => exchange(by, verifier)))
  assert.equal((await exchange(by, pin)).statusCode, 200)
})

test('a request token is exchanged once, however many try at the same time', async () => {
  const by = await asking(world, await registered(world, 'Acme'))
  const pin = pinOn((await answering(world, by, yes)).body)
  const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(by, pin)))
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
    [200, 401, 401, 401, 401],
  )
  const again = await exchange(by, pin)
  assert.deepEqual([again.statusCode, again.json()], [401, invalidToken])
  const count = await world.database.value({
    text: 'select count(*) from access_tokens where consumer_key = $1',
    values: [by.consumer_key],
  })
  assert.equal(count, '1')
})

test('an exchange needs the request token’s secret, its application and a verifier', async () => {
  const by = await asking(world, await registered(world, 'Acme'))
  const pin = pinOn((await answering(world, by, yes)).body)
  const other = await registered(world, 'Other')
  const status = async (credentials: Credentials, sent: object = {}) => {
    const answer = await exchange(credentials, pin, sent)
    return [answer.statusCode, answer.statusCode === 200 ? 'form' : answer.json()]
  }
  assert.deepEqual(await status({ ...by, token_secret: '' }), [401, couldNotAuthenticate])
  assert.deepEqual(await status({ ...by, consumer_secret: 'wrong' }), [401, couldNotAuthenticate])
  assert.deepEqual(await status({ ...other, token: by.token, token_secret: by.token_secret }), [401, invalidToken])
  assert.deepEqual(await status({ ...by, token: 'unknown' }), [401, invalidToken])
  assert.deepEqual(await status({ ...by, token: undefined }), [400, badData])
  assert.deepEqual(await status(by, { proof: {} }), [400, badData])
  assert.deepEqual(await status(by, { seconds: 301 }), [401, couldNotAuthenticate])
  assert.deepEqual(await status(by), [200, 'form'])
})

test('a request token lives 15 minutes, answered or not', async () => {
  const app = await registered(world, 'Acme')
  const [open, granted] = [await asking(world, app), await asking(world, app)]
  const pin = pinOn((await answering(world, granted, yes)).body)
  world.clock.advance('899s')
  assert.equal((await answering(world, open, { ...yes, password: 'wrong' })).statusCode, 401)
  world.clock.advance('1s')
  assert.equal((await answering(world, open, yes)).statusCode, 404)
  assert.deepEqual((await exchange(granted, pin)).json(), invalidToken)
})
