import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@billposter/client'
import type { Permission } from '@billposter/contract/language/permissions'
import { problemsOf, refuses } from '../../server/test/refusals.ts'
import { onTheWire } from '../../server/test/wire.ts'
import { type Advertiser, createWorld, urls } from '../../server/test/world.ts'

const world = await createWorld()

const unauthorized = [{ code: 'UNAUTHORIZED_ACCESS' }]

test('Requests are made on behalf of an authenticated user identified by an access token', async () => {
  const someone = await world.advertiser()
  const { oauth1, account_id, client } = someone
  const now = () => world.clock.ms()
  const options = { baseUrl: urls.production, transport: world.transport, auth: { oauth1 }, retries: 0, now }
  const signing = createClient(options)
  for (const caller of [client, signing]) {
    const { data } = await caller.authenticatedUserAccess.get({ account_id })
    assert.equal(data.user_id, someone.id)
  }
})

test('A request that does not prove who sends it is refused, whatever it asks for', async () => {
  const { account_id, bearerToken } = await world.advertiser()
  const shown = [
    '',
    'Bearer',
    'Bearer nothing',
    `Bearer ${bearerToken}x`,
    `Basic ${bearerToken}`,
    bearerToken,
    'OAuth x',
  ]
  const paths = [
    '/12/accounts',
    '/12/bidding_rules',
    '/12/line_items/placements',
    `/12/accounts/${account_id}/campaigns`,
  ]
  for (const door of [world.app.production, world.app.sandbox]) {
    for (const path of paths) {
      for (const authorization of shown) {
        const { status, body } = await onTheWire(door, 'GET', path, { headers: { authorization } })
        assert.deepEqual([status, problemsOf(body.errors ?? [])], [401, unauthorized], `${path} ${authorization}`)
        assert.deepEqual(body.request, { params: {} })
      }
    }
  }
})

test('The `account_id` in the path must belong to an account associated with the authenticated user', async () => {
  const mine = await world.advertiser()
  const theirs = await world.advertiser()
  for (const account_id of [theirs.account_id, 'nothing', mine.funding_instrument_id]) {
    await refuses(mine.client.campaigns.list({ account_id }), 403, { code: 'ACCOUNT_NOT_FOUND' })
  }
  assert.deepEqual((await mine.client.campaigns.list({ account_id: mine.account_id })).data, [])
})

test('`GET …/authenticated_user_access` returns the caller’s permissions on an account', async () => {
  const someone = await world.advertiser({ permissions: ['CREATIVE_MANAGER', 'POST_COMPOSER'] })
  const { account_id: other } = await world.advertiser()
  const user_id = BigInt(someone.id)
  await world.operator.accounts.grant({ account_id: other, user_id, permissions: ['ANALYST'] })
  const { client, account_id } = someone
  const held = async (account_id: string) => (await client.authenticatedUserAccess.get({ account_id })).data.permissions
  assert.deepEqual(await held(account_id), ['CREATIVE_MANAGER', 'POST_COMPOSER'])
  assert.deepEqual(await held(other), ['ANALYST'])
})

/** What somebody can do on an account, of all that the interface has so far. */
async function abilitiesOf(someone: Advertiser): Promise<string[]> {
  const { client, account_id, funding_instrument_id } = someone
  const draft = { account_id, funding_instrument_id, name: 'Draft', entity_status: 'DRAFT' } as const
  const tries: Record<string, () => PromiseLike<unknown>> = {
    'read access': () => client.authenticatedUserAccess.get({ account_id }),
    'read the account': () => client.accounts.get({ account_id }),
    'view campaigns': () => client.campaigns.list({ account_id }),
    'view line items': () => client.lineItems.list({ account_id }),
    'create campaigns': () => client.campaigns.create(draft),
    'change settings': () => client.accounts.update({ account_id, name: 'Renamed' }),
  }
  const able: string[] = []
  for (const [what, attempt] of Object.entries(tries)) {
    try {
      await attempt()
      able.push(what)
    } catch (error) {
      assert.deepEqual(problemsOf((error as { errors: { code: string }[] }).errors), [{ code: 'ACTION_NOT_ALLOWED' }])
    }
  }
  return able
}

const viewing = ['read access', 'read the account', 'view campaigns', 'view line items']

const meanings: [Permission, string, string[]][] = [
  ['ACCOUNT_ADMIN', 'full campaign access, can manage settings', [...viewing, 'create campaigns', 'change settings']],
  ['AD_MANAGER', 'full campaign access, cannot manage settings', [...viewing, 'create campaigns']],
  ['CREATIVE_MANAGER', 'cannot create or modify campaigns', viewing],
  ['CAMPAIGN_ANALYST', 'can view campaigns, cannot create or modify', viewing],
  ['ANALYST', 'cannot view campaigns', ['read access', 'read the account']],
  ['PARTNER_AUDIENCE_MANAGER', 'data-partner audiences, nothing else', ['read access']],
]

for (const [permission, meaning, able] of meanings) {
  test(`${permission} | ${meaning}`, async () => {
    assert.deepEqual(await abilitiesOf(await world.advertiser({ permissions: [permission] })), able)
  })
}

test('POST_COMPOSER | additional permission: only for ACCOUNT_ADMIN, AD_MANAGER or CREATIVE_MANAGER', async () => {
  for (const [permission, , able] of meanings) {
    const call = world.advertiser({ permissions: [permission, 'POST_COMPOSER'] })
    if (['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER'].includes(permission)) {
      assert.deepEqual(await abilitiesOf(await call), able, permission)
    } else {
      await refuses(call, 400, { code: 'INVALID_PARAMETER', parameter: 'permissions' })
    }
  }
  const alone = world.advertiser({ permissions: ['POST_COMPOSER'] })
  await refuses(alone, 400, { code: 'INVALID_PARAMETER', parameter: 'permissions' })
})

test('Sandbox-only operations use `{sandbox_url}`', async () => {
  const { bearerToken: token, account_id } = await world.advertiser()
  const only = [
    ['POST', '/12/accounts'],
    ['DELETE', `/12/accounts/${account_id}`],
    ['POST', `/12/accounts/${account_id}/features`],
    ['DELETE', `/12/accounts/${account_id}/features`],
    ['POST', `/12/accounts/${account_id}/funding_instruments`],
    ['DELETE', `/12/accounts/${account_id}/funding_instruments/f1`],
  ] as const
  for (const [method, path] of only) {
    assert.equal((await onTheWire(world.app.production, method, path, { token })).status, 405, `${method} ${path}`)
    assert.notEqual((await onTheWire(world.app.sandbox, method, path, { token })).status, 405, `${method} ${path}`)
  }
})
