import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissions } from '@billposter/contract/language/permissions'
import { industryTypes } from '@billposter/contract/resources/accounts'
import { refuses } from '../../../test/refusals.ts'
import { onTheWire } from '../../../test/wire.ts'
import { createWorld, type Person } from '../../../test/world.ts'

const world = await createWorld()

type Held = (typeof permissions)[number][]

async function accountOf(someone: Person, name: string, held: Held = ['ACCOUNT_ADMIN']): Promise<string> {
  const { data } = await world.operator.accounts.create({ name, environment: 'production' })
  const grant = { account_id: data.id, user_id: BigInt(someone.id), permissions: held }
  await world.operator.accounts.grant(grant)
  return data.id
}

function namesOf(accounts: readonly { name: string }[]): string[] {
  return accounts.map((account) => account.name)
}

test('an account is read with every field, those without a value as null', async () => {
  const someone = await world.person()
  const account_id = await accountOf(someone, 'Acme')
  const { data } = await someone.client.accounts.get({ account_id })
  assert.deepEqual(data, {
    id: account_id,
    name: 'Acme',
    business_name: null,
    business_id: null,
    timezone: 'UTC',
    timezone_switch_at: null,
    approval_status: 'ACCEPTED',
    industry_type: null,
    created_at: '2026-01-15T12:00:00Z',
    updated_at: '2026-01-15T12:00:00Z',
    deleted: false,
  })
})

test('a list shows the same without the industry type', async () => {
  const someone = await world.person()
  const account_id = await accountOf(someone, 'Acme')
  const { industry_type, ...shown } = (await someone.client.accounts.get({ account_id })).data
  assert.deepEqual((await someone.client.accounts.list()).data, [shown])
  const said = await onTheWire(world.app.production, 'GET', '/12/accounts', { token: someone.bearerToken })
  assert.ok(!said.text.includes('industry_type'))
})

test('a caller sees the accounts on which it may read accounts, and no others', async () => {
  const someone = await world.person()
  for (const held of permissions.filter((permission) => permission !== 'POST_COMPOSER')) {
    await accountOf(someone, held, [held])
  }
  await accountOf(await world.person(), 'A stranger’s')
  const seen = namesOf((await someone.client.accounts.list()).data)
  assert.deepEqual(seen, ['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER', 'CAMPAIGN_ANALYST', 'ANALYST'])
})

test('who has no account has an empty list', async () => {
  const someone = await world.person()
  const { data, next_cursor } = await someone.client.accounts.list()
  assert.deepEqual([data, next_cursor], [[], null])
})

test('account_ids and q narrow the list within what the caller sees', async () => {
  const someone = await world.person()
  const first = await accountOf(someone, 'North One')
  await accountOf(someone, 'north two')
  await accountOf(someone, 'Far north')
  const foreign = await accountOf(await world.person(), 'North of a stranger')
  const { accounts } = someone.client
  const chosen = await accounts.list({ account_ids: [foreign, first, 'nothing'] })
  assert.deepEqual(namesOf(chosen.data), ['North One'])
  assert.deepEqual(namesOf((await accounts.list({ q: 'NORTH' })).data), ['North One', 'north two'])
})

test('accounts are sorted by name, times and deletion, and walked page by page', async () => {
  const someone = await world.person()
  for (const name of ['b', 'c', 'a']) await accountOf(someone, name)
  const { accounts } = someone.client
  assert.deepEqual(namesOf((await accounts.list({ sort_by: ['name-asc'] })).data), ['a', 'b', 'c'])
  assert.deepEqual(namesOf((await accounts.list({ sort_by: ['created_at-desc', 'name-desc'] })).data), ['c', 'b', 'a'])
  const walked = await Array.fromAsync(accounts.list({ count: 1, with_total_count: true }))
  assert.deepEqual(namesOf(walked), ['b', 'c', 'a'])
  const said = await onTheWire(world.app.production, 'GET', '/12/accounts', {
    token: someone.bearerToken,
    query: 'sort_by=timezone-asc',
  })
  assert.equal(said.body.errors?.[0]?.parameter, 'sort_by')
})

test('an account is renamed and gets an industry type, each without touching the other', async () => {
  const someone = await world.person()
  const account_id = await accountOf(someone, 'Acme')
  const { accounts } = someone.client
  world.clock.advance('1h')
  const renamed = await accounts.update({ account_id, name: 'Apex' })
  assert.deepEqual([renamed.data.name, renamed.data.industry_type], ['Apex', null])
  assert.notEqual(renamed.data.updated_at, renamed.data.created_at)
  for (const industry_type of industryTypes) {
    const { data } = await accounts.update({ account_id, industry_type })
    assert.deepEqual([data.name, data.industry_type], ['Apex', industry_type])
  }
  assert.deepEqual((await accounts.get({ account_id })).data.industry_type, industryTypes.at(-1))
})

test('an empty industry type removes it; an empty name is refused', async () => {
  const someone = await world.person()
  const account_id = await accountOf(someone, 'Acme')
  const { accounts } = someone.client
  await accounts.update({ account_id, industry_type: 'RETAIL' })
  assert.equal((await accounts.update({ account_id, industry_type: null })).data.industry_type, null)
  await refuses(accounts.update({ account_id, name: '' }), 400, { code: 'INVALID_PARAMETER', parameter: 'name' })
})

test('a name has at most 255 characters, an industry type is one of the list', async () => {
  const someone = await world.person()
  const account_id = await accountOf(someone, 'Acme')
  const { accounts } = someone.client
  const longest = '🏬'.repeat(255)
  assert.equal((await accounts.update({ account_id, name: longest })).data.name, longest)
  const wrong = { code: 'INVALID_PARAMETER', parameter: 'name' }
  await refuses(accounts.update({ account_id, name: `${longest}!` }), 400, wrong)
  const said = await onTheWire(world.app.production, 'PUT', `/12/accounts/${account_id}`, {
    token: someone.bearerToken,
    form: 'industry_type=retail',
  })
  assert.equal(said.body.errors?.[0]?.parameter, 'industry_type')
})

test('only an administrator changes an account', async () => {
  for (const held of permissions.filter((permission) => permission !== 'POST_COMPOSER')) {
    const someone = await world.person()
    const account_id = await accountOf(someone, 'Acme', [held])
    const call = someone.client.accounts.update({ account_id, name: held })
    if (held === 'ACCOUNT_ADMIN') assert.equal((await call).data.name, held)
    else await refuses(call, 403, { code: 'ACTION_NOT_ALLOWED' })
  }
})

test('in production accounts are neither created nor deleted by their users', async () => {
  const someone = await world.person()
  const account_id = await accountOf(someone, 'Acme')
  const token = someone.bearerToken
  const created = await onTheWire(world.app.production, 'POST', '/12/accounts', { token })
  const removed = await onTheWire(world.app.production, 'DELETE', `/12/accounts/${account_id}`, { token })
  assert.deepEqual([created.status, removed.status], [405, 405])
  assert.equal((await someone.client.accounts.get({ account_id })).data.deleted, false)
})
