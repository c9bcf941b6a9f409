import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { test } from 'node:test'
import { defaultBodyLimit } from '@billposter/contract/language/limits'
import { type Door, fullPath, isWrite } from '@billposter/contract/language/operation'
import { createWorld, operatorToken } from '../server/test/world.ts'
import { included } from './exceptions.ts'
import { type Answer, assertRefused, assertSucceeded, send } from './stage/answer.ts'
import { everyOperation, singleOperations, type Swept } from './stage/operations.ts'
import { fieldOf, including, type Message, messageOf } from './stage/request.ts'
import { createScenes } from './stage/scene.ts'
import { assertNoTrace } from './stage/state.ts'

const world = await createWorld()
const scenes = await createScenes(world)
const { bearerToken } = scenes.production.owner

/** Sends what no operation is behind: the answer is JSON all the same. */
async function sendAnywhere(message: Message, door: Door = 'production', headers = {}): Promise<Answer> {
  const answer = await send(world.app[door], message, { authorization: `Bearer ${bearerToken}`, ...headers })
  const about = `${message.method} ${message.url}: ${answer.status} ${answer.text}`
  assert.ok(answer.status < 500, about)
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8', about)
  assert.ok(answer.headers['x-request-id'], about)
  return answer
}

test('an unknown path is answered 404, at both doors, with any method and any token', async () => {
  const urls = [
    '/',
    '/12',
    '/12/',
    '/12/nothing',
    '/12/accounts/',
    '/12//accounts',
    '/12/Accounts',
    '/accounts',
    '/12/accounts/x/y/z',
    '/x',
    '//',
    '/12/line_items',
    '/operator',
    '/operator/2/users',
    '/.env',
    '/12/../etc/passwd',
    `/${'x'.repeat(3000)}`,
  ]
  for (const url of urls) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      for (const door of ['production', 'sandbox'] as const) {
        const answer = await sendAnywhere({ method, url }, door)
        const isVersionOnly = answer.body.errors?.[0]?.code === 'INVALID'
        if (!isVersionOnly) assertRefused(answer, 404, [{ code: 'ROUTE_NOT_FOUND' }], `${method} ${url}`)
        assert.deepEqual(answer.body.request, url.startsWith('/operator/') ? undefined : { params: {} })
      }
    }
  }
})

test('a version that is not offered is answered 400, whatever stands behind it', async () => {
  for (const version of ['0', '1', '5', '11', '13', '12.0', '12.1', '120', '012', '99999999999999999999']) {
    for (const path of ['', '/', '/accounts', '/nothing']) {
      const answer = await sendAnywhere({ method: 'GET', url: `/${version}${path}` })
      assertRefused(answer, 400, [{ code: 'INVALID' }], `/${version}${path}`)
      assert.deepEqual(answer.body.request, { params: {} })
    }
  }
})

test('a path that is not percent-encoded UTF-8 is answered 400', async () => {
  for (const part of ['%', '%z', '%zz', '%ff', '%e4%b8', '%c0%80', '%ed%a0%80']) {
    for (const url of [`/12/accounts/${part}`, `/12/accounts/${part}/campaigns`, `/12/accounts/${part}?x=1`]) {
      assertRefused(await sendAnywhere({ method: 'GET', url }), 400, [{ code: 'INVALID_PARAMETER' }], url)
    }
  }
})

/** The methods that each path has at a door. */
function methodsAt(door: Door): Map<string, Set<string>> {
  const paths = new Map<string, Set<string>>()
  for (const { operation } of everyOperation.filter((swept) => swept.operation.doors.includes(door))) {
    const path = fullPath(operation)
    paths.set(path, (paths.get(path) ?? new Set()).add(operation.method))
  }
  return paths
}

for (const door of ['production', 'sandbox'] as const) {
  test(`a method that a path does not have at the ${door} door is answered 405, and Allow names those that it has`, async () => {
    for (const [path, methods] of methodsAt(door)) {
      const allowed = [...methods, ...(methods.has('GET') ? ['HEAD'] : [])]
      const url = path.replace(/:[a-z_]+/g, '1')
      for (const method of METHODS.filter((method) => !allowed.includes(method) && method !== 'CONNECT')) {
        const answer = await sendAnywhere({ method, url }, door)
        assert.equal(answer.status, 405, `${method} ${url} is answered ${answer.status} ${answer.text}`)
        assert.deepEqual(answer.headers['allow']?.split(', ').toSorted(), allowed.toSorted(), `${method} ${url}`)
        if (method === 'HEAD') assert.equal(answer.text, '')
        else assertRefused(answer, 405, [{ code: 'METHOD_NOT_ALLOWED' }], `${method} ${url}`)
      }
    }
  })
}

for (const swept of included('doors', everyOperation).filter(
  ({ operation }) => operation.doors.length === 1 && operation.caller === 'user',
)) {
  test(`${swept.name} is not there at the other door, not even for who may`, async () => {
    const { method, url } = messageOf(swept, await scenes[swept.door].example(swept))
    const other = swept.door === 'sandbox' ? 'production' : 'sandbox'
    const { status } = await sendAnywhere({ method, url }, other)
    assert.ok(status === 404 || status === 405, `${status}`)
  })
}

for (const swept of included('doors', singleOperations).filter(({ operation }) => operation.method === 'GET')) {
  test(`HEAD of ${swept.name} has the headers of GET and no body`, async () => {
    const scene = scenes[swept.door]
    const message = messageOf(swept, await scene.example(swept))
    const headers = { authorization: `Bearer ${bearerToken}` }
    const [get, head] = await Promise.all([
      send(world.app[swept.door], message, headers),
      send(world.app[swept.door], { ...message, method: 'HEAD' }, headers),
    ])
    assert.deepEqual([head.status, head.text], [get.status, ''])
    for (const name of ['content-type', 'etag', 'content-length'])
      assert.equal(head.headers[name], get.headers[name], name)
  })
}

const bodied = included('doors', everyOperation).filter(
  ({ operation }) => isWrite(operation) && operation.method !== 'DELETE',
)

/** The request with its body replaced. */
async function assertBodyRefused(swept: Swept, message: Message, code: string, about: string): Promise<void> {
  const token = swept.operation.caller === 'operator' ? operatorToken : bearerToken
  const answer = await sendAnywhere(message, swept.door, { authorization: `Bearer ${token}` })
  assertRefused(answer, 400, [{ code }], about)
}

for (const swept of bodied) {
  test(`${swept.name} refuses a body that is too large, too deep, or neither a form nor JSON`, async () => {
    const { method, url } = messageOf(swept, await scenes[swept.door].example(swept))
    const json = (body: string | Buffer) => ({ method, url, contentType: 'application/json', body })
    await assertNoTrace(world.database, async () => {
      const deep = ['[', '{"a":'].flatMap((open) => [33, 10_000].map((depth) => open.repeat(depth)))
      const tooComplex = [...deep, `{"a":"${'x'.repeat(defaultBodyLimit)}"}`, ' '.repeat(defaultBodyLimit + 1)]
      for (const body of tooComplex) {
        await assertBodyRefused(swept, json(body), 'REQUEST_TOO_COMPLEX', `${body.length} bytes of ${body.slice(0, 5)}`)
      }
      const broken = [
        '{',
        '{"a":1',
        'null',
        '5',
        '"x"',
        '{"a":1}}',
        "{'a':1}",
        '{"a":1,}',
        'NaN',
        '\u0000',
        '{"a":\n"\n"}',
      ]
      for (const body of broken) await assertBodyRefused(swept, json(body), 'INVALID_PARAMETER', body)
      const notUtf8 = [Buffer.from([0xff, 0xfe]), Buffer.from('{"a":"\xe9"}', 'latin1'), Buffer.from('{}', 'utf16le')]
      for (const body of notUtf8) await assertBodyRefused(swept, json(body), 'INVALID_PARAMETER', 'not UTF-8')
      for (const contentType of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'nonsense', ';']) {
        await assertBodyRefused(swept, { ...json('{"a":1}'), contentType }, 'INVALID_PARAMETER', contentType)
      }
      const { contentType: _, ...untyped } = json('{"a":1}')
      await assertBodyRefused(swept, untyped, 'INVALID_PARAMETER', 'no content type')
    })
  })
}

test('brackets within text do not count as depth, and a body of exactly the limit is read', async () => {
  const scene = scenes.production
  const update = everyOperation.find(({ name }) => name === 'accounts.update') ?? assert.fail()
  const name = `${'[{"'.repeat(60)}\\`
  const draft = including(await scene.example(update), fieldOf('name', name))
  assertSucceeded(update, await scene.ask(update, draft, { way: 'json' }))
  const padded = { ...messageOf(update, draft, 'json') }
  const body = String(padded.body).padEnd(
    defaultBodyLimit - (Buffer.byteLength(String(padded.body)) - String(padded.body).length),
  )
  assert.equal((await sendAnywhere({ ...padded, body })).status, 200)
})

test('a request id of 1 to 128 visible characters is taken over, any other is replaced', async () => {
  const message = { method: 'GET', url: '/12/bidding_rules?currency=USD' }
  for (const id of ['x', '~'.repeat(128), 'a-b_c:d/e']) {
    assert.equal((await sendAnywhere(message, 'production', { 'x-request-id': id })).headers['x-request-id'], id)
  }
  const given = new Set<string>()
  for (const id of ['', ' ', 'x'.repeat(129), 'a b', 'é', 'a\tb']) {
    const { headers } = await sendAnywhere(message, 'production', { 'x-request-id': id })
    assert.match(headers['x-request-id'] ?? '', /^[\x21-\x7e]{8,128}$/)
    assert.notEqual(headers['x-request-id'], id)
    given.add(headers['x-request-id'] ?? '')
  }
  assert.equal(given.size, 6)
})
