import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { contract } from '@billposter/contract'
import type { InputOf } from '@billposter/contract/language/operation'
import { onTheWire } from '../../../test/wire.ts'
import { createWorld } from '../../../test/world.ts'

const world = await createWorld()

type Creation = Omit<InputOf<typeof contract.lineItems.create>, 'account_id' | 'campaign_id'>
const posts = { product_type: 'PROMOTED_POSTS', placements: ['PLATFORM_TIMELINE'] } satisfies Partial<Creation>
const daily = { daily_budget_amount_local_micro: 5_000_000n }

/** Line items of each kind, by how their campaign holds its budgets. */
const kinds: Record<'CAMPAIGN' | 'LINE_ITEM', Record<string, Creation>> = {
  CAMPAIGN: {
    'that bids by itself': { objective: 'ENGAGEMENTS', ...posts },
    'that is a draft': { objective: 'APP_INSTALLS', ...posts, entity_status: 'DRAFT' },
    'with a target': {
      objective: 'WEBSITE_CLICKS',
      ...posts,
      bid_strategy: 'TARGET',
      bid_amount_local_micro: 20_000n,
    },
    'with a frequency cap': { objective: 'REACH', ...posts, frequency_cap: 2, duration_in_days: 30 },
    'on the publisher network': {
      objective: 'PREROLL_VIEWS',
      product_type: 'MEDIA',
      placements: ['PUBLISHER_NETWORK'],
      advertiser_domain: 'example.com',
      categories: ['IAB1', 'IAB2-3'],
    },
  },
  LINE_ITEM: {
    'with budgets of its own': {
      objective: 'APP_INSTALLS',
      ...posts,
      ...daily,
      name: 'Café & Söhne, 100 %',
      total_budget_amount_local_micro: 90_000_000n,
      bid_amount_local_micro: 30_000n,
      pay_by: 'APP_CLICK',
      android_app_store_identifier: 'com.example.app',
      ios_app_store_identifier: '333903271',
      start_time: '2026-02-01T00:00:00Z',
      end_time: '2026-03-01T00:00:00Z',
      standard_delivery: false,
      audience_expansion: 'DEFINED',
      entity_status: 'PAUSED',
    },
  },
}

async function stored(budget_optimization: keyof typeof kinds, kind: Creation) {
  const { client, account_id, funding_instrument_id, bearerToken: token, id: user } = await world.advertiser()
  await world.operator.accounts.update({ account_id, features_add: ['REACH_FREQUENCY_CAP'] })
  await world.operator.accounts.setPromotableUser({ account_id, user_id: BigInt(user), promotable_user_type: 'FULL' })
  const campaign = { account_id, funding_instrument_id, name: 'Spring', budget_optimization, ...daily }
  const { id: campaign_id } = (await client.campaigns.create(campaign)).data
  const { data } = await client.lineItems.create({ account_id, campaign_id, ...kind })
  return { client, account_id, token, data, path: `/12/accounts/${account_id}/line_items/${data.id}` }
}

for (const level of ['CAMPAIGN', 'LINE_ITEM'] as const) {
  for (const [what, kind] of Object.entries(kinds[level])) {
    test(`a line item ${what} can be saved back as it was read, in text and in JSON`, async () => {
      const { client, account_id, token, data, path } = await stored(level, kind)
      // The empty value is how text says null.
      const pairs = Object.entries(data).map(([name, value]) => [name, String(value ?? '')] as [string, string])
      const query = new URLSearchParams(pairs).toString()
      const read = await onTheWire(world.app.production, 'GET', path, { token })
      for (const said of [{ query }, { form: query }, { json: read.body.data }]) {
        const { status, text } = await onTheWire(world.app.production, 'PUT', path, { token, ...said })
        assert.equal(status, 200, text)
        assert.deepEqual((await client.lineItems.get({ account_id, line_item_id: data.id })).data, data)
      }
    })
  }
}

test('what a line item was created with stays, whatever an update says', async () => {
  const { client, account_id, token, data, path } = await stored('CAMPAIGN', {
    objective: 'ENGAGEMENTS',
    ...posts,
  })
  const json = {
    campaign_id: 'elsewhere',
    objective: 'FOLLOWERS',
    product_type: 'MEDIA',
    placements: ['TAP_FULL'],
    standard_delivery: false,
    currency: 'EUR',
    name: 'New',
  }
  const said = await onTheWire(world.app.production, 'PUT', path, { token, json })
  assert.equal(said.status, 200, said.text)
  assert.deepEqual((await client.lineItems.get({ account_id, line_item_id: data.id })).data, { ...data, name: 'New' })
})

test('a client that sends all it read can still change the goal, and billing follows', async () => {
  const { client, account_id, data } = await stored('CAMPAIGN', { objective: 'VIDEO_VIEWS', ...posts })
  const { goal: _goal, bid_strategy, pay_by, bid_amount_local_micro, categories } = data
  const saved = { bid_strategy, pay_by, bid_amount_local_micro, categories, goal: 'VIEW_3S_100PCT' } as const
  const after = (await client.lineItems.update({ account_id, line_item_id: data.id, ...saved })).data
  assert.deepEqual([after.goal, after.pay_by], ['VIEW_3S_100PCT', 'VIEW_3S_100PCT'])
})
