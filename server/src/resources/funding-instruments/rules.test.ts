import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creditRemaining, type Funds, newInstrumentFaults, problemsOf } from './rules.ts'

const now = '2026-01-15T12:00:00Z'

function funds(changes: Partial<Funds> = {}): Funds {
  return {
    type: 'INSERTION_ORDER',
    start_time: '2026-01-01T00:00:00Z',
    end_time: '2026-02-01T00:00:00Z',
    entity_status: 'ACTIVE',
    credit_limit_local_micro: null,
    funded_amount_local_micro: null,
    spent_local_micro: 0n,
    deleted: false,
    ...changes,
  }
}

test('an active instrument within its time can fund', () => {
  assert.deepEqual(problemsOf(funds(), now), [])
  assert.deepEqual(problemsOf(funds({ end_time: null }), now), [])
})

test('it funds from the second of its start to the second before its end', () => {
  assert.deepEqual(problemsOf(funds({ start_time: now }), now), [])
  assert.deepEqual(problemsOf(funds({ start_time: '2026-01-15T12:00:01Z' }), now), ['STARTS_IN_FUTURE'])
  assert.deepEqual(problemsOf(funds({ end_time: '2026-01-15T12:00:01Z' }), now), [])
  assert.deepEqual(problemsOf(funds({ end_time: now }), now), ['EXPIRED'])
})

test('every problem is named, not only the first', () => {
  const hopeless = funds({ deleted: true, entity_status: 'PAUSED', end_time: now, funded_amount_local_micro: 0n })
  assert.deepEqual(problemsOf(hopeless, now), ['DELETED', 'PAUSED', 'EXPIRED', 'BUDGET_EXHAUSTED'])
})

test('what remains of the credit is the limit less what was spent, for the two credit lines only', () => {
  const spent = { credit_limit_local_micro: 100n, spent_local_micro: 30n }
  for (const type of ['CREDIT_LINE', 'AGENCY_CREDIT_LINE'] as const) {
    assert.equal(creditRemaining(funds({ type, ...spent })), 70n)
    assert.equal(creditRemaining(funds({ type, spent_local_micro: 30n })), null)
  }
  for (const type of ['CREDIT_CARD', 'INSERTION_ORDER', 'PARTNER_MANAGED'] as const) {
    assert.equal(creditRemaining(funds({ type, ...spent })), null)
  }
})

test('an instrument is exhausted when all credit or all funded money is spent, and not a micro before', () => {
  const line = { type: 'CREDIT_LINE', credit_limit_local_micro: 100n } as const
  assert.deepEqual(problemsOf(funds({ ...line, spent_local_micro: 99n }), now), [])
  assert.deepEqual(problemsOf(funds({ ...line, spent_local_micro: 100n }), now), ['BUDGET_EXHAUSTED'])
  const order = { funded_amount_local_micro: 50n }
  assert.deepEqual(problemsOf(funds({ ...order, spent_local_micro: 49n }), now), [])
  assert.deepEqual(problemsOf(funds({ ...order, spent_local_micro: 50n }), now), ['BUDGET_EXHAUSTED'])
})

test('a new instrument needs a known currency and an end after its start; both faults are told at once', () => {
  const currencies = new Map([['USD', 2]])
  const start_time = '2026-01-15T12:00:00Z'
  assert.deepEqual(newInstrumentFaults({ currency: 'USD', start_time }, currencies), [])
  const faults = newInstrumentFaults({ currency: 'usd', start_time, end_time: start_time }, currencies)
  assert.deepEqual(
    faults.map(({ code, parameter, attribute }) => [code, parameter ?? attribute]),
    [
      ['INVALID_PARAMETER', 'currency'],
      ['INVALID', 'end_time'],
    ],
  )
})
