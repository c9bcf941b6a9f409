import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemsOf, refuses } from '../../server/test/refusals.ts'
import { onTheWire } from '../../server/test/wire.ts'
import { type Advertiser, createWorld } from '../../server/test/world.ts'

const world = await createWorld()

const budget = { total_budget_amount_local_micro: 100_000_000n }

function fresh({ account_id, funding_instrument_id }: Advertiser) {
  return { account_id, funding_instrument_id, name: 'Spring', ...budget }
}

async function lineItemOf(someone: Advertiser) {
  const { client, account_id } = someone
  const campaign = await client.campaigns.create(fresh(someone))
  const { data } = await client.lineItems.create({
    account_id,
    campaign_id: campaign.data.id,
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_POSTS',
    placements: ['ALL_ON_PLATFORM'],
  })
  return { account_id, line_item_id: data.id }
}

test('(none) | create campaign | `entity_status` absent | `ACTIVE` | `budget_optimization` defaults to `CAMPAIGN`', async () => {
  const someone = await world.advertiser()
  const { data } = await someone.client.campaigns.create(fresh(someone))
  assert.deepEqual([data.entity_status, data.budget_optimization], ['ACTIVE', 'CAMPAIGN'])
})

test('(none) | create campaign | `entity_status` is `ACTIVE`, `DRAFT` or `PAUSED` | the given value', async () => {
  const someone = await world.advertiser()
  for (const entity_status of ['ACTIVE', 'DRAFT', 'PAUSED'] as const) {
    const { data } = await someone.client.campaigns.create({ ...fresh(someone), entity_status })
    assert.equal(data.entity_status, entity_status)
    const read = await someone.client.campaigns.get({ account_id: someone.account_id, campaign_id: data.id })
    assert.equal(read.data.entity_status, entity_status)
  }
})

for (const from of ['ACTIVE', 'PAUSED'] as const) {
  for (const to of ['ACTIVE', 'PAUSED'] as const) {
    test(`campaign \`${from}\` | update campaign | \`entity_status\` is \`${to}\` | \`${to}\` | \`updated_at\` changes`, async () => {
      const someone = await world.advertiser()
      const created = await someone.client.campaigns.create({ ...fresh(someone), entity_status: from })
      world.clock.advance('1s')
      const one = { account_id: someone.account_id, campaign_id: created.data.id }
      const { data } = await someone.client.campaigns.update({ ...one, entity_status: to })
      assert.equal(data.entity_status, to)
      assert.notEqual(data.updated_at, created.data.updated_at)
      assert.deepEqual((await someone.client.campaigns.get(one)).data, data)
    })
  }
}

test('campaign `ACTIVE` or `PAUSED` | update campaign | `entity_status` is anything else | refused, state kept', async () => {
  const someone = await world.advertiser()
  const { account_id, bearerToken: token } = someone
  for (const from of ['ACTIVE', 'PAUSED'] as const) {
    const { data } = await someone.client.campaigns.create({ ...fresh(someone), entity_status: from })
    for (const asked of ['DRAFT', 'DELETED', 'active', '']) {
      const path = `/12/accounts/${account_id}/campaigns/${data.id}`
      const heard = await onTheWire(world.app.production, 'PUT', path, { token, query: `entity_status=${asked}` })
      const problems = [{ code: 'INVALID_PARAMETER', parameter: 'entity_status' }]
      assert.deepEqual([heard.status, problemsOf(heard.body.errors ?? [])], [400, problems], asked)
    }
    const read = await someone.client.campaigns.get({ account_id, campaign_id: data.id })
    assert.equal(read.data.entity_status, from)
  }
})

test('campaign | delete | entity exists | `deleted` = true | irreversible; a second delete returns HTTP 404', async () => {
  const someone = await world.advertiser()
  const { campaigns } = someone.client
  const created = await campaigns.create(fresh(someone))
  const one = { account_id: someone.account_id, campaign_id: created.data.id }
  const { data, http } = await campaigns.remove(one)
  assert.deepEqual([http.status, data.deleted], [200, true])
  const gone = { code: 'NOT_FOUND', parameter: 'campaign_id' }
  await refuses(campaigns.update({ ...one, entity_status: 'ACTIVE' }), 404, gone)
  await refuses(campaigns.remove(one), 404, gone)
  assert.equal((await campaigns.get({ ...one, with_deleted: true })).data.deleted, true)
})

test('line item | delete | entity exists | `deleted` = true | irreversible; a second delete returns HTTP 404', async () => {
  const someone = await world.advertiser()
  const { lineItems } = someone.client
  const one = await lineItemOf(someone)
  const { data, http } = await lineItems.remove(one)
  assert.deepEqual([http.status, data.deleted], [200, true])
  const gone = { code: 'NOT_FOUND', parameter: 'line_item_id' }
  await refuses(lineItems.update({ ...one, entity_status: 'ACTIVE' }), 404, gone)
  await refuses(lineItems.remove(one), 404, gone)
  assert.equal((await lineItems.get({ ...one, with_deleted: true })).data.deleted, true)
})

test('sandbox account | delete | entity exists | `deleted` = true | the response carries the entity with `deleted` true', async () => {
  const { sandbox } = await world.person()
  const [created] = (await sandbox.accounts.create()).data
  const account_id = created?.id ?? ''
  const { data, http } = await sandbox.accounts.remove({ account_id })
  assert.equal(http.status, 200)
  assert.deepEqual(data, { ...created, deleted: true })
  await refuses(sandbox.accounts.remove({ account_id }), 404, { code: 'NOT_FOUND', parameter: 'account_id' })
})

async function deletedInstrument() {
  const { sandbox, account_id, funding_instrument_id } = await world.advertiser({ environment: 'sandbox' })
  const one = { account_id, funding_instrument_id }
  const before = await sandbox.fundingInstruments.get(one)
  return { before: before.data, one, removed: await sandbox.fundingInstruments.remove(one), sandbox }
}

test('sandbox funding instrument | delete | entity exists | `deleted` = true | the response carries the entity', async () => {
  const { before, one, removed, sandbox } = await deletedInstrument()
  const { data, http } = removed
  assert.equal(http.status, 200)
  assert.deepEqual([data.id, data.description, data.deleted], [before.id, before.description, true])
  const gone = { code: 'NOT_FOUND', parameter: 'funding_instrument_id' }
  await refuses(sandbox.fundingInstruments.remove(one), 404, gone)
})

test('sandbox funding instrument | delete | entity exists | `able_to_fund` false, reasons contain `DELETED`', async () => {
  const { before, one, removed, sandbox } = await deletedInstrument()
  assert.deepEqual([before.able_to_fund, before.reasons_not_able_to_fund], [true, []])
  assert.deepEqual([removed.data.able_to_fund, removed.data.reasons_not_able_to_fund], [false, ['DELETED']])
  const read = await sandbox.fundingInstruments.get({ ...one, with_deleted: true })
  assert.deepEqual(read.data, removed.data)
})
