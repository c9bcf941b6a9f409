import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuses } from '../../server/test/refusals.ts'
import { onTheWire } from '../../server/test/wire.ts'
import { type Advertiser, createWorld } from '../../server/test/world.ts'

const world = await createWorld()

const total = { total_budget_amount_local_micro: 100_000_000n }

async function campaignOf({ client, account_id, funding_instrument_id }: Advertiser): Promise<string> {
  return (await client.campaigns.create({ account_id, funding_instrument_id, name: 'Spring', ...total })).data.id
}

async function lineItemOf({ client, account_id }: Advertiser, campaign_id: string, options: object = {}) {
  const { data } = await client.lineItems.create({
    account_id,
    campaign_id,
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_POSTS',
    placements: ['ALL_ON_PLATFORM'],
    ...options,
  })
  return data.id
}

test('`GET …/line_items`: the three id filters, `q`, `with_draft` (default false), plus CL', async () => {
  const someone = await world.advertiser()
  const { client, account_id, funding_instrument_id } = someone
  const [one, two] = [await campaignOf(someone), await campaignOf(someone)]
  const first = await lineItemOf(someone, one, { name: 'First' })
  const second = await lineItemOf(someone, two, { name: 'Second' })
  const draft = await lineItemOf(someone, one, { name: 'Draft', entity_status: 'DRAFT' })
  const ids = async (options: object) =>
    (await client.lineItems.list({ account_id, ...options })).data.map((lineItem) => lineItem.id)
  assert.deepEqual(await ids({}), [first, second])
  assert.deepEqual(await ids({ campaign_ids: [two] }), [second])
  assert.deepEqual(await ids({ funding_instrument_ids: [funding_instrument_id] }), [first, second])
  assert.deepEqual(await ids({ funding_instrument_ids: ['other'] }), [])
  assert.deepEqual(await ids({ line_item_ids: [first] }), [first])
  assert.deepEqual(await ids({ q: 'SEC' }), [second])
  assert.deepEqual(await ids({ with_draft: true }), [first, second, draft])
  assert.deepEqual(await ids({ count: 1, sort_by: ['created_at-desc', 'name-desc'], with_total_count: true }), [second])
})

test('`GET …/line_items/:line_item_id`: `with_deleted`', async () => {
  const someone = await world.advertiser()
  const one = { account_id: someone.account_id, line_item_id: await lineItemOf(someone, await campaignOf(someone)) }
  assert.equal((await someone.client.lineItems.get(one)).data.id, one.line_item_id)
  const { data } = await someone.client.lineItems.remove(one)
  assert.deepEqual([data.id, data.deleted], [one.line_item_id, true])
  await refuses(someone.client.lineItems.get(one), 404, { code: 'NOT_FOUND', parameter: 'line_item_id' })
  assert.equal((await someone.client.lineItems.get({ ...one, with_deleted: true })).data.deleted, true)
})

test('`DELETE`: no cascade from a campaign: its line items stay undeleted, listed only with `with_deleted=true`', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  const [kept, gone] = [await campaignOf(someone), await campaignOf(someone)]
  const first = await lineItemOf(someone, kept)
  const second = await lineItemOf(someone, gone)
  await client.campaigns.remove({ account_id, campaign_id: gone })
  const listed = async (with_deleted: boolean) =>
    (await client.lineItems.list({ account_id, with_deleted })).data.map(({ id, deleted }) => [id, deleted])
  assert.deepEqual(await listed(false), [[first, false]])
  assert.deepEqual(await listed(true), [
    [first, false],
    [second, false],
  ])
  assert.equal((await client.lineItems.get({ account_id, line_item_id: second })).data.deleted, false)
})

test('A `PREROLL_VIEWS` line item must carry one or two advertiser categories', async () => {
  const someone = await world.advertiser()
  const preroll = { objective: 'PREROLL_VIEWS', product_type: 'MEDIA' }
  const withCategories = async (...categories: string[]) =>
    lineItemOf(someone, await campaignOf(someone), { ...preroll, ...(categories.length > 0 ? { categories } : {}) })
  await withCategories('IAB1')
  await withCategories('IAB1', 'IAB2')
  for (const categories of [[], ['IAB1', 'IAB2', 'IAB3']]) {
    await assert.rejects(withCategories(...categories), { status: 400 })
  }
})

test('`GET /line_items/placements`: `product_type` (optional)', async () => {
  const { client, bearerToken: token } = await world.person()
  const typesOf = async (options: object) =>
    (await client.lineItemPlacements.list(options)).data.map((entry) => entry.product_type)
  assert.deepEqual(await typesOf({}), ['MEDIA', 'PROMOTED_ACCOUNT', 'PROMOTED_POSTS'])
  for (const product_type of ['MEDIA', 'PROMOTED_ACCOUNT', 'PROMOTED_POSTS']) {
    assert.deepEqual(await typesOf({ product_type }), [product_type])
  }
  const path = '/12/line_items/placements?product_type=PROMOTED_CARDS'
  const { status, body } = await onTheWire(world.app.production, 'GET', path, { token })
  assert.deepEqual([status, body.errors?.[0]?.parameter], [400, 'product_type'])
})
