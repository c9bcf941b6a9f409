import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { contract } from '@billposter/contract'
import type { InputOf } from '@billposter/contract/language/operation'
import { refusalOf, refuses, problemsOf } from '../../../test/refusals.ts'
import { createWorld } from '../../../test/world.ts'
import { sql } from '../../store/sql.ts'

const world = await createWorld()

type Creation = InputOf<typeof contract.lineItems.create>
const daily = { daily_budget_amount_local_micro: 5_000_000n }
const engagements: Pick<Creation, 'objective' | 'product_type' | 'placements'> = {
  objective: 'ENGAGEMENTS',
  product_type: 'PROMOTED_POSTS',
  placements: ['PLATFORM_TIMELINE'],
}

/** An advertiser with a campaign, and the two things that the tests below do. */
async function inCampaign(settings: Partial<InputOf<typeof contract.campaigns.create>> = {}) {
  const { client, account_id, funding_instrument_id } = await world.advertiser()
  const campaign = { account_id, funding_instrument_id, name: 'Spring', ...daily, ...settings }
  const { id: campaign_id } = (await client.campaigns.create(campaign)).data
  return {
    client,
    account_id,
    campaign_id,
    campaign,
    add: async (more: Partial<Creation> = {}) =>
      (await client.lineItems.create({ account_id, campaign_id, ...engagements, ...more })).data,
    reasons: async () => (await client.campaigns.get({ account_id, campaign_id })).data.reasons_not_servable,
    changeCampaign: (changes: object) => client.campaigns.update({ account_id, campaign_id, ...changes }),
    change: (line_item_id: string, changes: object) =>
      client.lineItems.update({ account_id, line_item_id, ...changes }),
  }
}

const toBudgets = (attribute: string) => ({ code: 'INVALID', attribute })

test('a campaign starts with its first line item and expires with its last', async () => {
  const { client, account_id, add, change, reasons } = await inCampaign()
  const early = await add({ start_time: '2026-02-01T00:00:00Z', end_time: '2026-02-05T00:00:00Z' })
  const late = await add({ start_time: '2026-02-03T00:00:00Z', end_time: '2026-02-09T00:00:00Z' })
  assert.deepEqual(await reasons(), ['INCOMPLETE', 'STARTS_IN_FUTURE'])
  world.clock.advance('17d')
  assert.deepEqual(await reasons(), ['INCOMPLETE'])
  await change(early.id, { start_time: '2026-02-04T00:00:00Z' })
  assert.deepEqual(await reasons(), ['INCOMPLETE', 'STARTS_IN_FUTURE'])
  world.clock.advance('5d')
  assert.deepEqual(await reasons(), ['INCOMPLETE'])
  await client.lineItems.remove({ account_id, line_item_id: late.id })
  assert.deepEqual(await reasons(), ['INCOMPLETE', 'EXPIRED'])
  await change(early.id, { end_time: null })
  assert.deepEqual(await reasons(), ['INCOMPLETE'])
})

test('drafts and line items without a start have no part in the flight of their campaign', async () => {
  const { add, change, reasons } = await inCampaign()
  await add({ start_time: '2026-01-01T00:00:00Z', end_time: '2026-01-02T00:00:00Z' })
  const draft = await add({ start_time: '2026-01-01T00:00:00Z', entity_status: 'DRAFT' })
  await add()
  assert.deepEqual(await reasons(), ['INCOMPLETE', 'EXPIRED'])
  await change(draft.id, { entity_status: 'PAUSED' })
  assert.deepEqual(await reasons(), ['INCOMPLETE'])
})

test('budgets cannot move to the campaign while line items hold some', async () => {
  const { add, change, changeCampaign } = await inCampaign({ budget_optimization: 'LINE_ITEM' })
  const toCampaign = () => changeCampaign({ budget_optimization: 'CAMPAIGN' })
  const draft = await add({ ...daily, entity_status: 'DRAFT' })
  await refuses(toCampaign(), 400, toBudgets('budget_optimization'))
  await change(draft.id, { daily_budget_amount_local_micro: null })
  assert.equal((await toCampaign()).data.budget_optimization, 'CAMPAIGN')
  assert.equal((await change(draft.id, { name: 'Draft' })).data.standard_delivery, null)
})

test('budgets cannot move to line items that have no daily ones, unless those are drafts', async () => {
  const { client, account_id, add, changeCampaign } = await inCampaign()
  const toLineItems = () => changeCampaign({ budget_optimization: 'LINE_ITEM' })
  await add({ entity_status: 'DRAFT' })
  const paused = await add({ entity_status: 'PAUSED' })
  await refuses(toLineItems(), 400, toBudgets('budget_optimization'))
  await client.lineItems.remove({ account_id, line_item_id: paused.id })
  assert.equal((await toLineItems()).data.standard_delivery, null)
})

test('the budgets of a campaign cannot fall below what its line items hold or bid', async () => {
  const held = await inCampaign({ budget_optimization: 'LINE_ITEM', total_budget_amount_local_micro: 9_000_000n })
  await held.add({ ...daily, total_budget_amount_local_micro: 8_000_000n })
  const total = (amount: bigint) => held.changeCampaign({ total_budget_amount_local_micro: amount })
  await refuses(total(7_999_999n), 400, toBudgets('total_budget_amount_local_micro'))
  await total(8_000_000n)
  const bidding = await inCampaign()
  await bidding.add({ bid_amount_local_micro: 2_000_000n })
  const lower = (amount: bigint) => bidding.changeCampaign({ daily_budget_amount_local_micro: amount })
  await refuses(lower(1_000_000n), 400, toBudgets('daily_budget_amount_local_micro'))
  await lower(2_000_000n)
})

test('a change looks at the ETag of the line item, not at that of its campaign', async () => {
  const { client, account_id, add } = await inCampaign()
  const { id: line_item_id } = await add()
  const { http } = await client.lineItems.get({ account_id, line_item_id })
  const ifMatch = http.etag ?? ''
  await client.lineItems.update({ account_id, line_item_id, name: 'First' }, { ifMatch })
  const second = client.lineItems.update({ account_id, line_item_id, name: 'Second' }, { ifMatch })
  await refuses(second, 412, { code: 'PRECONDITION_FAILED' })
})

test('line items of a batch are checked against those before them, and all or none are kept', async () => {
  const { client, account_id, campaign_id } = await inCampaign()
  const create = (more: Partial<Creation> = {}) => ({
    operation_type: 'Create' as const,
    params: { campaign_id, ...engagements, ...more },
  })
  const mixed = [create(), create({ objective: 'FOLLOWERS' }), create({ bid_strategy: 'MAX' })]
  const refusal = await refusalOf(client.lineItems.batch({ account_id, operations: mixed }))
  assert.equal(refusal.status, 400)
  assert.deepEqual(refusal.operationErrors?.map(problemsOf), [
    [],
    [{ code: 'INVALID', attribute: 'objective' }],
    [{ code: 'MISSING_PARAMETER', parameter: 'bid_amount_local_micro' }],
  ])
  assert.deepEqual((await client.lineItems.list({ account_id })).data, [])
  const { data } = await client.lineItems.batch({ account_id, operations: [create(), create({ name: 'Second' })] })
  const [first, second] = data
  const ids = [
    { operation_type: 'Update' as const, params: { line_item_id: first?.id ?? '', entity_status: 'PAUSED' as const } },
    { operation_type: 'Delete' as const, params: { line_item_id: second?.id ?? '' } },
  ]
  const changed = await client.lineItems.batch({ account_id, operations: ids })
  assert.deepEqual(
    changed.data.map((lineItem) => [lineItem.entity_status, lineItem.deleted]),
    [
      ['PAUSED', false],
      ['ACTIVE', true],
    ],
  )
})

/** How many of the calls were kept; the others were refused for one too many. */
async function kept(calls: readonly Promise<unknown>[]): Promise<number> {
  const outcomes = await Promise.allSettled(calls)
  const refused = calls.filter((_, index) => outcomes[index]?.status === 'rejected')
  await Promise.all(refused.map((call) => refuses(call, 400, { code: 'TOO_MANY_LINE_ITEMS' })))
  return calls.length - refused.length
}

test('a campaign has at most 100 line items, also when many are added at once', async () => {
  const { client, account_id, campaign_id, add } = await inCampaign()
  const paused = { campaign_id, ...engagements, entity_status: 'PAUSED' as const }
  const batch = (count: number) =>
    client.lineItems.batch({
      account_id,
      operations: Array.from({ length: count }, () => ({ operation_type: 'Create', params: paused })),
    })
  for (const count of [40, 40, 17]) await batch(count)
  assert.equal(await kept(Array.from({ length: 8 }, () => add({ entity_status: 'PAUSED' }))), 3)
  const { data, total_count } = await client.lineItems.list({ account_id, with_total_count: true })
  assert.equal(total_count, 100)
  await client.lineItems.remove({ account_id, line_item_id: data[0]?.id ?? '' })
  await add({ entity_status: 'DRAFT' })
})

/** Puts copies of an active line item into the table: thousands of requests would take minutes. */
async function multiply(lineItemId: string, copies: number, campaignId: string): Promise<void> {
  const columns = await world.database.value(
    sql`select string_agg(column_name, ',') from information_schema.columns
        where table_name = 'line_items' and column_name not in ('id', 'campaign_id')`,
  )
  const text = `insert into line_items (id, campaign_id, ${columns})
    select 'copy' || $3 || number, $3, ${columns} from line_items, generate_series(1, $2::int) number where id = $1`
  await world.database.run({ text, values: [lineItemId, copies, campaignId] })
}

test('an account has at most 8,000 active line items, also when many become active at once', async () => {
  const { client, account_id, campaign, add, change } = await inCampaign()
  const other = (await client.campaigns.create(campaign)).data.id
  const deleted = (await client.campaigns.create(campaign)).data.id
  const { id } = await add()
  const paused = await add({ entity_status: 'PAUSED' })
  await multiply(id, 7_996, other)
  await multiply(id, 10, deleted)
  await client.campaigns.remove({ account_id, campaign_id: deleted })
  const calls = Array.from({ length: 6 }, () => add())
  assert.equal(await kept([...calls, change(paused.id, { entity_status: 'ACTIVE' })]), 3)
  await refuses(add(), 400, { code: 'TOO_MANY_LINE_ITEMS' })
  await add({ entity_status: 'PAUSED' })
  await change(id, { entity_status: 'PAUSED' })
  await add()
})
