import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fundingInstrumentTypes } from '@billposter/contract/resources/funding-instruments'
import { problemsOf, refuses } from '../../../test/refusals.ts'
import { onTheWire } from '../../../test/wire.ts'
import { createWorld } from '../../../test/world.ts'
import { sql } from '../../store/sql.ts'

const world = await createWorld()

const started = '2026-01-01T00:00:00Z'

function hoursFromNow(hours: number): string {
  return `${new Date(world.clock.ms() + hours * 3_600_000).toISOString().slice(0, 19)}Z`
}

async function sandboxAccount() {
  const { sandbox, account_id, bearerToken } = await world.advertiser({ environment: 'sandbox' })
  return { account_id, bearerToken, instruments: sandbox.fundingInstruments }
}

for (const type of fundingInstrumentTypes) {
  test(`a sandbox ${type} keeps what it was given and can fund at once`, async () => {
    const { account_id, instruments } = await sandboxAccount()
    const given = {
      type,
      currency: 'EUR',
      start_time: started,
      end_time: '2027-01-01T00:00:00Z',
      credit_limit_local_micro: 500_000_000n,
      funded_amount_local_micro: 9_007_199_254_740_993n,
    }
    const { data, http } = await instruments.create({ account_id, ...given })
    const hasCredit = type === 'CREDIT_LINE' || type === 'AGENCY_CREDIT_LINE'
    assert.equal(http.status, 201)
    assert.deepEqual(data, {
      id: data.id,
      account_id,
      description: data.description,
      ...given,
      entity_status: 'ACTIVE',
      credit_remaining_local_micro: hasCredit ? 500_000_000n : null,
      able_to_fund: true,
      reasons_not_able_to_fund: [],
      io_header: null,
      created_at: data.created_at,
      updated_at: data.created_at,
      deleted: false,
    })
    assert.deepEqual((await instruments.get({ account_id, funding_instrument_id: data.id })).data, data)
  })
}

test('what is not given is null, and a sandbox instrument says that nothing is charged', async () => {
  const { account_id, instruments } = await sandboxAccount()
  const least = { account_id, currency: 'USD', start_time: started, type: 'CREDIT_LINE' } as const
  const { data } = await instruments.create(least)
  const { end_time, credit_limit_local_micro, credit_remaining_local_micro, funded_amount_local_micro } = data
  assert.deepEqual(
    [end_time, credit_limit_local_micro, credit_remaining_local_micro, funded_amount_local_micro],
    [null, null, null, null],
  )
  assert.match(data.description, /no payment method/)
})

test('an instrument can fund from its start to its end, as time goes by', async () => {
  const { account_id, instruments } = await sandboxAccount()
  const { data } = await instruments.create({
    account_id,
    currency: 'USD',
    type: 'INSERTION_ORDER',
    start_time: hoursFromNow(1),
    end_time: hoursFromNow(3),
  })
  const state = async () => {
    const read = await instruments.get({ account_id, funding_instrument_id: data.id })
    const [listed] = (await instruments.list({ account_id, funding_instrument_ids: [data.id] })).data
    assert.deepEqual(listed, read.data)
    return [read.data.able_to_fund, ...read.data.reasons_not_able_to_fund]
  }
  assert.deepEqual([data.able_to_fund, ...data.reasons_not_able_to_fund], [false, 'STARTS_IN_FUTURE'])
  assert.deepEqual(await state(), [false, 'STARTS_IN_FUTURE'])
  world.clock.advance('1h')
  assert.deepEqual(await state(), [true])
  world.clock.advance('2h')
  assert.deepEqual(await state(), [false, 'EXPIRED'])
})

test('without money an instrument is exhausted from the beginning', async () => {
  const { account_id, instruments } = await sandboxAccount()
  const plain = { account_id, currency: 'USD', start_time: started } as const
  const order = await instruments.create({ ...plain, type: 'INSERTION_ORDER', funded_amount_local_micro: 0n })
  const line = await instruments.create({ ...plain, type: 'CREDIT_LINE', credit_limit_local_micro: 0n })
  for (const { data } of [order, line]) assert.deepEqual(data.reasons_not_able_to_fund, ['BUDGET_EXHAUSTED'])
})

test('what is spent is taken from the credit that remains', async () => {
  const { account_id, instruments } = await sandboxAccount()
  const line = { account_id, currency: 'USD', start_time: started, type: 'AGENCY_CREDIT_LINE' } as const
  const { data } = await instruments.create({ ...line, credit_limit_local_micro: 100n })
  const funding_instrument_id = data.id
  const afterSpending = async (spent: number) => {
    await world.database.run(
      sql`update funding_instruments set spent_local_micro = ${spent} where id = ${funding_instrument_id}`,
    )
    const read = await instruments.get({ account_id, funding_instrument_id })
    return [read.data.credit_remaining_local_micro, ...read.data.reasons_not_able_to_fund]
  }
  assert.deepEqual(await afterSpending(30), [70n])
  assert.deepEqual(await afterSpending(100), [0n, 'BUDGET_EXHAUSTED'])
})

test('a deleted instrument cannot fund, says so, and is read only as deleted', async () => {
  const { account_id, instruments } = await sandboxAccount()
  const line = { account_id, currency: 'USD', start_time: started, type: 'CREDIT_LINE' } as const
  const created = await instruments.create(line)
  const one = { account_id, funding_instrument_id: created.data.id }
  const { data } = await instruments.remove(one)
  assert.deepEqual([data.deleted, data.able_to_fund, data.reasons_not_able_to_fund], [true, false, ['DELETED']])
  const gone = { code: 'NOT_FOUND', parameter: 'funding_instrument_id' }
  await refuses(instruments.get(one), 404, gone)
  await refuses(instruments.remove(one), 404, gone)
  assert.deepEqual((await instruments.get({ ...one, with_deleted: true })).data, data)
  const idsOf = async (with_deleted: boolean) =>
    (await instruments.list({ account_id, with_deleted })).data.map((instrument) => instrument.id)
  assert.ok(!(await idsOf(false)).includes(data.id))
  assert.ok((await idsOf(true)).includes(data.id))
})

test('instruments are sorted by their times and by what was paid in, absent values last', async () => {
  const { account_id, instruments } = await sandboxAccount()
  const make = async (start: string, end?: string, funded?: bigint) => {
    const optional = { end_time: end, funded_amount_local_micro: funded }
    const plain = { account_id, currency: 'USD', type: 'CREDIT_CARD' } as const
    return (await instruments.create({ ...plain, start_time: start, ...optional })).data.id
  }
  const a = await make('2026-01-03T00:00:00Z', '2026-03-01T00:00:00Z', 20n)
  const b = await make('2026-01-01T00:00:00Z', undefined, 10n)
  const c = await make('2026-01-02T00:00:00Z', '2026-02-01T00:00:00Z')
  const sorted = async (sort: 'start_time-asc' | 'end_time-asc' | 'end_time-desc' | 'funded_amount_local_micro-desc') =>
    (await instruments.list({ account_id, funding_instrument_ids: [a, b, c], sort_by: [sort] })).data.map(
      ({ id }) => id,
    )
  assert.deepEqual(await sorted('start_time-asc'), [b, c, a])
  assert.deepEqual(await sorted('end_time-asc'), [c, a, b])
  assert.deepEqual(await sorted('end_time-desc'), [a, c, b])
  assert.deepEqual(await sorted('funded_amount_local_micro-desc'), [a, b, c])
})

test('every fault of a new instrument is told at once', async () => {
  const { account_id, bearerToken: token } = await sandboxAccount()
  const path = `/12/accounts/${account_id}/funding_instruments`
  const problems = async (query: string) => {
    const said = await onTheWire(world.app.sandbox, 'POST', path, { token, query })
    return [said.status, ...problemsOf(said.body.errors ?? []).map((one) => one.parameter ?? one.attribute)]
  }
  assert.deepEqual(await problems(''), [400, 'currency', 'start_time', 'type'])
  assert.deepEqual(await problems('currency=USD&start_time=soon&type=IOU&credit_limit_local_micro=-1'), [
    400,
    'start_time',
    'type',
    'credit_limit_local_micro',
  ])
  const times = `start_time=${started}&end_time=${started}`
  assert.deepEqual(await problems(`currency=ZZZ&type=CREDIT_LINE&${times}`), [400, 'currency', 'end_time'])
})

test('in production instruments are read; only the operator makes them', async () => {
  const { client, account_id, bearerToken: token } = await world.advertiser()
  const path = `/12/accounts/${account_id}/funding_instruments`
  const created = await onTheWire(world.app.production, 'POST', path, { token })
  const { data } = await world.operator.accounts.createFundingInstrument({
    account_id,
    currency: 'GBP',
    type: 'PARTNER_MANAGED',
    start_time: started,
  })
  const removed = await onTheWire(world.app.production, 'DELETE', `${path}/${data.id}`, { token })
  assert.deepEqual([created.status, removed.status], [405, 405])
  assert.deepEqual((await client.fundingInstruments.get({ account_id, funding_instrument_id: data.id })).data, data)
})
