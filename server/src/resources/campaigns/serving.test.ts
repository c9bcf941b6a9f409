import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Advertiser, createWorld } from '../../../test/world.ts'
import { sql } from '../../store/sql.ts'

const world = await createWorld()

const budget = { total_budget_amount_local_micro: 100_000_000n }

/** A campaign with a line item in it; times are relative to the clock. */
async function campaignOf(someone: Advertiser, flight: { start_time?: string; end_time?: string } = {}) {
  const { account_id, funding_instrument_id, client } = someone
  const { data } = await client.campaigns.create({ account_id, funding_instrument_id, name: 'Spring', ...budget })
  await client.lineItems.create({
    account_id,
    campaign_id: data.id,
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_POSTS',
    placements: ['ALL_ON_PLATFORM'],
    ...flight,
  })
  return { account_id, campaign_id: data.id }
}

type Campaign = Awaited<ReturnType<typeof campaignOf>>

/** What the promotion of a post does to the campaign above it. */
async function promoteSomething({ campaign_id }: Campaign): Promise<void> {
  await world.database.run(sql`update campaigns set complete = true where id = ${campaign_id}`)
}

async function stateOf({ client }: Advertiser, campaign: Campaign) {
  const { data } = await client.campaigns.get({ ...campaign, with_deleted: true })
  const [listed] = (
    await client.campaigns.list({
      account_id: campaign.account_id,
      campaign_ids: [campaign.campaign_id],
      with_draft: true,
      with_deleted: true,
    })
  ).data
  assert.deepEqual(listed, data)
  return [data.effective_status, data.servable, ...data.reasons_not_servable]
}

function hoursFromNow(hours: number): string {
  return `${new Date(world.clock.ms() + hours * 3_600_000).toISOString().slice(0, 19)}Z`
}

test('a campaign runs once it promotes something and nothing stands in its way', async () => {
  const someone = await world.advertiser()
  const campaign = await campaignOf(someone)
  assert.deepEqual(await stateOf(someone, campaign), ['UNKNOWN', false, 'INCOMPLETE'])
  await promoteSomething(campaign)
  assert.deepEqual(await stateOf(someone, campaign), ['RUNNING', true])
})

test('a paused campaign is PAUSED when nothing else is wrong, and says that first when something is', async () => {
  const someone = await world.advertiser()
  const campaign = await campaignOf(someone)
  await someone.client.campaigns.update({ ...campaign, entity_status: 'PAUSED' })
  assert.deepEqual(await stateOf(someone, campaign), ['UNKNOWN', false, 'PAUSED_BY_ADVERTISER', 'INCOMPLETE'])
  await promoteSomething(campaign)
  assert.deepEqual(await stateOf(someone, campaign), ['PAUSED', false, 'PAUSED_BY_ADVERTISER'])
})

test('a draft is incomplete', async () => {
  const someone = await world.advertiser()
  const { account_id, funding_instrument_id, client } = someone
  const draft = { account_id, funding_instrument_id, name: 'Draft', entity_status: 'DRAFT' } as const
  const { data } = await client.campaigns.create(draft)
  assert.deepEqual(await stateOf(someone, { account_id, campaign_id: data.id }), ['UNKNOWN', false, 'INCOMPLETE'])
})

test('a campaign serves from the start of its flight to its end, as time goes by', async () => {
  const someone = await world.advertiser()
  const campaign = await campaignOf(someone, { start_time: hoursFromNow(1), end_time: hoursFromNow(3) })
  await promoteSomething(campaign)
  assert.deepEqual(await stateOf(someone, campaign), ['UNKNOWN', false, 'STARTS_IN_FUTURE'])
  world.clock.advance('1h')
  assert.deepEqual(await stateOf(someone, campaign), ['RUNNING', true])
  world.clock.advance('2h')
  assert.deepEqual(await stateOf(someone, campaign), ['EXPIRED', false, 'EXPIRED'])
})

test('the flight is that of all line items together; one without an end keeps it open, a deleted one counts no more', async () => {
  const someone = await world.advertiser()
  const { client } = someone
  const campaign = await campaignOf(someone, { start_time: hoursFromNow(1), end_time: hoursFromNow(2) })
  await promoteSomething(campaign)
  const lineItem = {
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_POSTS',
    placements: ['ALL_ON_PLATFORM'],
  } as const
  const open = await client.lineItems.create({
    ...campaign,
    ...lineItem,
    placements: [...lineItem.placements],
    start_time: hoursFromNow(-1),
  })
  assert.deepEqual(await stateOf(someone, campaign), ['RUNNING', true])
  world.clock.advance('2h')
  assert.deepEqual(await stateOf(someone, campaign), ['RUNNING', true])
  await client.lineItems.remove({ account_id: campaign.account_id, line_item_id: open.data.id })
  assert.deepEqual(await stateOf(someone, campaign), ['EXPIRED', false, 'EXPIRED'])
})

test('a campaign whose funding instrument cannot fund any more has a FUNDING_PROBLEM', async () => {
  const someone = await world.advertiser()
  const { account_id, client } = someone
  const { data } = await world.operator.accounts.createFundingInstrument({
    account_id,
    currency: 'USD',
    type: 'CREDIT_LINE',
    start_time: hoursFromNow(-1),
    end_time: hoursFromNow(1),
  })
  const paid = { account_id, funding_instrument_id: data.id, name: 'Short of money', ...budget }
  const created = await client.campaigns.create(paid)
  const campaign = { account_id, campaign_id: created.data.id }
  await promoteSomething(campaign)
  assert.deepEqual(await stateOf(someone, campaign), ['RUNNING', true])
  world.clock.advance('1h')
  assert.deepEqual(await stateOf(someone, campaign), ['UNKNOWN', false, 'FUNDING_PROBLEM'])
})

test('the review of the account stops its campaigns and lets them go on', async () => {
  const someone = await world.advertiser()
  const { account_id } = someone
  const campaign = await campaignOf(someone)
  await promoteSomething(campaign)
  for (const approval_status of ['REJECTED', 'UNDER_REVIEW'] as const) {
    await world.operator.accounts.update({ account_id, approval_status })
    assert.deepEqual(await stateOf(someone, campaign), ['UNKNOWN', false, `ACCOUNT_${approval_status}`])
  }
  await world.operator.accounts.update({ account_id, approval_status: 'ACCEPTED' })
  assert.deepEqual(await stateOf(someone, campaign), ['RUNNING', true])
})

test('a deleted campaign keeps the status that it had, whatever happens afterwards', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  const campaign = await campaignOf(someone, { start_time: hoursFromNow(-1), end_time: hoursFromNow(1) })
  await promoteSomething(campaign)
  const { data } = await client.campaigns.remove(campaign)
  assert.deepEqual([data.effective_status, data.servable, data.reasons_not_servable], ['RUNNING', null, []])
  world.clock.advance('2h')
  await world.operator.accounts.update({ account_id, approval_status: 'REJECTED' })
  assert.deepEqual(await stateOf(someone, campaign), ['RUNNING', null])
})

test('a campaign deleted while it was paused, unfinished or over keeps saying so', async () => {
  const someone = await world.advertiser()
  const paused = await campaignOf(someone)
  await promoteSomething(paused)
  await someone.client.campaigns.update({ ...paused, entity_status: 'PAUSED' })
  const over = await campaignOf(someone, { start_time: hoursFromNow(-2), end_time: hoursFromNow(-1) })
  await promoteSomething(over)
  const unfinished = await campaignOf(someone)
  const statuses: string[] = []
  for (const campaign of [paused, over, unfinished]) {
    statuses.push((await someone.client.campaigns.remove(campaign)).data.effective_status)
  }
  assert.deepEqual(statuses, ['PAUSED', 'EXPIRED', 'UNKNOWN'])
})
