import assert from 'node:assert/strict'
import { test } from 'node:test'
import { featureKeys, sandboxFeatureKeys } from '@billposter/contract/resources/features'
import { problemsOf, refuses } from '../../../test/refusals.ts'
import { onTheWire } from '../../../test/wire.ts'
import { createWorld } from '../../../test/world.ts'

const world = await createWorld()

test('an account has no features until some are granted', async () => {
  const { client, account_id } = await world.advertiser()
  assert.deepEqual((await client.features.list({ account_id })).data, [])
})

test('the operator grants and takes away every feature there is, the sandbox’s and all others', async () => {
  const { client, account_id } = await world.advertiser()
  const granted = await world.operator.accounts.update({ account_id, features_add: [...featureKeys] })
  assert.deepEqual(granted.data.features, featureKeys.toSorted())
  assert.deepEqual((await client.features.list({ account_id })).data, featureKeys.toSorted())
  await world.operator.accounts.update({ account_id, features_remove: [...featureKeys] })
  assert.deepEqual((await client.features.list({ account_id })).data, [])
})

test('feature_keys keeps those named, as far as they are granted', async () => {
  const { client, account_id } = await world.advertiser()
  const features_add = ['REACH_FREQUENCY_CAP', 'CITY_TARGETING'] as const
  await world.operator.accounts.update({ account_id, features_add: [...features_add] })
  const { data, request } = await client.features.list({
    account_id,
    feature_keys: ['REACH_FREQUENCY_CAP', 'WEBSITE_CLICKS_CPM_BILLING'],
  })
  assert.deepEqual(data, ['REACH_FREQUENCY_CAP'])
  assert.deepEqual(request.params.feature_keys, ['REACH_FREQUENCY_CAP', 'WEBSITE_CLICKS_CPM_BILLING'])
})

test('an unknown feature key is refused', async () => {
  const { account_id, bearerToken: token } = await world.advertiser()
  const path = `/12/accounts/${account_id}/features`
  const said = await onTheWire(world.app.production, 'GET', path, { token, query: 'feature_keys=TELEPATHY' })
  const wrong = [{ code: 'INVALID_PARAMETER', parameter: 'feature_keys' }]
  assert.deepEqual([said.status, problemsOf(said.body.errors ?? [])], [400, wrong])
})

test('in the sandbox each allowed key is added and removed, and both answer with all features of the account', async () => {
  const { sandbox, account_id } = await world.advertiser({ environment: 'sandbox' })
  const { features } = sandbox
  for (const key of sandboxFeatureKeys) await features.add({ account_id, feature_keys: [key] })
  assert.deepEqual((await features.list({ account_id })).data, sandboxFeatureKeys.toSorted())
  const left = sandboxFeatureKeys.filter((key) => key !== 'DR_TAP' && key !== 'BRAND_TPN')
  const removed = await features.remove({ account_id, feature_keys: ['DR_TAP', 'BRAND_TPN'] })
  assert.deepEqual(removed.data, left.toSorted())
})

test('adding what is there and removing what is not change nothing', async () => {
  const { sandbox, account_id } = await world.advertiser({ environment: 'sandbox' })
  const { features } = sandbox
  await features.add({ account_id, feature_keys: ['AGE_TARGETING'] })
  assert.deepEqual((await features.add({ account_id, feature_keys: ['AGE_TARGETING'] })).data, ['AGE_TARGETING'])
  assert.deepEqual((await features.remove({ account_id, feature_keys: ['DR_TAP'] })).data, ['AGE_TARGETING'])
})

test('keys that are not allowed in the sandbox, and none at all, are refused', async () => {
  const { sandbox, account_id, bearerToken: token } = await world.advertiser({ environment: 'sandbox' })
  const path = `/12/accounts/${account_id}/features`
  const wrong = [{ code: 'INVALID_PARAMETER', parameter: 'feature_keys' }]
  for (const query of ['feature_keys=AGE_TARGETING,CITY_TARGETING', 'feature_keys=']) {
    for (const method of ['POST', 'DELETE'] as const) {
      const said = await onTheWire(world.app.sandbox, method, path, { token, query })
      assert.deepEqual([said.status, problemsOf(said.body.errors ?? [])], [400, wrong], `${method} ${query}`)
    }
  }
  const said = await onTheWire(world.app.sandbox, 'POST', path, { token })
  assert.deepEqual(problemsOf(said.body.errors ?? []), [{ code: 'MISSING_PARAMETER', parameter: 'feature_keys' }])
  assert.deepEqual((await sandbox.features.list({ account_id })).data, [])
})

test('in production features are only read', async () => {
  const { account_id, bearerToken: token } = await world.advertiser()
  const path = `/12/accounts/${account_id}/features`
  for (const method of ['POST', 'DELETE'] as const) {
    const said = await onTheWire(world.app.production, method, path, { token, query: 'feature_keys=AGE_TARGETING' })
    assert.equal(said.status, 405)
  }
})

test('only an administrator changes the features of a sandbox account', async () => {
  const { sandbox, account_id } = await world.advertiser({ environment: 'sandbox', permissions: ['AD_MANAGER'] })
  const call = sandbox.features.add({ account_id, feature_keys: ['AGE_TARGETING'] })
  await refuses(call, 403, { code: 'ACTION_NOT_ALLOWED' })
})
