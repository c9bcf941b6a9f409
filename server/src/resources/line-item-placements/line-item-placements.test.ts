import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorld } from '../../../test/world.ts'
import { onTheWire } from '../../../test/wire.ts'

const world = await createWorld()

test('without a product type there is one entry for each', async () => {
  const { client } = await world.person()
  const { data } = await client.lineItemPlacements.list()
  assert.deepEqual(
    data.map((entry) => entry.product_type),
    ['MEDIA', 'PROMOTED_ACCOUNT', 'PROMOTED_POSTS'],
  )
})

test('with a product type there is its entry alone', async () => {
  const { client } = await world.person()
  for (const product_type of ['MEDIA', 'PROMOTED_ACCOUNT', 'PROMOTED_POSTS'] as const) {
    const { data } = await client.lineItemPlacements.list({ product_type })
    assert.deepEqual(
      data.map((entry) => entry.product_type),
      [product_type],
    )
  }
})

test('an account is promoted on all of the platform or in its timeline', async () => {
  const { client } = await world.person()
  const { data } = await client.lineItemPlacements.list({ product_type: 'PROMOTED_ACCOUNT' })
  assert.deepEqual(data[0]?.placements, [['ALL_ON_PLATFORM'], ['PLATFORM_TIMELINE']])
})

test('a profile is never a placement by itself', async () => {
  const { client } = await world.person()
  const { data } = await client.lineItemPlacements.list()
  const all = data.flatMap((entry) => entry.placements)
  assert.ok(all.some((combination) => combination.includes('PLATFORM_PROFILE')))
  assert.ok(all.every((combination) => combination.join() !== 'PLATFORM_PROFILE'))
})

test('every combination of the list makes a line item, in any order, and others do not', async () => {
  const { client, account_id, funding_instrument_id } = await world.advertiser()
  const product_type = 'PROMOTED_POSTS'
  const { data } = await client.lineItemPlacements.list({ product_type })
  const campaign = await client.campaigns.create({
    account_id,
    funding_instrument_id,
    name: 'Placements',
    total_budget_amount_local_micro: 100_000_000n,
  })
  const lineItem = { account_id, campaign_id: campaign.data.id, objective: 'WEBSITE_CLICKS', product_type } as const
  for (const placements of data[0]?.placements ?? []) {
    const made = await client.lineItems.create({
      ...lineItem,
      placements: placements.toReversed(),
      advertiser_domain: 'example.com',
      categories: ['IAB1'],
    })
    assert.deepEqual(made.data.placements.toSorted(), placements.toSorted())
  }
  await assert.rejects(client.lineItems.create({ ...lineItem, placements: ['PLATFORM_PROFILE'] }), { status: 400 })
})

test('the list is no page: it has no cursor', async () => {
  const { bearerToken: token } = await world.person()
  const said = await onTheWire(world.app.production, 'GET', '/12/line_items/placements', { token })
  assert.deepEqual(Object.keys(said.body).toSorted(), ['data', 'request'])
})

test('an unknown product type is refused', async () => {
  const { bearerToken: token } = await world.person()
  const query = 'product_type=PROMOTED_CARDS'
  const said = await onTheWire(world.app.production, 'GET', '/12/line_items/placements', { token, query })
  assert.deepEqual([said.status, said.body.errors?.[0]?.parameter], [400, 'product_type'])
})
