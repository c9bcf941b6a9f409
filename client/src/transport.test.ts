import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createClient } from './client.ts'
import { ConnectionError } from './errors.ts'

const seen: string[] = []

const server = createServer(async (request, response) => {
  const parts: string[] = []
  for await (const part of request.setEncoding('utf8')) parts.push(String(part))
  seen.push(`${request.method} ${request.url} ${parts.join('')}`)
  if (request.url === '/12/accounts/moved') response.writeHead(302, { location: '/12/accounts/a1' }).end()
  else response.writeHead(200, { 'X-Request-Id': 'r1' }).end('{"data":{"id":"ä"},"request":{"params":{}}}')
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())

// A server that listens on TCP has an address of this shape.
const { port } = server.address() as AddressInfo
const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, auth: { bearerToken: 'token' }, retries: 0 })

test('requests go out by fetch unless another transport is given', async () => {
  const { data, http } = await client.accounts.update({ account_id: 'a1', name: 'Größe' })
  assert.equal(data.id, 'ä')
  assert.equal(http.requestId, 'r1')
  assert.equal(seen.at(-1), 'PUT /12/accounts/a1 name=Gr%C3%B6%C3%9Fe')
})

test('a redirect is not followed', async () => {
  await assert.rejects(client.accounts.get({ account_id: 'moved' }), { status: 302 })
  assert.equal(seen.at(-1), 'GET /12/accounts/moved ')
})

test('a service that is not there is a connection error', async () => {
  const nowhere = createClient({ baseUrl: 'http://127.0.0.1:1', auth: { bearerToken: 'token' }, retries: 0 })
  await assert.rejects(nowhere.accounts.get({ account_id: 'a1' }), ConnectionError)
})
