import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorld } from '../../../test/world.ts'

const world = await createWorld()

test('a new campaign is active, keeps its budgets exactly and says why nobody sees it yet', async () => {
  const { client, account_id, funding_instrument_id } = await world.advertiser()
  const { data } = await client.campaigns.create({
    account_id,
    funding_instrument_id,
    name: 'Spring',
    daily_budget_amount_local_micro: 9_007_199_254_740_993n,
  })
  assert.equal(data.entity_status, 'ACTIVE')
  assert.equal(data.daily_budget_amount_local_micro, 9_007_199_254_740_993n)
  assert.deepEqual(data.reasons_not_servable, ['INCOMPLETE'])
  assert.deepEqual((await client.campaigns.get({ account_id, campaign_id: data.id })).data, data)
})
