import assert from 'node:assert/strict'
import { test } from 'node:test'
import { industryTypes } from '@billposter/contract/resources/accounts'
import { sandboxFeatureKeys } from '@billposter/contract/resources/features'
import { problemsOf, refuses } from '../../server/test/refusals.ts'
import { onTheWire, speaker } from '../../server/test/wire.ts'
import { createWorld, type Person } from '../../server/test/world.ts'

const world = await createWorld()

async function accountsOf(someone: Person, ...names: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of names) {
    const { data } = await world.operator.accounts.create({ name, environment: 'production' })
    const grant = { account_id: data.id, user_id: BigInt(someone.id) }
    await world.operator.accounts.grant({ ...grant, permissions: ['ACCOUNT_ADMIN'] })
    ids.push(data.id)
  }
  return ids
}

function namesOf(records: readonly { name: string }[]): string[] {
  return records.map((record) => record.name)
}

test('`GET /accounts`: `account_ids`, `q` (name prefix, case-insensitive), plus CL. Returns a list of accounts', async () => {
  const someone = await world.person()
  const [north = '', , south = ''] = await accountsOf(someone, 'North', 'north two', 'South')
  const { accounts } = someone.client
  assert.deepEqual(namesOf((await accounts.list()).data), ['North', 'north two', 'South'])
  assert.deepEqual(namesOf((await accounts.list({ account_ids: [south, north] })).data), ['North', 'South'])
  assert.deepEqual(namesOf((await accounts.list({ q: 'NoRtH' })).data), ['North', 'north two'])
  const page = await accounts.list({ count: 1, sort_by: ['name-desc'], with_deleted: true, with_total_count: true })
  assert.deepEqual([page.total_count, page.data.length, typeof page.next_cursor], [3, 1, 'string'])
})

test('`GET /accounts/:account_id`: `with_deleted`. Returns one account', async () => {
  const { sandbox } = await world.person()
  const [created] = (await sandbox.accounts.create()).data
  const account_id = created?.id ?? ''
  assert.deepEqual((await sandbox.accounts.get({ account_id })).data, created)
  await sandbox.accounts.remove({ account_id })
  await refuses(sandbox.accounts.get({ account_id }), 404, { code: 'NOT_FOUND', parameter: 'account_id' })
  assert.equal((await sandbox.accounts.get({ account_id, with_deleted: true })).data.deleted, true)
})

test('`POST {sandbox_url}/12/accounts` (sandbox only): no parameters. `data` is an array holding the new account', async () => {
  const { bearerToken: token } = await world.person()
  const { status, body } = await onTheWire(world.app.sandbox, 'POST', '/12/accounts', { token })
  assert.equal(status, 201)
  assert.deepEqual(body.request, { params: {} })
  assert.ok(Array.isArray(body.data) && body.data.length === 1)
  assert.equal((await onTheWire(world.app.production, 'POST', '/12/accounts', { token })).status, 405)
})

test('`PUT /accounts/:account_id`: `name`, `industry_type`. Returns the account', async () => {
  const someone = await world.person()
  const [account_id = ''] = await accountsOf(someone, 'Acme')
  for (const industry_type of industryTypes) {
    const { data } = await someone.client.accounts.update({ account_id, name: `A ${industry_type}`, industry_type })
    assert.deepEqual([data.name, data.industry_type], [`A ${industry_type}`, industry_type])
    assert.deepEqual((await someone.client.accounts.get({ account_id })).data, data)
  }
  assert.equal(industryTypes.length, 14)
})

test('`DELETE {sandbox_url}/12/accounts/:account_id` (sandbox only). Returns the account with `deleted` true', async () => {
  const { sandbox, client } = await world.person()
  const [created] = (await sandbox.accounts.create()).data
  const account_id = created?.id ?? ''
  await refuses(client.accounts.get({ account_id }), 403, { code: 'ACCOUNT_NOT_FOUND' })
  const { data } = await sandbox.accounts.remove({ account_id })
  assert.deepEqual(data, { ...created, deleted: true })
})

test('`GET /accounts/:account_id/account_apps`: CL. Lists account apps', async () => {
  const { client, account_id } = await world.advertiser()
  for (const app_store_identifier of ['com.one', 'com.two']) {
    await world.operator.accounts.createAccountApp({ account_id, app_store_identifier, os_type: 'Android' })
  }
  const identifiers = async (options: object) =>
    (await client.accountApps.list({ account_id, ...options })).data.map((app) => app.app_store_identifier)
  assert.deepEqual(await identifiers({}), ['com.one', 'com.two'])
  assert.deepEqual(await identifiers({ count: 1, with_total_count: true, with_deleted: true }), ['com.one'])
  assert.deepEqual(await identifiers({ sort_by: ['created_at-desc'] }), ['com.one', 'com.two'])
})

test('`GET …/account_history` (the caller must be allowlisted): the required parameters, `user_id`, `count`, `cursor`', async () => {
  const { client, id, account_id, funding_instrument_id } = await world.advertiser()
  const campaign = { account_id, funding_instrument_id, name: 'Spring', total_budget_amount_local_micro: 5_000_000n }
  const { data } = await client.campaigns.create(campaign)
  await client.campaigns.update({ account_id, campaign_id: data.id, name: 'Summer' })
  const asked = {
    account_id,
    entity_type: 'CAMPAIGN',
    entity_id: data.id,
    start_time: '2026-01-15T12:00:00Z',
    end_time: '2026-01-15T13:00:00Z',
  } as const
  const first = await client.accountHistory.list({ ...asked, user_id: BigInt(id), count: 1 })
  assert.equal(first.data[0]?.change_type, 'CREATE')
  const cursor = first.next_cursor ?? ''
  const second = await client.accountHistory.list({ ...asked, user_id: BigInt(id), cursor })
  assert.deepEqual([second.data[0]?.change_type, second.next_cursor], ['UPDATE', null])
  await world.operator.accounts.update({ account_id, account_history_allowed: false })
  await refuses(client.accountHistory.list(asked), 403, { code: 'ACTION_NOT_ALLOWED' })
})

test('`account_history`: each of the required parameters, the five entity types and no others', async () => {
  const { bearerToken, account_id } = await world.advertiser()
  const ask = speaker(world.app.production, bearerToken, `/12/accounts/${account_id}`)
  const given: Record<string, string> = {
    entity_type: 'CAMPAIGN',
    entity_id: 'c1',
    start_time: '2026-01-15T12:00:00Z',
    end_time: '2026-01-15T13:00:00Z',
  }
  const said = (values: Record<string, string>) =>
    ask('GET', `/account_history?${new URLSearchParams(values).toString()}`)
  for (const name of Object.keys(given)) {
    const { [name]: _left, ...rest } = given
    const { status, body } = await said(rest)
    const problems = [{ code: 'MISSING_PARAMETER', parameter: name }]
    assert.deepEqual([status, problemsOf(body.errors ?? [])], [400, problems])
  }
  for (const entity_type of ['CAMPAIGN', 'LINE_ITEM', 'PROMOTED_POST', 'TARGETING_CRITERIA', 'PROMOTED_ACCOUNT']) {
    assert.equal((await said({ ...given, entity_type })).status, 200, entity_type)
  }
  assert.equal((await said({ ...given, entity_type: 'ACCOUNT' })).status, 400)
})

test('`GET …/features`: `feature_keys`. `data` is an array of feature-key strings; only granted features are listed', async () => {
  const { client, account_id } = await world.advertiser()
  await world.operator.accounts.update({ account_id, features_add: ['CITY_TARGETING', 'REACH_FREQUENCY_CAP'] })
  assert.deepEqual((await client.features.list({ account_id })).data, ['CITY_TARGETING', 'REACH_FREQUENCY_CAP'])
  const feature_keys = ['REACH_AND_FREQUENCY_ANALYTICS', 'REACH_FREQUENCY_CAP', 'WEBSITE_CLICKS_CPM_BILLING'] as const
  const { data } = await client.features.list({ account_id, feature_keys: [...feature_keys] })
  assert.deepEqual(data, ['REACH_FREQUENCY_CAP'])
})

test('`POST` and `DELETE {sandbox_url}/12/…/features`: `feature_keys`. Returns the account’s resulting feature list', async () => {
  const { sandbox, account_id } = await world.advertiser({ environment: 'sandbox' })
  const all = await sandbox.features.add({ account_id, feature_keys: [...sandboxFeatureKeys] })
  assert.deepEqual([all.data.length, all.data.toSorted()], [22, sandboxFeatureKeys.toSorted()])
  const [kept, ...others] = sandboxFeatureKeys
  assert.deepEqual((await sandbox.features.remove({ account_id, feature_keys: others })).data, [kept])
  assert.deepEqual((await sandbox.features.list({ account_id })).data, [kept])
})

test('`GET …/authenticated_user_access`: no parameters. Returns `user_id` and `permissions`', async () => {
  const { client, id, account_id } = await world.advertiser({ permissions: ['AD_MANAGER', 'POST_COMPOSER'] })
  const { data } = await client.authenticatedUserAccess.get({ account_id })
  assert.deepEqual(data, { user_id: id, permissions: ['AD_MANAGER', 'POST_COMPOSER'] })
})

test('`GET /bidding_rules`: `currency` (omitted means all). Returns bidding rules', async () => {
  const { client } = await world.person()
  const all = await client.biddingRules.list()
  assert.equal(all.total_count, all.data.length)
  const [euro, ...others] = (await client.biddingRules.list({ currency: 'EUR' })).data
  assert.deepEqual([euro?.currency, others], ['EUR', []])
  assert.deepEqual(
    all.data.find((rule) => rule.currency === 'EUR'),
    euro,
  )
})
