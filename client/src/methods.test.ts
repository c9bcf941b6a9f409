import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract, operatorContract } from '@billposter/contract'
import { anyText, object, oneOf } from '@billposter/contract/language/field'
import { list, operation } from '@billposter/contract/language/operation'
import { type Client, createOperatorClient, type OperatorClient } from './client.ts'
import { fakeClient } from './fake-service.ts'
import type { PageOf } from './methods.ts'

/** True when the two types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

function holds<_T extends true>(): void {}

const withExtra = operation({
  method: 'GET',
  path: '/things',
  summary: 'List things.',
  spec: 'ours',
  params: {},
  answer: { ...list(object({ id: anyText() })), extra: { data_type: oneOf('thing') } },
})

// Never called: the compiler reads it, and an unused expectation of an error is an error.
async function promises(client: Client, operator: OperatorClient): Promise<void> {
  const created = await client.campaigns.create({ account_id: 'a1', funding_instrument_id: 'f1', name: 'x' })
  holds<Same<typeof created.data.daily_budget_amount_local_micro, bigint | null>>()
  holds<Same<typeof created.data.entity_status, 'ACTIVE' | 'DRAFT' | 'PAUSED'>>()
  holds<Same<typeof created.request.params.name, string | undefined>>()
  holds<Same<typeof created.http.etag, string | undefined>>()
  // @ts-expect-error -- name is required
  await client.campaigns.create({ account_id: 'a1', funding_instrument_id: 'f1' })
  // @ts-expect-error -- no such status
  await client.campaigns.create({ account_id: 'a1', funding_instrument_id: 'f1', name: 'x', entity_status: 'X' })
  // @ts-expect-error -- no such parameter
  await client.campaigns.create({ account_id: 'a1', funding_instrument_id: 'f1', name: 'x', nmae: 'x' })
  // @ts-expect-error -- a name cannot be cleared
  await client.campaigns.update({ account_id: 'a1', campaign_id: 'c1', name: null })
  await client.campaigns.update({ account_id: 'a1', campaign_id: 'c1', purchase_order_number: null })
  // @ts-expect-error -- amounts are exact, so they are bigints
  await client.campaigns.update({ account_id: 'a1', campaign_id: 'c1', daily_budget_amount_local_micro: 5 })
  // @ts-expect-error -- an operation with required parameters needs them
  await client.campaigns.get()
  // @ts-expect-error -- no such answer
  void created.data.budget
  // @ts-expect-error -- no such method
  void client.campaigns.promote

  const page = await client.campaigns.list({ account_id: 'a1', sort_by: ['name-desc'] })
  holds<Same<typeof page.next_cursor, string | null>>()
  holds<Same<typeof page.total_count, number | undefined>>()
  holds<Same<(typeof page.data)[number], typeof created.data>>()
  for await (const campaign of client.campaigns.list({ account_id: 'a1' }))
    holds<Same<typeof campaign, typeof created.data>>()
  for await (const { data } of client.campaigns.list({ account_id: 'a1' }).pages())
    holds<Same<typeof data, typeof page.data>>()
  // @ts-expect-error -- not an order
  void client.campaigns.list({ account_id: 'a1', sort_by: ['colour-asc'] })
  const rules = await client.biddingRules.list()
  holds<Same<(typeof rules.data)[number]['minimum_denomination'], bigint>>()
  holds<Same<PageOf<typeof withExtra>['data_type'], 'thing'>>()
  const features = await client.features.list({ account_id: 'a1', feature_keys: ['DR_TAP'] })
  holds<Same<'CITY_TARGETING' extends (typeof features.data)[number] ? true : false, true>>()

  const batch = await client.campaigns.batch({
    account_id: 'a1',
    operations: [
      { operation_type: 'Create', params: { funding_instrument_id: 'f1', name: 'x' } },
      { operation_type: 'Delete', params: { campaign_id: 'c1' } },
      // @ts-expect-error -- Create needs a funding instrument
      { operation_type: 'Create', params: { name: 'x' } },
      // @ts-expect-error -- no such operation type
      { operation_type: 'Upsert', params: { name: 'x' } },
      // @ts-expect-error -- the account is that of the batch
      { operation_type: 'Delete', params: { account_id: 'a1', campaign_id: 'c1' } },
    ],
  })
  const [made] = batch.data satisfies (typeof created.data)[]
  holds<Same<NonNullable<typeof made>['daily_budget_amount_local_micro'], bigint | null>>()

  const account = await operator.accounts.create({ name: 'x', environment: 'sandbox' })
  holds<Same<typeof account.data.active_campaign_limit, number>>()
  // @ts-expect-error -- the operator's answers echo nothing
  void account.request
  // @ts-expect-error -- the operator's changes cannot be tried out
  await operator.users.create({ screen_name: 'x' }, { validateOnly: true })
}

test('every endpoint of the contracts is a method', () => {
  assert.equal(typeof promises, 'function')
  const { client } = fakeClient([])
  const operator = createOperatorClient({ baseUrl: 'http://ads.test', operatorToken: 'secret' })
  for (const [methods, resources] of [
    [client, contract],
    [operator, operatorContract],
  ] as const) {
    assert.deepEqual(shapeOf(methods), shapeOf(resources))
  }
  assert.equal(typeof client.campaigns.batch, 'function')
})

function shapeOf(nouns: object): [string, string[]][] {
  return Object.entries(nouns).map(([noun, verbs]: [string, object]) => [noun, Object.keys(verbs)])
}
