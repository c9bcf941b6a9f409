import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onTheWire } from '../../server/test/wire.ts'
import { createWorld } from '../../server/test/world.ts'

const world = await createWorld()

test('The version is a path segment: `12` for the operations in this document', async () => {
  const { bearerToken: token } = await world.person()
  const heard = await onTheWire(world.app.production, 'GET', '/12/accounts', { token })
  assert.equal(heard.status, 200)
  assert.equal(heard.headers['x-current-api-version'], '12')
  const bare = await onTheWire(world.app.production, 'GET', '/accounts', { token })
  assert.deepEqual([bare.status, bare.body.errors?.[0]?.code], [404, 'ROUTE_NOT_FOUND'])
})

test('Any other version is not available, at either door, with or without a token', async () => {
  const { bearerToken: token } = await world.person()
  for (const version of ['0', '1', '5', '11', '13', '12.0', '5.0', '012']) {
    for (const door of [world.app.production, world.app.sandbox]) {
      for (const said of [{ token }, {}]) {
        const heard = await onTheWire(door, 'GET', `/${version}/accounts`, said)
        assert.equal(heard.status, 400, version)
        assert.deepEqual(heard.body, {
          errors: [{ code: 'INVALID', message: `Version ${version} is not available.` }],
          request: { params: {} },
        })
      }
    }
  }
})
