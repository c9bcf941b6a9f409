import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { defaultBodyLimit } from '@billposter/contract/language/limits'
import { createWorld } from '../server/test/world.ts'
import { operationNamed } from './stage/operations.ts'
import { messageOf } from './stage/request.ts'
import { createScene } from './stage/scene.ts'
import { assertNoTrace } from './stage/state.ts'

// What only a real connection shows: everything else is asked without sockets.
const world = await createWorld()
const scene = await createScene(world, 'production')
const { port } = new URL(await world.app.production.listen({ host: '127.0.0.1', port: 0 }))
const authorization = `Authorization: Bearer ${scene.owner.bearerToken}`
const host = 'Host: service.test'

const update = operationNamed('accounts.update')
const { url } = messageOf(update, await scene.example(update))

interface Heard {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** Writes the bytes, closes that side unless the answer is to come first, and answers with all that comes back. */
function speak(parts: readonly (string | Buffer)[]): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const heard: Buffer[] = []
    const socket = connect(Number(port), '127.0.0.1', () => {
      for (const part of parts) socket.write(part)
    })
    const deadline = setTimeout(() => socket.destroy(new Error('no answer')), 5_000)
    const finish = () => {
      clearTimeout(deadline)
      const text = Buffer.concat(heard).toString()
      const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s)
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), head: head.toLowerCase(), body })
    }
    socket.on('data', (bytes) => heard.push(bytes))
    socket.on('end', () => socket.end())
    socket.on('close', finish)
    socket.on('error', (error) => (heard.length > 0 ? undefined : reject(error)))
  })
}

function request(line: string, ...headers: string[]): string {
  return `${[line, host, 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`
}

function assertJsonRefusal({ status, head, body }: Heard, expected: number, code: string, about: string): void {
  assert.equal(status, expected, `${about}: ${head}\n${body}`)
  assert.ok(head.includes('content-type: application/json; charset=utf-8'), about)
  const { errors, request } = JSON.parse(body)
  assert.deepEqual([errors[0].code, request], [code, { params: {} }], about)
}

test('bytes that are no HTTP are answered 400 in JSON', async () => {
  const garbage = [
    'hello\r\n\r\n',
    '\0\0\0\0\r\n\r\n',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `GET /12/accounts HTTP/1.1\r\n${host}\r\nA B\r\n\r\n`,
  ]
  for (const bytes of garbage) assertJsonRefusal(await speak([bytes]), 400, 'INVALID_PARAMETER', JSON.stringify(bytes))
})

test('a request without a host, with a method of nobody’s, or with lengths that contradict each other is answered in JSON', async () => {
  const post = `PUT ${url} HTTP/1.1`
  const requests = [
    `GET /12/accounts HTTP/1.1\r\nConnection: close\r\n${authorization}\r\n\r\n`,
    request('BREW /12/accounts HTTP/1.1', authorization),
    request(post, authorization, 'Content-Length: 5', 'Content-Length: 6'),
    request(post, authorization, 'Content-Length: -1'),
    request(post, authorization, 'Content-Length: 5', 'Transfer-Encoding: chunked'),
  ]
  for (const text of requests) assertJsonRefusal(await speak([text]), 400, 'INVALID_PARAMETER', text)
})

test('an expectation or an upgrade that nobody offers does not keep a request from its answer', async () => {
  for (const header of ['Expect: 100-continue', 'Expect: a miracle', 'Connection: Upgrade\r\nUpgrade: websocket']) {
    const text = `GET /12/bidding_rules?currency=USD HTTP/1.1\r\n${host}\r\n${authorization}\r\n${header}\r\nContent-Length: 0\r\n\r\n`
    const heard = await speak([text, request('GET /12/nothing HTTP/1.1', authorization)])
    assert.match(`${heard.head}${heard.body}`, /"currency":"USD"/, header)
  }
})

test('headers beyond 16 kB are answered in JSON', async () => {
  const long = request('GET /12/accounts HTTP/1.1', authorization, `X-Long: ${'x'.repeat(20_000)}`)
  const heard = await speak([long])
  assert.ok(heard.status === 400 || heard.status === 431, heard.head)
  assert.equal(JSON.parse(heard.body).errors.length, 1)
})

test('a body over its limit is refused by what it says of its length, and by what comes', async () => {
  const announced = request(
    `PUT ${url} HTTP/1.1`,
    authorization,
    'Content-Type: application/json',
    `Content-Length: ${defaultBodyLimit + 1}`,
  )
  assertJsonRefusal(await speak([announced]), 400, 'REQUEST_TOO_COMPLEX', 'announced')
  const chunked = request(
    `PUT ${url} HTTP/1.1`,
    authorization,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  )
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 32), Buffer.from('\r\n')])
  const chunks = Array.from({ length: 20 }, () => chunk)
  const heard = await assertNoTrace(world.database, () => speak([chunked, ...chunks, '0\r\n\r\n']))
  assertJsonRefusal(heard, 400, 'REQUEST_TOO_COMPLEX', 'chunked')
})

test('a body in chunks is read like any other', async () => {
  const head = request(
    `PUT ${url} HTTP/1.1`,
    authorization,
    'Content-Type: application/x-www-form-urlencoded',
    'Transfer-Encoding: chunked',
  )
  const { status, body } = await speak([
    head,
    '7\r\nname=%C',
    '\r\n',
    '7\r\n3%A9t%C',
    '\r\n',
    '3\r\n3%A',
    '\r\n',
    '1\r\n9\r\n',
    '0\r\n\r\n',
  ])
  assert.equal(status, 200, body)
  assert.equal(JSON.parse(body).data.name, 'été')
})

test('a caller that hangs up in the middle of its request changes nothing', async () => {
  const head = request(`PUT ${url} HTTP/1.1`, authorization, 'Content-Type: application/json', 'Content-Length: 1000')
  await assertNoTrace(world.database, () => hangUp(`${head}{"name":"half a`))
})

function hangUp(text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(text, () => setTimeout(() => socket.destroy(), 20)),
    )
    socket.on('close', () => resolve())
  })
}

test('HEAD is answered with the length of the answer to GET, and without it', async () => {
  const [get, head] = await Promise.all(
    ['GET', 'HEAD'].map((method) => speak([request(`${method} /12/accounts HTTP/1.1`, authorization)])),
  )
  assert.deepEqual([get?.status, head?.status, head?.body], [200, 200, ''])
  const length = /content-length: (\d+)/
  assert.equal(length.exec(head?.head ?? '')?.[1], length.exec(get?.head ?? '')?.[1])
})

test('requests that follow each other on one connection are answered in their order', async () => {
  const asked = ['USD', 'EUR', 'JPY'].map(
    (currency) => `GET /12/bidding_rules?currency=${currency} HTTP/1.1\r\n${host}\r\n${authorization}\r\n\r\n`,
  )
  const { body, head } = await speak([...asked, request('GET /12/nothing HTTP/1.1', authorization)])
  const order = [...`${head}${body}`.matchAll(/"currency":"([A-Z]{3})"\}/g)].map(([, currency]) => currency)
  assert.deepEqual(order, ['USD', 'EUR', 'JPY'])
})

test('a lone request with a body where none belongs is answered and does not confuse the next one', async () => {
  const body = 'name=x'
  const get = `GET /12/bidding_rules?currency=USD HTTP/1.1\r\n${host}\r\n${authorization}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const heard = await speak([get, request('GET /12/nothing HTTP/1.1', authorization)])
  assert.equal(heard.status, 200)
  assert.ok(heard.body.includes('ROUTE_NOT_FOUND'), heard.body)
})

after(() => world.app.production.server.closeAllConnections())
