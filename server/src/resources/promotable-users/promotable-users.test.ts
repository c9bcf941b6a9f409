import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuses } from '../../../test/refusals.ts'
import { createWorld } from '../../../test/world.ts'
import { sql } from '../../store/sql.ts'

const world = await createWorld()
const { accounts } = world.operator

test('the operator makes a user promotable, fully or for reposts only, and may change which', async () => {
  const { account_id } = await world.advertiser()
  const someone = await world.person()
  const asked = { account_id, user_id: BigInt(someone.id) }
  const reposts = await accounts.setPromotableUser({ ...asked, promotable_user_type: 'REPOSTS_ONLY' })
  assert.deepEqual(reposts.data, {
    id: reposts.data.id,
    account_id,
    user_id: someone.id,
    promotable_user_type: 'REPOSTS_ONLY',
  })
  const full = await accounts.setPromotableUser({ ...asked, promotable_user_type: 'FULL' })
  assert.deepEqual(full.data, { ...reposts.data, promotable_user_type: 'FULL' })
})

test('one user can be promotable on several accounts, each with a record of its own', async () => {
  const someone = await world.person()
  const [one, two] = [await world.advertiser(), await world.advertiser()]
  const asked = { user_id: BigInt(someone.id), promotable_user_type: 'FULL' } as const
  const records = [
    await accounts.setPromotableUser({ account_id: one.account_id, ...asked }),
    await accounts.setPromotableUser({ account_id: two.account_id, ...asked }),
  ]
  assert.notEqual(records[0]?.data.id, records[1]?.data.id)
})

test('of changes at the same time all reach the same record', async () => {
  const { account_id } = await world.advertiser()
  const { id } = await world.person()
  const types = ['FULL', 'REPOSTS_ONLY', 'FULL', 'REPOSTS_ONLY'] as const
  const answers = await Promise.all(
    types.map((promotable_user_type) =>
      accounts.setPromotableUser({ account_id, user_id: BigInt(id), promotable_user_type }),
    ),
  )
  assert.equal(new Set(answers.map(({ data }) => data.id)).size, 1)
})

test('the first FULL promotable user of an account is the advertiser of its line items', async () => {
  const { client, account_id, funding_instrument_id } = await world.advertiser()
  const [reposter, full, later] = [await world.person(), await world.person(), await world.person()]
  await promotable(account_id, reposter.id, 'REPOSTS_ONLY')
  await promotable(account_id, full.id, 'FULL')
  await promotable(account_id, later.id, 'FULL')
  const campaign = await client.campaigns.create({
    account_id,
    funding_instrument_id,
    name: 'Spring',
    total_budget_amount_local_micro: 100_000_000n,
  })
  const { data } = await client.lineItems.create({
    account_id,
    campaign_id: campaign.data.id,
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_POSTS',
    placements: ['ALL_ON_PLATFORM'],
  })
  assert.equal(data.advertiser_user_id, full.id)
})

async function promotable(account_id: string, id: string, promotable_user_type: 'FULL' | 'REPOSTS_ONLY') {
  await accounts.setPromotableUser({ account_id, user_id: BigInt(id), promotable_user_type })
}

test('who is no user of the platform cannot be promotable', async () => {
  const { account_id } = await world.advertiser()
  const call = accounts.setPromotableUser({ account_id, user_id: 1n, promotable_user_type: 'FULL' })
  await refuses(call, 404, { code: 'NOT_FOUND', parameter: 'user_id' })
  const rows = await world.database.rows(sql`select from promotable_users where account_id = ${account_id}`)
  assert.deepEqual(rows, [])
})
