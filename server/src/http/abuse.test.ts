import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onTheWire } from '../../test/wire.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld({ rateLimits: 1 })

test('strangers neither use up nor see the bucket of an account', async () => {
  const owner = await world.advertiser()
  const stranger = await world.person()
  const ask = (token: string) =>
    onTheWire(world.app.production, 'GET', `/12/accounts/${owner.account_id}/features`, { token })
  const before = await ask(owner.bearerToken)
  const refused = await ask(stranger.bearerToken)
  const after = await ask(owner.bearerToken)
  assert.equal(refused.status, 403)
  assert.deepEqual(
    Object.keys(refused.headers).filter((name) => name.startsWith('x-account-rate-limit')),
    [],
  )
  assert.ok(refused.headers['x-rate-limit-remaining'])
  const left = ({ headers }: typeof before) => Number(headers['x-account-rate-limit-remaining'])
  assert.equal(left(after), left(before) - 1)
})

test('a body of very many parameters is refused as a whole, and an undecodable name is told once', async () => {
  const { account_id, bearerToken: token } = await world.advertiser()
  const say = (form: string) =>
    onTheWire(world.app.production, 'POST', `/12/accounts/${account_id}/campaigns`, { token, form })
  const many = await say('%ff&'.repeat(240_000))
  assert.equal(many.body.errors?.[0]?.code, 'REQUEST_TOO_COMPLEX')
  const some = await say('%ff=1&%fe=2')
  assert.equal(some.body.errors?.filter(({ message }) => message.includes('parameter name')).length, 1)
})

test('a batch far beyond its size is echoed in part only', async () => {
  const { account_id, bearerToken: token } = await world.advertiser()
  const refused = await onTheWire(world.app.production, 'POST', `/12/batch/accounts/${account_id}/campaigns`, {
    token,
    json: Array.from({ length: 100_000 }, () => 1),
  })
  assert.equal(refused.status, 400)
  assert.equal((refused.body.request as unknown[]).length, 1_000)
})
