import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screenNameFaults } from './rules.ts'

test('screen names are letters, digits and underscores', () => {
  for (const name of ['acme', 'ACME_2', '_', '0']) assert.deepEqual(screenNameFaults(name), [], name)
  for (const name of ['', 'a b', 'a-b', 'é', '@acme', 'acme\n']) {
    assert.equal(screenNameFaults(name)[0]?.parameter, 'screen_name', JSON.stringify(name))
  }
})
