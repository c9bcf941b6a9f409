import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Problem, problemsOf, refuses } from '../../server/test/refusals.ts'
import { type Said, speaker } from '../../server/test/wire.ts'
import { type Advertiser, createWorld } from '../../server/test/world.ts'

const world = await createWorld()

const budget = { total_budget_amount_local_micro: 100_000_000n }
const lineItem = { objective: 'ENGAGEMENTS', product_type: 'PROMOTED_POSTS', placements: 'ALL_ON_PLATFORM' }

async function campaignOf({ client, account_id, funding_instrument_id }: Advertiser): Promise<string> {
  const campaign = { account_id, funding_instrument_id, name: 'Spring', ...budget }
  return (await client.campaigns.create(campaign)).data.id
}

async function lineItemOf(someone: Advertiser): Promise<string> {
  const placements: 'ALL_ON_PLATFORM'[] = ['ALL_ON_PLATFORM']
  const { data } = await someone.client.lineItems.create({
    account_id: someone.account_id,
    campaign_id: await campaignOf(someone),
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_POSTS',
    placements,
  })
  return data.id
}

test('Deleting a campaign that is already deleted | HTTP 404', async () => {
  const someone = await world.advertiser()
  const one = { account_id: someone.account_id, campaign_id: await campaignOf(someone) }
  await someone.client.campaigns.remove(one)
  const gone = { code: 'NOT_FOUND', parameter: 'campaign_id' }
  await refuses(someone.client.campaigns.remove(one), 404, gone)
})

test('Deleting a line item that is already deleted | HTTP 404', async () => {
  const someone = await world.advertiser()
  const one = { account_id: someone.account_id, line_item_id: await lineItemOf(someone) }
  await someone.client.lineItems.remove(one)
  const gone = { code: 'NOT_FOUND', parameter: 'line_item_id' }
  await refuses(someone.client.lineItems.remove(one), 404, gone)
})

/** Both batches so far, with items of their kind: one that is fine, and one that lacks all that is required. */
const batches = {
  campaigns: {
    itemOf: async (someone: Advertiser) => ({
      funding_instrument_id: someone.funding_instrument_id,
      name: 'Spring',
      daily_budget_amount_local_micro: 5_000_000,
    }),
    required: ['funding_instrument_id', 'name'],
  },
  line_items: {
    itemOf: async (someone: Advertiser) => ({ campaign_id: await campaignOf(someone), ...lineItem }),
    required: ['campaign_id', 'objective', 'product_type', 'placements'],
  },
} as const

for (const [noun, { itemOf, required }] of Object.entries(batches)) {
  const speakerOf = ({ bearerToken, account_id }: Advertiser) => {
    const ask = speaker(world.app.production, bearerToken, `/12/batch/accounts/${account_id}`)
    return (said: Said) => ask('POST', `/${noun}`, said)
  }
  const stored = async ({ bearerToken, account_id }: Advertiser) => {
    const ask = speaker(world.app.production, bearerToken, `/12/accounts/${account_id}`)
    return (await ask('GET', `/${noun}?with_draft=true&with_deleted=true&with_total_count=true`)).body.total_count
  }

  test(`Batch request-level problem (too many items, ${noun}) | reported in the response under \`errors\``, async () => {
    const someone = await world.advertiser()
    const item = { operation_type: 'Create', params: await itemOf(someone) }
    const heard = await speakerOf(someone)({ json: Array.from({ length: 41 }, () => item) })
    assert.equal(heard.status, 400)
    assert.deepEqual(Object.keys(heard.body).toSorted(), ['errors', 'request'])
    assert.deepEqual(problemsOf(heard.body.errors ?? []), [{ code: 'INVALID_PARAMETER' }])
    assert.ok(Array.isArray(heard.body.request) && heard.body.request.length === 41)
    assert.equal(await stored(someone), 0)
  })

  test(`Batch request-level problem (no array, no items, no JSON, ${noun}) | reported under \`errors\``, async () => {
    const someone = await world.advertiser()
    const path = { params: { account_id: someone.account_id } }
    const say = speakerOf(someone)
    const json = { 'content-type': 'application/json' }
    const wrong: [Said, unknown][] = [
      [{ json: { operation_type: 'Create', params: {} } }, path],
      [{ json: [] }, []],
      [{ body: '[{]', headers: json }, path],
      [{ body: '', headers: json }, path],
      [{}, path],
      [{ form: 'operation_type=Create' }, path],
    ]
    for (const [said, request] of wrong) {
      const heard = await say(said)
      assert.equal(heard.status, 400, heard.text)
      assert.deepEqual(problemsOf(heard.body.errors ?? []), [{ code: 'INVALID_PARAMETER' }], heard.text)
      assert.deepEqual(heard.body.request, request, heard.text)
    }
  })

  test(`Batch item-level problem (${noun}) | reported under \`operation_errors\` at the index of the item; the whole batch fails`, async () => {
    const someone = await world.advertiser()
    const { account_id } = someone
    const fine = { operation_type: 'Create', params: await itemOf(someone) }
    const faulty = { operation_type: 'Create', params: {} }
    const heard = await speakerOf(someone)({ json: [fine, faulty, fine] })
    assert.equal(heard.status, 400)
    assert.deepEqual(Object.keys(heard.body).toSorted(), ['operation_errors', 'request'])
    const missing = required.map((parameter): Problem => ({ code: 'MISSING_PARAMETER', parameter }))
    assert.deepEqual(heard.body.operation_errors?.map(problemsOf), [[], missing, []])
    const [, echo] = heard.body.request as unknown[]
    assert.deepEqual(echo, { operation_type: 'Create', params: { account_id } })
    assert.equal(await stored(someone), 0)
  })
}
