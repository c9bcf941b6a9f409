import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fundingInstrumentTypes } from '@billposter/contract/resources/funding-instruments'
import { problemsOf, refuses } from '../../server/test/refusals.ts'
import { speaker } from '../../server/test/wire.ts'
import { createWorld } from '../../server/test/world.ts'

const world = await createWorld()

test('`GET …/funding_instruments`: `funding_instrument_ids` (csv, up to 200), plus CL', async () => {
  const { client, account_id, funding_instrument_id } = await world.advertiser()
  const { data: second } = await world.operator.accounts.createFundingInstrument({
    account_id,
    currency: 'EUR',
    type: 'CREDIT_CARD',
    start_time: '2026-01-01T00:00:00Z',
  })
  const idsOf = async (options: object) =>
    (await client.fundingInstruments.list({ account_id, ...options })).data.map(({ id }) => id)
  assert.deepEqual(await idsOf({}), [funding_instrument_id, second.id])
  assert.deepEqual(await idsOf({ funding_instrument_ids: [second.id] }), [second.id])
  assert.deepEqual(await idsOf({ count: 1, with_deleted: true, with_total_count: true }), [funding_instrument_id])
  assert.deepEqual(await idsOf({ sort_by: ['end_time-desc'] }), [funding_instrument_id, second.id])
  const tooMany = Array.from({ length: 201 }, (_, index) => `f${index}`)
  const call = client.fundingInstruments.list({ account_id, funding_instrument_ids: tooMany })
  await refuses(call, 400, { code: 'INVALID_PARAMETER', parameter: 'funding_instrument_ids' })
})

test('`GET …/funding_instruments/:funding_instrument_id`: `with_deleted`', async () => {
  const { sandbox, account_id, funding_instrument_id } = await world.advertiser({ environment: 'sandbox' })
  const one = { account_id, funding_instrument_id }
  assert.equal((await sandbox.fundingInstruments.get(one)).data.id, funding_instrument_id)
  await sandbox.fundingInstruments.remove(one)
  await refuses(sandbox.fundingInstruments.get(one), 404, { code: 'NOT_FOUND', parameter: 'funding_instrument_id' })
  assert.equal((await sandbox.fundingInstruments.get({ ...one, with_deleted: true })).data.deleted, true)
})

test('`POST {sandbox_url}/12/…/funding_instruments` (sandbox only): `currency`, `start_time` and `type` are required', async () => {
  const { bearerToken, account_id } = await world.advertiser({ environment: 'sandbox' })
  const ask = speaker(world.app.sandbox, bearerToken, `/12/accounts/${account_id}`)
  const { status, body } = await ask('POST', '/funding_instruments')
  const missing = ['currency', 'start_time', 'type'].map((parameter) => ({ code: 'MISSING_PARAMETER', parameter }))
  assert.deepEqual([status, problemsOf(body.errors ?? [])], [400, missing])
  const live = await world.advertiser()
  const production = speaker(world.app.production, live.bearerToken, `/12/accounts/${live.account_id}`)
  assert.equal((await production('POST', '/funding_instruments')).status, 405)
})

test('`POST …/funding_instruments`: every type, with `end_time` and both amounts', async () => {
  const { sandbox, account_id } = await world.advertiser({ environment: 'sandbox' })
  for (const type of fundingInstrumentTypes) {
    const given = {
      type,
      currency: 'CHF',
      start_time: '2026-01-01T00:00:00Z',
      end_time: '2026-12-31T00:00:00Z',
      credit_limit_local_micro: 5_000_000n,
      funded_amount_local_micro: 7_000_000n,
    }
    const { data, http } = await sandbox.fundingInstruments.create({ account_id, ...given })
    assert.equal(http.status, 201)
    for (const [name, value] of Object.entries(given)) {
      assert.equal(data[name as keyof typeof given], value, `${type} ${name}`)
    }
  }
})

test('`DELETE {sandbox_url}/12/…/funding_instruments/:funding_instrument_id` (sandbox only)', async () => {
  const { sandbox, account_id, funding_instrument_id } = await world.advertiser({ environment: 'sandbox' })
  const { data } = await sandbox.fundingInstruments.remove({ account_id, funding_instrument_id })
  assert.deepEqual([data.id, data.deleted], [funding_instrument_id, true])
  const live = await world.advertiser()
  const production = speaker(world.app.production, live.bearerToken, `/12/accounts/${live.account_id}`)
  assert.equal((await production('DELETE', `/funding_instruments/${live.funding_instrument_id}`)).status, 405)
})
