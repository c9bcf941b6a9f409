import assert from 'node:assert/strict'
import { test } from 'node:test'
import { windowFaults } from './rules.ts'

const parametersOf = (start: string, end: string) => windowFaults(start, end).map((fault) => fault.parameter)

test('a window of whole hours that ends after it starts is fine', () => {
  assert.deepEqual(windowFaults('2026-01-15T12:00:00Z', '2026-01-15T13:00:00Z'), [])
  assert.deepEqual(windowFaults('2025-12-31T23:00:00Z', '2026-01-01T00:00:00Z'), [])
})

test('minutes and seconds other than zero are faults of their own parameter, both at once', () => {
  assert.deepEqual(parametersOf('2026-01-15T12:30:00Z', '2026-01-15T13:00:00Z'), ['start_time'])
  assert.deepEqual(parametersOf('2026-01-15T12:00:00Z', '2026-01-15T13:00:01Z'), ['end_time'])
  assert.deepEqual(parametersOf('2026-01-15T12:00:01Z', '2026-01-15T13:59:00Z'), ['start_time', 'end_time'])
})

test('a window that ends when it starts or before has no length', () => {
  for (const end of ['2026-01-15T12:00:00Z', '2026-01-15T11:00:00Z']) {
    const [fault] = windowFaults('2026-01-15T12:00:00Z', end)
    assert.equal(fault?.code, 'INVALID_TIME_WINDOW')
    assert.equal(fault?.parameter, 'end_time')
  }
})
