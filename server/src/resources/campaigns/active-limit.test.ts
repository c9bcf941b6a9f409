import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BillposterError } from '@billposter/client'
import { copyRow } from '../../../test/copies.ts'
import { refusalOf, refuses } from '../../../test/refusals.ts'
import { type Advertiser, createWorld } from '../../../test/world.ts'

const world = await createWorld()

const budget = { total_budget_amount_local_micro: 100_000_000n }
const full = { code: 'TOO_MANY_CAMPAIGNS' }

function fresh({ account_id, funding_instrument_id }: Advertiser) {
  return { account_id, funding_instrument_id, name: 'One more', ...budget }
}

function creations({ funding_instrument_id }: Advertiser, count: number) {
  const params = { funding_instrument_id, name: 'One of many', ...budget }
  return Array.from({ length: count }, () => ({ operation_type: 'Create', params }) as const)
}

async function limited(active_campaign_limit: number): Promise<Advertiser> {
  const someone = await world.advertiser()
  await world.operator.accounts.update({ account_id: someone.account_id, active_campaign_limit })
  return someone
}

/** How many of the calls succeed; the others must be refused for the limit. */
async function admitted(calls: readonly Promise<unknown>[]): Promise<number> {
  const outcomes = await Promise.allSettled(calls)
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  for (const reason of refused) {
    assert.ok(reason instanceof BillposterError, String(reason))
    assert.equal(reason.code, 'TOO_MANY_CAMPAIGNS')
  }
  return outcomes.length - refused.length
}

async function activeOf({ client, account_id }: Advertiser): Promise<number> {
  const { data } = await client.campaigns.list({ account_id, count: 1000 })
  return data.filter((campaign) => campaign.entity_status === 'ACTIVE').length
}

test('200 campaigns can be active; paused ones and drafts are not counted', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  for (let batch = 0; batch < 5; batch++)
    await client.campaigns.batch({ account_id, operations: creations(someone, 40) })
  await refuses(client.campaigns.create(fresh(someone)), 400, full)
  await client.campaigns.create({ ...fresh(someone), entity_status: 'PAUSED' })
  await client.campaigns.create({ ...fresh(someone), entity_status: 'DRAFT' })
  assert.equal(await activeOf(someone), 200)
})

test('pausing or deleting a campaign makes room for another', async () => {
  const someone = await limited(2)
  const { client, account_id } = someone
  const [first = '', second = ''] = (
    await client.campaigns.batch({ account_id, operations: creations(someone, 2) })
  ).data.map((campaign) => campaign.id)
  await client.campaigns.update({ account_id, campaign_id: first, entity_status: 'PAUSED' })
  await client.campaigns.create(fresh(someone))
  await refuses(client.campaigns.create(fresh(someone)), 400, full)
  await client.campaigns.remove({ account_id, campaign_id: second })
  await client.campaigns.create(fresh(someone))
  await refuses(client.campaigns.create(fresh(someone)), 400, full)
})

test('at the limit no paused campaign or draft becomes active, while active ones can still be changed', async () => {
  const someone = await limited(1)
  const { client, account_id } = someone
  const active = await client.campaigns.create(fresh(someone))
  for (const entity_status of ['PAUSED', 'DRAFT'] as const) {
    const { data } = await client.campaigns.create({ ...fresh(someone), entity_status })
    await refuses(client.campaigns.update({ account_id, campaign_id: data.id, entity_status: 'ACTIVE' }), 400, full)
    assert.equal((await client.campaigns.get({ account_id, campaign_id: data.id })).data.entity_status, entity_status)
  }
  const again = { account_id, campaign_id: active.data.id, entity_status: 'ACTIVE', name: 'Renamed' } as const
  assert.equal((await client.campaigns.update(again)).data.name, 'Renamed')
})

test('of campaigns created at the same time only as many become active as there is room for', async () => {
  const someone = await limited(5)
  await someone.client.campaigns.batch({ account_id: someone.account_id, operations: creations(someone, 3) })
  const calls = Array.from({ length: 8 }, () => someone.client.campaigns.create(fresh(someone)))
  assert.equal(await admitted(calls), 2)
  assert.equal(await activeOf(someone), 5)
})

test('of campaigns activated at the same time only as many become active as there is room for', async () => {
  const someone = await limited(2)
  const { client, account_id } = someone
  const paused = await Promise.all(
    Array.from({ length: 6 }, () => client.campaigns.create({ ...fresh(someone), entity_status: 'PAUSED' })),
  )
  const calls = paused.map(({ data }) =>
    client.campaigns.update({ account_id, campaign_id: data.id, entity_status: 'ACTIVE' }),
  )
  assert.equal(await admitted([...calls, client.campaigns.create(fresh(someone))]), 2)
  assert.equal(await activeOf(someone), 2)
})

test('batches at the same time never cross the limit together, and each is stored whole or not at all', async () => {
  const someone = await limited(25)
  const calls = Array.from({ length: 4 }, () =>
    someone.client.campaigns.batch({ account_id: someone.account_id, operations: creations(someone, 10) }),
  )
  assert.equal(await admitted(calls), 2)
  assert.equal(await activeOf(someone), 20)
})

test('a batch is counted item by item: it may pause before it activates, and fails at the item that is too much', async () => {
  const someone = await limited(2)
  const { client, account_id } = someone
  const { data } = await client.campaigns.batch({ account_id, operations: creations(someone, 2) })
  const pause = {
    operation_type: 'Update',
    params: { campaign_id: data[0]?.id ?? '', entity_status: 'PAUSED' },
  } as const
  await client.campaigns.batch({ account_id, operations: [pause, ...creations(someone, 1)] })
  const call = client.campaigns.batch({ account_id, operations: [...creations(someone, 1), pause] })
  const refusal = await refusalOf(call)
  assert.equal(refusal.status, 400)
  assert.deepEqual(
    refusal.operationErrors?.map((entries) => entries.map((entry) => entry.code)),
    [['TOO_MANY_CAMPAIGNS'], []],
  )
  assert.equal(await activeOf(someone), 2)
})

test('the operator raises the limit up to 8,000 and not beyond, and what is active then holds', async () => {
  const someone = await world.advertiser()
  const { account_id } = someone
  const tooHigh = world.operator.accounts.update({ account_id, active_campaign_limit: 8001 })
  await refuses(tooHigh, 400, { code: 'INVALID_PARAMETER', parameter: 'active_campaign_limit' })
  const raised = await world.operator.accounts.update({ account_id, active_campaign_limit: 8000 })
  assert.equal(raised.data.active_campaign_limit, 8000)
  const first = await someone.client.campaigns.create(fresh(someone))
  await copyRow(world.database, 'campaigns', first.data.id, 7998)
  await someone.client.campaigns.create(fresh(someone))
  await refuses(someone.client.campaigns.create(fresh(someone)), 400, full)
})

test('a lowered limit leaves active campaigns as they are and lets no further one in', async () => {
  const someone = await limited(3)
  const { client, account_id } = someone
  const { data } = await client.campaigns.batch({ account_id, operations: creations(someone, 3) })
  await world.operator.accounts.update({ account_id, active_campaign_limit: 1 })
  assert.equal(await activeOf(someone), 3)
  await client.campaigns.remove({ account_id, campaign_id: data[0]?.id ?? '' })
  await refuses(client.campaigns.create(fresh(someone)), 400, full)
})
