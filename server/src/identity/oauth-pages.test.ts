import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { answering, asking, type Credentials, pinOn, registered } from '../../test/consumer.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld()
const callback = 'https://app.example/back'
const password = 'correct horse'
for (const screen_name of ['ada', 'bob', 'cleo']) await world.operator.users.create({ screen_name, password })
await world.operator.users.create({ screen_name: 'nobody' })
const yes = { screen_name: 'ada', password }

function page({ token }: Credentials, query = '', path = '/oauth/authorize') {
  return world.app.production.inject({ method: 'GET', url: `${path}?oauth_token=${token}${query}` })
}

test('the page names the application, escaped, and where the user goes afterwards', async () => {
  const by = await asking(world, await registered(world, `<b onload='x'>"A" & B</b>`, [callback]), callback)
  for (const path of ['/oauth/authorize', '/oauth/authenticate']) {
    const { statusCode, headers, body } = await page(by, '&force_login=true&screen_name=Ada', path)
    assert.equal(statusCode, 200)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.ok(body.includes('<h1>Let <bdi>&lt;b onload=&#39;x&#39;&gt;&quot;A&quot; &amp; B&lt;/b&gt;</bdi> act'))
    assert.ok(body.includes('name="screen_name" value="Ada"'))
    assert.ok(body.includes('<strong><bdi>app.example</bdi></strong>'))
    assert.ok(!body.includes("onload='"))
  }
  const { body } = await page(by, '&screen_name=%22%3E%3Cscript%3E')
  assert.ok(body.includes('name="screen_name" value=""'))
})

test('the page runs and loads nothing but its style, is not framed, kept or told about', async () => {
  const { headers, body } = await page(await asking(world, await registered(world, 'Acme', [callback]), callback))
  const style = /<style>([^]*?)<\/style>/.exec(body)?.[1] ?? ''
  const digest = createHash('sha256').update(style).digest('base64')
  assert.equal(
    headers['content-security-policy'],
    `default-src 'none'; style-src 'sha256-${digest}'; form-action 'self' https:; frame-ancestors 'none'; base-uri 'none'`,
  )
  assert.equal(headers['x-frame-options'], 'DENY')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['set-cookie'], undefined)
  assert.doesNotMatch(body, /<(script|link|img|iframe)|style=|\son\w+=|https?:/)
  const withoutCallback = await page(await asking(world, await registered(world, 'Acme')))
  assert.match(String(withoutCallback.headers['content-security-policy']), /form-action 'self';/)
})

test('a wrong password asks again, in the same words as a name that nobody has or that has no password', async () => {
  const by = await asking(world, await registered(world, 'Acme'))
  const tried = await Promise.all(
    [
      { screen_name: 'ada', password: 'wrong' },
      { screen_name: 'ida', password },
      { screen_name: 'nobody', password: '' },
      { screen_name: 'a"\0\ud800da', password },
    ].map((fields) => answering(world, by, fields)),
  )
  for (const { statusCode, body } of tried) {
    assert.equal(statusCode, 401)
    assert.ok(body.includes('role="alert">The screen name or the password is wrong.</p>'))
    assert.ok(body.includes(`name="oauth_token" value="${by.token}"`))
    assert.ok(!body.includes(password))
  }
  assert.ok(tried[0]?.body.includes('name="screen_name" value="ada"'))
  assert.ok(tried[3]?.body.includes('value="a&quot;'))
  assert.match(pinOn((await answering(world, by, yes)).body), /^\d{7}$/)
})

test('guessing one user’s password is slowed down, whatever the request token', async () => {
  const app = await registered(world, 'Acme')
  const tokens = [await asking(world, app), await asking(world, app)]
  for (let guess = 0; guess < 10; guess++) {
    const by = tokens[guess % 2] ?? app
    assert.equal((await answering(world, by, { screen_name: 'BOB', password: 'wrong' })).statusCode, 401)
  }
  const late = await answering(world, await asking(world, app), { screen_name: 'bob', password })
  assert.deepEqual([late.statusCode, late.headers['retry-after']], [429, '300'])
  assert.match(late.body, /<h1>Too many tries<\/h1>/)
})

test('guessing with one request token is slowed down, whatever the user', async () => {
  const by = await asking(world, await registered(world, 'Acme'))
  for (let guess = 0; guess < 10; guess++) {
    assert.equal((await answering(world, by, { screen_name: `user${guess}`, password })).statusCode, 401)
  }
  assert.equal((await answering(world, by, { screen_name: 'cleo', password })).statusCode, 429)
})

test('cancelling goes back with `denied`, and the request token is gone', async () => {
  const by = await asking(world, await registered(world, 'Acme', [callback]), `${callback}?state=1`)
  const denied = await answering(world, by, { cancel: 'true' })
  assert.equal(denied.statusCode, 303)
  assert.equal(denied.headers.location, `${callback}?state=1&denied=${by.token}`)
  assert.equal((await answering(world, by, yes)).statusCode, 404)
  const withoutCallback = await asking(world, await registered(world, 'Acme'))
  const said = await answering(world, withoutCallback, { cancel: 'true' })
  assert.equal(said.statusCode, 200)
  assert.match(said.body, /<h1>Nothing was granted<\/h1>/)
  assert.equal((await page(withoutCallback)).statusCode, 404)
})

test('a question that is answered, unknown or unreadable is not open', async () => {
  const by = await asking(world, await registered(world, 'Acme'))
  const answers = await Promise.all([answering(world, by, yes), answering(world, by, yes)])
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
    [200, 404],
  )
  assert.equal((await answering(world, by, { cancel: 'true' })).statusCode, 404)
  for (const url of [
    `/oauth/authorize?oauth_token=${by.token}`,
    '/oauth/authorize',
    '/oauth/authorize?oauth_token=',
    '/oauth/authorize?oauth_token=unknown',
    `/oauth/authorize?oauth_token=${by.token}&oauth_token=${by.token}`,
    '/oauth/authorize?oauth_token=%00',
    '/oauth/authorize?oauth_token=%zz',
  ]) {
    const answer = await world.app.production.inject({ method: 'GET', url })
    assert.equal(answer.statusCode, 404, url)
    assert.match(answer.body, /<h1>This request for access is not open<\/h1>/)
  }
})

test('an answer must be a form', async () => {
  const { token } = await asking(world, await registered(world, 'Acme'))
  for (const [type, payload] of [
    ['application/json', JSON.stringify({ oauth_token: token, ...yes })],
    ['text/plain', `oauth_token=${token}&cancel=true`],
  ] as const) {
    const url = `/oauth/authorize?oauth_token=${token}`
    const headers = { 'content-type': type }
    const answer = await world.app.production.inject({ method: 'POST', url, headers, payload })
    assert.equal(answer.statusCode, 404)
  }
  assert.equal((await page({ consumer_key: '', consumer_secret: '', token })).statusCode, 200)
})
