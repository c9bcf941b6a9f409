import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuses } from '../../../test/refusals.ts'
import { createWorld, type Person } from '../../../test/world.ts'
import { sql } from '../../store/sql.ts'

const world = await createWorld()

const notThere = { code: 'ACCOUNT_NOT_FOUND' }

async function created(someone: Person): Promise<string> {
  const [account] = (await someone.sandbox.accounts.create()).data
  return account?.id ?? ''
}

test('a sandbox account comes in an array, accepted and with a name and a time zone of its own', async () => {
  const someone = await world.person()
  const { data, http, request } = await someone.sandbox.accounts.create()
  assert.equal(http.status, 201)
  assert.deepEqual(request.params, {})
  assert.deepEqual(data, [
    {
      id: data[0]?.id,
      name: 'Sandbox account',
      business_name: null,
      business_id: null,
      timezone: 'America/Los_Angeles',
      timezone_switch_at: null,
      approval_status: 'ACCEPTED',
      industry_type: null,
      created_at: '2026-01-15T12:00:00Z',
      updated_at: '2026-01-15T12:00:00Z',
      deleted: false,
    },
  ])
})

test('whoever creates a sandbox account administers it and is its FULL promotable user', async () => {
  const someone = await world.person()
  const account_id = await created(someone)
  const access = await someone.sandbox.authenticatedUserAccess.get({ account_id })
  assert.deepEqual(access.data, { user_id: someone.id, permissions: ['ACCOUNT_ADMIN', 'POST_COMPOSER'] })
  const promotable = await world.database.rows(
    sql`select user_id, promotable_user_type from promotable_users where account_id = ${account_id}`,
  )
  assert.deepEqual(promotable, [[someone.id, 'FULL']])
})

test('each sandbox account is a new one', async () => {
  const someone = await world.person()
  const ids = [await created(someone), await created(someone)]
  assert.notEqual(ids[0], ids[1])
  const listed = (await someone.sandbox.accounts.list()).data.map((account) => account.id)
  assert.deepEqual(listed, ids)
})

test('the sandbox and production know nothing of each other’s accounts', async () => {
  const someone = await world.person()
  const sandboxed = await created(someone)
  const { account_id: live, ...owner } = await world.advertiser()
  assert.deepEqual((await someone.client.accounts.list()).data, [])
  assert.deepEqual((await owner.sandbox.accounts.list()).data, [])
  await refuses(someone.client.accounts.get({ account_id: sandboxed }), 403, notThere)
  await refuses(owner.sandbox.accounts.get({ account_id: live }), 403, notThere)
  await refuses(owner.sandbox.campaigns.list({ account_id: live }), 403, notThere)
})

test('a sandbox account is deleted for good; it can be read as deleted and nothing in it is there any more', async () => {
  const someone = await world.person()
  const account_id = await created(someone)
  const { accounts, campaigns, fundingInstruments } = someone.sandbox
  world.clock.advance('1h')
  const { data } = await accounts.remove({ account_id })
  assert.deepEqual([data.id, data.deleted], [account_id, true])
  assert.notEqual(data.updated_at, data.created_at)
  const gone = { code: 'NOT_FOUND', parameter: 'account_id' }
  await refuses(accounts.get({ account_id }), 404, gone)
  await refuses(accounts.update({ account_id, name: 'Back' }), 404, gone)
  await refuses(accounts.remove({ account_id }), 404, gone)
  await refuses(campaigns.list({ account_id }), 404, gone)
  await refuses(fundingInstruments.list({ account_id, with_deleted: true }), 404, gone)
  assert.deepEqual((await accounts.get({ account_id, with_deleted: true })).data, data)
})

test('deleted accounts are listed only with with_deleted', async () => {
  const someone = await world.person()
  const kept = await created(someone)
  const gone = await created(someone)
  await someone.sandbox.accounts.remove({ account_id: gone })
  const listed = async (options: { with_deleted?: boolean }) =>
    (await someone.sandbox.accounts.list(options)).data.map((account) => account.id)
  assert.deepEqual(await listed({}), [kept])
  assert.deepEqual(await listed({ with_deleted: true }), [kept, gone])
})

test('only an administrator deletes a sandbox account', async () => {
  const manager = await world.advertiser({ environment: 'sandbox', permissions: ['AD_MANAGER', 'POST_COMPOSER'] })
  const call = manager.sandbox.accounts.remove({ account_id: manager.account_id })
  await refuses(call, 403, { code: 'ACTION_NOT_ALLOWED' })
})
