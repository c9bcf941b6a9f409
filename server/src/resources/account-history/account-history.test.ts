import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuses } from '../../../test/refusals.ts'
import { onTheWire } from '../../../test/wire.ts'
import { type Advertiser, createWorld } from '../../../test/world.ts'

const world = await createWorld()

const day = { start_time: '2026-01-15T00:00:00Z', end_time: '2026-02-01T00:00:00Z' }

async function campaignOf({ client, account_id, funding_instrument_id }: Advertiser) {
  const { data } = await client.campaigns.create({
    account_id,
    funding_instrument_id,
    name: 'Spring',
    total_budget_amount_local_micro: 9_007_199_254_740_993n,
  })
  return data
}

/** An attribute as the JSON of a record has it: exact integers, but plain ones where they fit. */
function asJson(value: unknown): unknown {
  return typeof value === 'bigint' && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value
}

test('a created campaign has one record: who, when, what it was, and nothing changed', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  const campaign = await campaignOf(someone)
  const entity = { entity_type: 'CAMPAIGN', entity_id: campaign.id } as const
  const { data } = await client.accountHistory.list({ account_id, ...entity, ...day })
  assert.deepEqual(data, [
    {
      change_by: { user_id: someone.id, platform: 'API_OTHER' },
      changes: {},
      change_time: '2026-01-15T12:00:00Z',
      entity_id: campaign.id,
      entity: 'CAMPAIGN',
      entity_data: Object.fromEntries(Object.entries(campaign).map(([name, value]) => [name, asJson(value)])),
      change_type: 'CREATE',
    },
  ])
})

test('every change adds a record with what each attribute was and is, in the order of the changes', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  const campaign = await campaignOf(someone)
  const one = { account_id, campaign_id: campaign.id }
  await client.campaigns.update({ ...one, name: 'Summer', entity_status: 'PAUSED' })
  await client.campaigns.remove(one)
  const entity = { entity_type: 'CAMPAIGN', entity_id: campaign.id } as const
  const { data } = await client.accountHistory.list({ account_id, ...entity, ...day })
  const [, updated, removed] = data
  assert.deepEqual(
    data.map((record) => record.change_type),
    ['CREATE', 'UPDATE', 'DELETE'],
  )
  assert.deepEqual(updated?.changes, {
    name: { before: 'Spring', after: 'Summer' },
    entity_status: { before: 'ACTIVE', after: 'PAUSED' },
    reasons_not_servable: { before: ['INCOMPLETE'], after: ['PAUSED_BY_ADVERTISER', 'INCOMPLETE'] },
  })
  assert.deepEqual([updated?.entity_data['name'], updated?.entity_data['deleted']], ['Summer', false])
  assert.deepEqual(removed?.changes['deleted'], { before: false, after: true })
  assert.equal(removed?.entity_data['deleted'], true)
})

test('line items have a history of their own', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  const campaign = await campaignOf(someone)
  const { data: lineItem } = await client.lineItems.create({
    account_id,
    campaign_id: campaign.id,
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_POSTS',
    placements: ['ALL_ON_PLATFORM'],
  })
  await client.lineItems.remove({ account_id, line_item_id: lineItem.id })
  const entity = { entity_type: 'LINE_ITEM', entity_id: lineItem.id } as const
  const { data } = await client.accountHistory.list({ account_id, ...entity, ...day })
  assert.deepEqual(
    data.map((record) => [record.entity, record.change_type]),
    [
      ['LINE_ITEM', 'CREATE'],
      ['LINE_ITEM', 'DELETE'],
    ],
  )
})

test('each item of a batch leaves its own record; a refused batch leaves none', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  const campaign = await campaignOf(someone)
  const rename = (name: string) => ({ operation_type: 'Update', params: { campaign_id: campaign.id, name } }) as const
  await client.campaigns.batch({ account_id, operations: [rename('one'), rename('two')] })
  await assert.rejects(client.campaigns.batch({ account_id, operations: [rename('three'), rename('')] }))
  await assert.rejects(client.campaigns.update({ account_id, campaign_id: campaign.id, name: '' }))
  await client.campaigns.update({ account_id, campaign_id: campaign.id, name: 'four' }, { validateOnly: true })
  const entity = { entity_type: 'CAMPAIGN', entity_id: campaign.id } as const
  const { data } = await client.accountHistory.list({ account_id, ...entity, ...day })
  assert.deepEqual(
    data.map((record) => record.entity_data['name']),
    ['Spring', 'one', 'two'],
  )
})

test('a window holds what happened from its start up to, not including, its end', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  const campaign = await campaignOf(someone)
  const one = { account_id, campaign_id: campaign.id }
  world.clock.advance('1h')
  await client.campaigns.update({ ...one, name: 'an hour later' })
  world.clock.advance('3599s')
  await client.campaigns.update({ ...one, name: 'a second before the next' })
  const namesIn = async (from: number, to: number) => {
    const [start_time = '', end_time = ''] = [from, to].map((hour) => `2026-01-15T${hour}:00:00Z`)
    const entity = { entity_type: 'CAMPAIGN', entity_id: campaign.id } as const
    const { data } = await client.accountHistory.list({ account_id, ...entity, start_time, end_time })
    return data.map((record) => record.entity_data['name'])
  }
  assert.deepEqual(await namesIn(12, 13), ['Spring'])
  assert.deepEqual(await namesIn(13, 14), ['an hour later', 'a second before the next'])
  assert.deepEqual(await namesIn(14, 15), [])
  assert.deepEqual(await namesIn(12, 14), ['Spring', 'an hour later', 'a second before the next'])
})

test('user_id keeps the changes of one user', async () => {
  const someone = await world.advertiser()
  const other = await world.person()
  const { client, account_id } = someone
  await world.operator.accounts.grant({ account_id, user_id: BigInt(other.id), permissions: ['AD_MANAGER'] })
  const campaign = await campaignOf(someone)
  await other.client.campaigns.update({ account_id, campaign_id: campaign.id, name: 'By another' })
  const entity = { entity_type: 'CAMPAIGN', entity_id: campaign.id } as const
  const asked = { account_id, ...entity, ...day, user_id: BigInt(other.id) }
  const { data, request } = await client.accountHistory.list(asked)
  assert.deepEqual(
    data.map((record) => [record.change_by.user_id, record.entity_data['name']]),
    [[other.id, 'By another']],
  )
  assert.equal(request.params.user_id, BigInt(other.id))
})

test('records are walked page by page', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  const campaign = await campaignOf(someone)
  const one = { account_id, campaign_id: campaign.id }
  for (const name of ['a', 'b', 'c']) await client.campaigns.update({ ...one, name })
  const entity = { entity_type: 'CAMPAIGN', entity_id: campaign.id } as const
  const pages = await Array.fromAsync(client.accountHistory.list({ account_id, ...entity, ...day, count: 3 }).pages())
  assert.deepEqual(
    pages.map((page) => page.data.map((record) => record.entity_data['name'])),
    [['Spring', 'a', 'b'], ['c']],
  )
})

test('an entity of another kind or account has no records here', async () => {
  const someone = await world.advertiser()
  const other = await world.advertiser()
  const campaign = await campaignOf(someone)
  const entity = { entity_type: 'CAMPAIGN', entity_id: campaign.id } as const
  const foreign = await other.client.accountHistory.list({ account_id: other.account_id, ...entity, ...day })
  assert.deepEqual(foreign.data, [])
  for (const entity_type of ['LINE_ITEM', 'PROMOTED_POST', 'TARGETING_CRITERIA', 'PROMOTED_ACCOUNT'] as const) {
    const asked = { account_id: someone.account_id, ...entity, entity_type, ...day }
    assert.deepEqual((await someone.client.accountHistory.list(asked)).data, [], entity_type)
  }
})

test('times that are no whole hours are refused, and so is a window without length', async () => {
  const { client, account_id } = await world.advertiser()
  const entity = { account_id, entity_type: 'CAMPAIGN', entity_id: 'c1' } as const
  const uneven = { start_time: '2026-01-15T00:30:00Z', end_time: '2026-01-15T01:00:01Z' }
  await refuses(
    client.accountHistory.list({ ...entity, ...uneven }),
    400,
    { code: 'INVALID_PARAMETER', parameter: 'start_time' },
    { code: 'INVALID_PARAMETER', parameter: 'end_time' },
  )
  const empty = { start_time: day.start_time, end_time: day.start_time }
  const call = client.accountHistory.list({ ...entity, ...empty })
  await refuses(call, 400, { code: 'INVALID_TIME_WINDOW', parameter: 'end_time' })
})

test('whole hours of any offset from UTC are whole hours', async () => {
  const { client, account_id } = await world.advertiser()
  const window = { start_time: '2026-01-15T00:00:00+02:00', end_time: '2026-01-15T23:00:00.000Z' }
  const entity = { entity_type: 'CAMPAIGN', entity_id: 'c1' } as const
  const { request } = await client.accountHistory.list({ account_id, ...entity, ...window })
  assert.deepEqual(
    [request.params.start_time, request.params.end_time],
    ['2026-01-14T22:00:00Z', '2026-01-15T23:00:00Z'],
  )
})

test('all that is required is asked for at once', async () => {
  const { bearerToken: token, account_id } = await world.advertiser()
  const said = await onTheWire(world.app.production, 'GET', `/12/accounts/${account_id}/account_history`, { token })
  assert.deepEqual(
    said.body.errors?.map(({ code, parameter }) => [code, parameter]),
    ['entity_type', 'entity_id', 'start_time', 'end_time'].map((parameter) => ['MISSING_PARAMETER', parameter]),
  )
})

test('an account that is not on the allow list is refused until it is', async () => {
  const { client, account_id } = await world.advertiser()
  const asked = { account_id, entity_type: 'CAMPAIGN', entity_id: 'c1', ...day } as const
  await world.operator.accounts.update({ account_id, account_history_allowed: false })
  await refuses(client.accountHistory.list(asked), 403, { code: 'ACTION_NOT_ALLOWED' })
  await world.operator.accounts.update({ account_id, account_history_allowed: true })
  assert.deepEqual((await client.accountHistory.list(asked)).data, [])
})
