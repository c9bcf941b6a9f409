import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuses } from '../../../test/refusals.ts'
import { createWorld } from '../../../test/world.ts'

const world = await createWorld()

const android = { app_store_identifier: 'com.example.acme', os_type: 'Android' } as const

test('the apps that the operator ties to an account are listed with all their fields', async () => {
  const { client, account_id } = await world.advertiser()
  const app = { ...android, conversion_tracking_enabled: true, deep_link_pattern: 'acme://item/{id}' }
  const { data } = await world.operator.accounts.createAccountApp({ account_id, ...app })
  const listed = await client.accountApps.list({ account_id })
  assert.deepEqual(listed.data, [data])
  assert.deepEqual(data, {
    id: data.id,
    ...app,
    created_at: '2026-01-15T12:00:00Z',
    updated_at: '2026-01-15T12:00:00Z',
    deleted: false,
  })
})

test('an app is not tracked and has no deep links unless the operator says so', async () => {
  const { account_id } = await world.advertiser()
  const ios = { app_store_identifier: '333903271', os_type: 'iOS' } as const
  const { data } = await world.operator.accounts.createAccountApp({ account_id, ...ios })
  assert.deepEqual([data.conversion_tracking_enabled, data.deep_link_pattern, data.os_type], [false, '', 'iOS'])
})

test('apps are listed in the order of their creation, page by page, and counted when asked', async () => {
  const { client, account_id } = await world.advertiser()
  for (const app_store_identifier of ['a', 'b', 'c']) {
    await world.operator.accounts.createAccountApp({ account_id, ...android, app_store_identifier })
  }
  const first = await client.accountApps.list({ account_id, count: 2, with_total_count: true })
  assert.equal(first.total_count, 3)
  const walked = await Array.fromAsync(client.accountApps.list({ account_id, count: 2 }))
  assert.deepEqual(
    walked.map((app) => app.app_store_identifier),
    ['a', 'b', 'c'],
  )
})

test('the apps of another account are not shown', async () => {
  const mine = await world.advertiser()
  const theirs = await world.advertiser()
  await world.operator.accounts.createAccountApp({ account_id: theirs.account_id, ...android })
  assert.deepEqual((await mine.client.accountApps.list({ account_id: mine.account_id })).data, [])
  await refuses(mine.client.accountApps.list({ account_id: theirs.account_id }), 403, { code: 'ACCOUNT_NOT_FOUND' })
})
