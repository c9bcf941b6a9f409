import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuses } from '../../../test/refusals.ts'
import { type Advertiser, createWorld } from '../../../test/world.ts'

const world = await createWorld()

const budget = { total_budget_amount_local_micro: 100_000_000n }

async function named({ client, account_id, funding_instrument_id }: Advertiser, ...names: string[]): Promise<string[]> {
  const { data } = await client.campaigns.batch({
    account_id,
    operations: names.map((name) => ({ operation_type: 'Create', params: { funding_instrument_id, name, ...budget } })),
  })
  return data.map((campaign) => campaign.id)
}

function namesOf(campaigns: readonly { name: string }[]): string[] {
  return campaigns.map((campaign) => campaign.name)
}

test('campaigns are listed in the order of their creation', async () => {
  const someone = await world.advertiser()
  await named(someone, 'c', 'a', 'b')
  const { data } = await someone.client.campaigns.list({ account_id: someone.account_id })
  assert.deepEqual(namesOf(data), ['c', 'a', 'b'])
})

test('campaign_ids and funding_instrument_ids keep those named, and what is not there is left out', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  const [first = '', , third = ''] = await named(someone, 'one', 'two', 'three')
  const chosen = await client.campaigns.list({ account_id, campaign_ids: [third, first, 'nothing'] })
  assert.deepEqual(namesOf(chosen.data), ['one', 'three'])
  const other = await world.operator.accounts.createFundingInstrument({
    account_id,
    currency: 'USD',
    type: 'CREDIT_LINE',
    start_time: '2026-01-01T00:00:00Z',
  })
  const funding_instrument_ids = [other.data.id]
  await client.campaigns.create({ account_id, funding_instrument_id: other.data.id, name: 'four', ...budget })
  assert.deepEqual(namesOf((await client.campaigns.list({ account_id, funding_instrument_ids })).data), ['four'])
})

test('q is the beginning of the name, whatever its case, and its characters mean only themselves', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  await named(someone, 'Spring sale', 'SPRING', 'Late spring', '100% off', '100 days', 'a_b', 'axb', 'Ärger')
  const found = async (q: string) => namesOf((await client.campaigns.list({ account_id, q })).data)
  assert.deepEqual(await found('spring'), ['Spring sale', 'SPRING'])
  assert.deepEqual(await found('100%'), ['100% off'])
  assert.deepEqual(await found('a_'), ['a_b'])
  assert.deepEqual(await found('ärg'), ['Ärger'])
  assert.deepEqual(await found('\\'), [])
})

test('drafts are listed only with with_draft, deleted ones only with with_deleted', async () => {
  const someone = await world.advertiser()
  const { client, account_id, funding_instrument_id } = someone
  const [, gone = ''] = await named(someone, 'kept', 'gone')
  const draft = { account_id, funding_instrument_id, entity_status: 'DRAFT' } as const
  await client.campaigns.create({ ...draft, name: 'draft' })
  const deletedDraft = await client.campaigns.create({ ...draft, name: 'deleted draft' })
  await client.campaigns.remove({ account_id, campaign_id: gone })
  await client.campaigns.remove({ account_id, campaign_id: deletedDraft.data.id })
  const listed = async (options: { with_draft?: boolean; with_deleted?: boolean }) =>
    namesOf((await client.campaigns.list({ account_id, ...options })).data)
  assert.deepEqual(await listed({}), ['kept'])
  assert.deepEqual(await listed({ with_draft: true }), ['kept', 'draft'])
  assert.deepEqual(await listed({ with_deleted: true }), ['kept', 'gone'])
  assert.deepEqual(await listed({ with_draft: true, with_deleted: true }), ['kept', 'gone', 'draft', 'deleted draft'])
})

test('every attribute that can be sorted by orders in both directions, absent values last, ties by creation', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  const [first = '', second = '', third = ''] = await named(someone, 'b', 'c', 'a')
  world.clock.advance('1h')
  await client.campaigns.update({ account_id, campaign_id: second, daily_budget_amount_local_micro: 5_000_000n })
  await client.campaigns.update({ account_id, campaign_id: first, daily_budget_amount_local_micro: 7_000_000n })
  const ordered = async (...sort_by: Parameters<typeof client.campaigns.list>[0]['sort_by'] & string[]) =>
    (await client.campaigns.list({ account_id, sort_by })).data.map((campaign) => campaign.id)
  assert.deepEqual(await ordered('name-asc'), [third, first, second])
  assert.deepEqual(await ordered('name-desc'), [second, first, third])
  assert.deepEqual(await ordered('daily_budget_amount_local_micro-asc'), [second, first, third])
  assert.deepEqual(await ordered('daily_budget_amount_local_micro-desc'), [first, second, third])
  assert.deepEqual(await ordered('updated_at-asc'), [third, first, second])
  assert.deepEqual(await ordered('updated_at-desc', 'name-desc'), [second, first, third])
  for (const tied of ['created_at', 'total_budget_amount_local_micro', 'standard_delivery', 'deleted'] as const) {
    assert.deepEqual(await ordered(`${tied}-asc`), [first, second, third], tied)
    assert.deepEqual(await ordered(`${tied}-desc`), [first, second, third], tied)
  }
})

test('a walk by pages meets every campaign once, in the chosen order, also when it began with a count', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  await named(someone, 'e', 'b', 'd', 'a', 'c')
  const walk = client.campaigns.list({ account_id, count: 2, sort_by: ['name-desc'], with_total_count: true })
  const pages = await Array.fromAsync(walk.pages())
  assert.deepEqual(
    pages.map((page) => namesOf(page.data)),
    [['e', 'd'], ['c', 'b'], ['a']],
  )
  assert.deepEqual(
    pages.map((page) => page.total_count),
    [5, undefined, undefined],
  )
})

test('total_count counts what the filters leave, whatever the page holds', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  await named(someone, 'a1', 'a2', 'b')
  const page = await client.campaigns.list({ account_id, q: 'a', count: 1, with_total_count: true })
  assert.deepEqual([namesOf(page.data), page.total_count], [['a1'], 2])
})

test('a full last page has no next one', async () => {
  const someone = await world.advertiser()
  await named(someone, 'a', 'b')
  const page = await someone.client.campaigns.list({ account_id: someone.account_id, count: 2 })
  assert.equal(page.next_cursor, null)
})

test('a cursor belongs to its filters and order; only the count of rows may change', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  await named(someone, 'a', 'b', 'c', 'd')
  const { next_cursor } = await client.campaigns.list({ account_id, count: 1, sort_by: ['name-asc'] })
  const again = { account_id, sort_by: ['name-asc'], cursor: next_cursor ?? '' } as const
  assert.deepEqual(namesOf((await client.campaigns.list({ ...again, sort_by: ['name-asc'], count: 3 })).data), [
    'b',
    'c',
    'd',
  ])
  const wrong = { code: 'INVALID_PARAMETER', parameter: 'cursor' }
  await refuses(client.campaigns.list({ ...again, sort_by: ['name-desc'] }), 400, wrong)
  await refuses(client.campaigns.list({ ...again, sort_by: ['name-asc'], with_deleted: true }), 400, wrong)
  await refuses(client.campaigns.list({ ...again, sort_by: ['name-asc'], q: 'a' }), 400, wrong)
  await refuses(client.campaigns.list({ account_id, cursor: 'made up' }), 400, wrong)
})
