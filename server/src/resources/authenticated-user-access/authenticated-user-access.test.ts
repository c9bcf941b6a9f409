import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissions } from '@billposter/contract/language/permissions'
import { refuses } from '../../../test/refusals.ts'
import { createWorld } from '../../../test/world.ts'

const world = await createWorld()

test('whoever has any permission on an account may ask which', async () => {
  for (const held of permissions.filter((permission) => permission !== 'POST_COMPOSER')) {
    const { client, id, account_id } = await world.advertiser({ permissions: [held] })
    const { data } = await client.authenticatedUserAccess.get({ account_id })
    assert.deepEqual(data, { user_id: id, permissions: [held] })
  }
})

test('POST_COMPOSER stands after the main permission, however it was granted', async () => {
  const { client, account_id } = await world.advertiser({ permissions: ['POST_COMPOSER', 'CREATIVE_MANAGER'] })
  const { data } = await client.authenticatedUserAccess.get({ account_id })
  assert.deepEqual(data.permissions, ['CREATIVE_MANAGER', 'POST_COMPOSER'])
})

test('the answer follows a change of the grant at once', async () => {
  const { client, id, account_id } = await world.advertiser({ permissions: ['ANALYST'] })
  await client.authenticatedUserAccess.get({ account_id })
  await world.operator.accounts.grant({ account_id, user_id: BigInt(id), permissions: ['AD_MANAGER'] })
  assert.deepEqual((await client.authenticatedUserAccess.get({ account_id })).data.permissions, ['AD_MANAGER'])
  await world.operator.accounts.grant({ account_id, user_id: BigInt(id), permissions: [] })
  await refuses(client.authenticatedUserAccess.get({ account_id }), 403, { code: 'ACCOUNT_NOT_FOUND' })
})

test('a stranger learns nothing, not even whether the account exists', async () => {
  const { account_id } = await world.advertiser()
  const stranger = await world.advertiser()
  for (const unknown of [account_id, 'nothing']) {
    const call = stranger.client.authenticatedUserAccess.get({ account_id: unknown })
    await refuses(call, 403, { code: 'ACCOUNT_NOT_FOUND' })
  }
})
