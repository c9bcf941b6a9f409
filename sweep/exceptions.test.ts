import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { exceptions } from './exceptions.ts'

test('the sweep leaves nothing out; this number may only become smaller', () => {
  assert.equal(exceptions.length, 0)
})

test('every exception names a check that there is, once, and says why', () => {
  const pairs = exceptions.map(({ check, operation }) => `${check} ${operation}`)
  assert.equal(new Set(pairs).size, pairs.length)
  for (const { check, reason } of exceptions) {
    assert.ok(existsSync(join(import.meta.dirname, `${check}.test.ts`)), check)
    assert.ok(reason.length > 20, reason)
  }
})
