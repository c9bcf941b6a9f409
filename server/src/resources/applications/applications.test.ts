import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuses } from '../../../test/refusals.ts'
import { createWorld } from '../../../test/world.ts'

const world = await createWorld()
const { applications } = world.operator

test('a registered application has a key and a secret of its own, and the addresses that it was given', async () => {
  const callback_urls = ['https://agency.example/callback', 'https://agency.example/other']
  const { data } = await applications.create({ name: 'Agency', callback_urls })
  assert.match(data.consumer_key, /^[0-9A-Za-z]{25}$/)
  assert.match(data.consumer_secret, /^[0-9A-Za-z]{45}$/)
  assert.deepEqual([data.name, data.callback_urls], ['Agency', callback_urls])
  const again = await applications.create({ name: 'Agency' })
  assert.notEqual(again.data.consumer_key, data.consumer_key)
  assert.deepEqual(again.data.callback_urls, [])
})

test('an application has a name', async () => {
  await refuses(applications.create({ name: '' }), 400, { code: 'INVALID_PARAMETER', parameter: 'name' })
})
