import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemsOf, refuses } from '../../../test/refusals.ts'
import { onTheWire } from '../../../test/wire.ts'
import { createWorld, operatorToken } from '../../../test/world.ts'

const world = await createWorld()
const { accounts } = world.operator

/** Says something to the operator's interface word for word. */
function said(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, json?: unknown) {
  return onTheWire(world.app.production, method, `/operator/1${path}`, { token: operatorToken, json })
}

test('the operator makes an account with all that an operator sees of it', async () => {
  const given = {
    name: 'Acme',
    timezone: 'Europe/Zurich',
    environment: 'production',
    business_name: 'Acme Holding',
    business_id: 'b1',
  } as const
  const { data, http } = await accounts.create(given)
  assert.equal(http.status, 200)
  assert.deepEqual(data, {
    id: data.id,
    ...given,
    timezone_switch_at: null,
    approval_status: 'ACCEPTED',
    industry_type: null,
    active_campaign_limit: 200,
    account_history_allowed: true,
    features: [],
    created_at: '2026-01-15T12:00:00Z',
    updated_at: '2026-01-15T12:00:00Z',
    deleted: false,
  })
})

test('an account needs a name and an environment; its time zone is UTC unless given', async () => {
  const { data } = await accounts.create({ name: 'Acme', environment: 'sandbox' })
  assert.deepEqual([data.timezone, data.business_name, data.business_id], ['UTC', null, null])
  const bare = await said('POST', '/accounts', {})
  assert.deepEqual(
    [bare.status, ...problemsOf(bare.body.errors ?? [])],
    [400, { code: 'MISSING_PARAMETER', parameter: 'name' }, { code: 'MISSING_PARAMETER', parameter: 'environment' }],
  )
  const nowhere = accounts.create({ name: 'Acme', environment: 'production', timezone: 'Mars/Olympus' })
  await refuses(nowhere, 400, { code: 'INVALID_PARAMETER', parameter: 'timezone' })
})

test('an account is reached by the door of its environment alone', async () => {
  const { account_id, client, sandbox } = await world.advertiser()
  const { account_id: sandboxed, ...other } = await world.advertiser({ environment: 'sandbox' })
  assert.equal((await client.accounts.get({ account_id })).data.id, account_id)
  assert.equal((await other.sandbox.accounts.get({ account_id: sandboxed })).data.id, sandboxed)
  await refuses(sandbox.accounts.get({ account_id }), 403, { code: 'ACCOUNT_NOT_FOUND' })
  await refuses(other.client.accounts.get({ account_id: sandboxed }), 403, { code: 'ACCOUNT_NOT_FOUND' })
})

test('each setting of an account is changed by itself, and everything else stays', async () => {
  const { data: before } = await accounts.create({ name: 'Acme', environment: 'production' })
  const account_id = before.id
  const steps = [
    [{ approval_status: 'UNDER_REVIEW' }, { approval_status: 'UNDER_REVIEW' }],
    [{ active_campaign_limit: 0 }, { active_campaign_limit: 0 }],
    [{ account_history_allowed: false }, { account_history_allowed: false }],
    [{ features_add: ['DR_TAP', 'AGE_TARGETING'] }, { features: ['AGE_TARGETING', 'DR_TAP'] }],
    [{ features_remove: ['DR_TAP', 'BRAND_TPN'] }, { features: ['AGE_TARGETING'] }],
    [{ features_add: [], features_remove: [] }, {}],
    [{}, {}],
  ] as const
  let expected: object = before
  for (const [given, change] of steps) {
    const heard = await said('PATCH', `/accounts/${account_id}`, given)
    expected = { ...expected, ...change }
    assert.deepEqual([heard.status, heard.body], [200, { data: expected }], JSON.stringify(given))
  }
})

test('a setting outside its values is refused, with every fault at once', async () => {
  const { data } = await accounts.create({ name: 'Acme', environment: 'production' })
  const heard = await said('PATCH', `/accounts/${data.id}`, {
    approval_status: 'MAYBE',
    active_campaign_limit: 8001,
    account_history_allowed: 'perhaps',
    features_add: ['TELEPATHY'],
    features_remove: 'TELEPATHY',
  })
  assert.equal(heard.status, 400)
  assert.deepEqual(Object.keys(heard.body), ['errors'])
  assert.deepEqual(
    problemsOf(heard.body.errors ?? []).map(({ code, parameter }) => [code, parameter]),
    ['approval_status', 'active_campaign_limit', 'account_history_allowed', 'features_add', 'features_remove'].map(
      (parameter) => ['INVALID_PARAMETER', parameter],
    ),
  )
})

test('a review shows at once in what the advertiser reads', async () => {
  const { client, account_id } = await world.advertiser()
  await client.accounts.get({ account_id })
  for (const approval_status of ['UNDER_REVIEW', 'REJECTED', 'ACCEPTED'] as const) {
    await accounts.update({ account_id, approval_status })
    assert.equal((await client.accounts.get({ account_id })).data.approval_status, approval_status)
  }
})

test('a grant is replaced as a whole, and an empty one is removed', async () => {
  const someone = await world.advertiser()
  const { client, account_id } = someone
  const asked = { account_id, user_id: BigInt(someone.id) }
  const composer = await accounts.grant({ ...asked, permissions: ['POST_COMPOSER', 'AD_MANAGER', 'AD_MANAGER'] })
  assert.deepEqual(composer.data, { account_id, user_id: someone.id, permissions: ['AD_MANAGER', 'POST_COMPOSER'] })
  await accounts.grant({ ...asked, permissions: ['ANALYST'] })
  assert.deepEqual((await client.authenticatedUserAccess.get({ account_id })).data.permissions, ['ANALYST'])
  assert.deepEqual((await accounts.grant({ ...asked, permissions: [] })).data.permissions, [])
  await refuses(client.accounts.get({ account_id }), 403, { code: 'ACCOUNT_NOT_FOUND' })
  assert.deepEqual((await client.accounts.list()).data, [])
})

test('POST_COMPOSER alone, or beside a permission without creatives, is refused and changes nothing', async () => {
  const someone = await world.advertiser({ permissions: ['AD_MANAGER'] })
  const { client, account_id } = someone
  for (const permissions of [['POST_COMPOSER'], ['ANALYST', 'POST_COMPOSER']] as const) {
    const call = accounts.grant({ account_id, user_id: BigInt(someone.id), permissions: [...permissions] })
    await refuses(call, 400, { code: 'INVALID_PARAMETER', parameter: 'permissions' })
  }
  assert.deepEqual((await client.authenticatedUserAccess.get({ account_id })).data.permissions, ['AD_MANAGER'])
})

test('nobody is granted anything whom there is not, nor on an account that there is not', async () => {
  const { account_id, id } = await world.advertiser()
  const stranger = accounts.grant({ account_id, user_id: 1n, permissions: ['ANALYST'] })
  await refuses(stranger, 404, { code: 'NOT_FOUND', parameter: 'user_id' })
  const nowhere = accounts.grant({ account_id: 'nothing', user_id: BigInt(id), permissions: ['ANALYST'] })
  await refuses(nowhere, 404, { code: 'NOT_FOUND', parameter: 'account_id' })
})

test('permissions must be said, and be known', async () => {
  const { account_id, id } = await world.advertiser()
  const path = `/accounts/${account_id}/grants/${id}`
  const problems = async (json: unknown) => {
    const heard = await said('PUT', path, json)
    return [heard.status, ...problemsOf(heard.body.errors ?? [])]
  }
  assert.deepEqual(await problems({}), [400, { code: 'MISSING_PARAMETER', parameter: 'permissions' }])
  const unknown = { code: 'INVALID_PARAMETER', parameter: 'permissions' }
  assert.deepEqual(await problems({ permissions: ['OWNER'] }), [400, unknown])
})

test('funding instruments and apps of both environments are made by the operator', async () => {
  for (const environment of ['production', 'sandbox'] as const) {
    const someone = await world.advertiser({ environment })
    const { account_id } = someone
    const client = environment === 'production' ? someone.client : someone.sandbox
    const { data: instruments } = await client.fundingInstruments.list({ account_id })
    assert.deepEqual(
      instruments.map((instrument) => instrument.id),
      [someone.funding_instrument_id],
    )
    const app = { account_id, app_store_identifier: 'com.example.acme', os_type: 'Android' } as const
    const { data } = await accounts.createAccountApp(app)
    assert.deepEqual((await client.accountApps.list({ account_id })).data, [data])
  }
})

test('the operator’s interface asks for the operator’s token and takes no other', async () => {
  const { bearerToken, account_id } = await world.advertiser()
  const refused = { errors: [{ code: 'UNAUTHORIZED_ACCESS', message: 'The operator’s token is missing or wrong.' }] }
  const shown: Readonly<Record<string, string>>[] = [
    {},
    { authorization: `Bearer ${bearerToken}` },
    { authorization: operatorToken },
  ]
  for (const headers of shown) {
    const said = await onTheWire(world.app.production, 'PATCH', `/operator/1/accounts/${account_id}`, {
      json: {},
      headers,
    })
    assert.deepEqual([said.status, said.body], [401, refused])
  }
  const asUser = await onTheWire(world.app.production, 'GET', '/12/accounts', { token: operatorToken })
  assert.equal(asUser.status, 401)
})

test('the operator’s interface stands behind the production door only', async () => {
  const heard = await onTheWire(world.app.sandbox, 'POST', '/operator/1/users', {
    token: operatorToken,
    json: { screen_name: 'sandboxed' },
  })
  assert.equal(heard.status, 404)
  assert.equal(heard.body.errors?.[0]?.code, 'ROUTE_NOT_FOUND')
})

test('answers to the operator are `{data}` or `{errors}`, without an echo', async () => {
  const made = await said('POST', '/accounts', { name: 'Acme', environment: 'production' })
  assert.deepEqual(Object.keys(made.body), ['data'])
  const unread = await onTheWire(world.app.production, 'POST', '/operator/1/accounts', {
    token: operatorToken,
    form: 'name=Acme&environment=production',
  })
  assert.deepEqual([unread.status, Object.keys(unread.body)], [400, ['errors']])
  const [unknown, otherwise] = [await said('POST', '/nothing', {}), await said('DELETE', '/accounts', {})]
  assert.deepEqual([unknown.status, Object.keys(unknown.body)], [404, ['errors']])
  assert.deepEqual([otherwise.status, Object.keys(otherwise.body)], [405, ['errors']])
})
