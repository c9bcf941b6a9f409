import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodeOf, unwrapNull } from '@billposter/contract/language/field'
import fc from 'fast-check'
import { createWorld } from '../server/test/world.ts'
import { included } from './exceptions.ts'
import { rowsOf } from './stage/answer.ts'
import { operationNamed, ownParams, singleOperations, type Swept } from './stage/operations.ts'
import { fieldOf, including, waysOf } from './stage/request.ts'
import { createScenes } from './stage/scene.ts'

const world = await createWorld()
const scenes = await createScenes(world)
const beyond = 2n ** 53n + 1n
const largest = 2n ** 63n - 1n

function longsOf(swept: Swept): string[] {
  return Object.entries(ownParams(swept)).flatMap(([name, { schema }]) => {
    const { format, minimum } = unwrapNull(nodeOf(schema)).node
    return format === 'int64' && (minimum ?? 0) <= 1 ? [name] : []
  })
}

for (const swept of included('exact-integers', singleOperations).filter(
  ({ operation }) => operation.caller === 'user',
)) {
  for (const name of longsOf(swept)) {
    test(`${swept.name} shows a ${name} beyond 2^53 to its last digit, whether it is taken or refused`, async () => {
      const scene = scenes[swept.door]
      for (const way of waysOf(swept)) {
        for (const value of [beyond, largest, beyond + 1_000_000n]) {
          const draft = including(await scene.example(swept), fieldOf(name, value))
          const { text } = await scene.ask(swept, draft, { way })
          assert.match(text, new RegExp(`"${name}":${value}[,}]`), `${way}: ${text}`)
        }
      }
    })
  }
}

const amount = fc.bigInt({ min: 1n, max: largest })

test('any amount comes through the client, the service and the database to its last digit', async () => {
  const { owner, account_id, funding_instrument_id } = scenes.production
  await fc.assert(
    fc.asyncProperty(amount, amount, async (one, other) => {
      const [daily, total] = one < other ? [one, other] : [other, one]
      const budgets = { daily_budget_amount_local_micro: daily, total_budget_amount_local_micro: total }
      const created = await owner.client.campaigns.create({
        account_id,
        funding_instrument_id,
        name: 'Exact',
        ...budgets,
      })
      const read = await owner.client.campaigns.get({ account_id, campaign_id: created.data.id })
      for (const shown of [created.data, created.request.params, read.data]) {
        assert.equal(shown.daily_budget_amount_local_micro, daily)
        assert.equal(shown.total_budget_amount_local_micro, total)
      }
    }),
    { numRuns: 40 },
  )
})

test('any amount comes through a batch and a list to its last digit', async () => {
  const { owner, account_id, funding_instrument_id } = scenes.production
  await fc.assert(
    fc.asyncProperty(fc.array(amount, { minLength: 1, maxLength: 5 }), async (amounts) => {
      const operations = amounts.map((daily_budget_amount_local_micro, index) => ({
        operation_type: 'Create' as const,
        params: { funding_instrument_id, name: `Exact ${index}`, daily_budget_amount_local_micro },
      }))
      const { data, request } = await owner.client.campaigns.batch({ account_id, operations })
      const listed = await owner.client.campaigns.list({ account_id, campaign_ids: data.map(({ id }) => id) })
      for (const shown of [data, listed.data, request.map(({ params }) => params)]) {
        const seen = shown.map((one) =>
          'daily_budget_amount_local_micro' in one ? one.daily_budget_amount_local_micro : null,
        )
        assert.deepEqual(seen, amounts)
      }
    }),
    { numRuns: 20 },
  )
})

test('any amount is the same by query, form and JSON, and in the history of its entity', async () => {
  const update = operationNamed('campaigns.update')
  const history = operationNamed('accountHistory.list')
  const scene = scenes.production
  const draft = await scene.example(update)
  const asked = { ...(await scene.example(history)) }
  const ofCampaign = including(asked, fieldOf('entity_id', draft.path['campaign_id']), fieldOf('count', 1000))
  await fc.assert(
    fc.asyncProperty(
      amount,
      fc.constantFrom('query' as const, 'form' as const, 'json' as const),
      async (value, way) => {
        const name = 'daily_budget_amount_local_micro'
        const answer = await scene.ask(update, including(draft, fieldOf(name, value)), { way })
        assert.match(answer.text, new RegExp(`"params":.*"${name}":${value}[,}].*"data":.*"${name}":${value}[,}]`))
        const { text } = await scene.ask(history, ofCampaign)
        assert.ok(text.includes(`"after":${value}}`), text)
      },
    ),
    { numRuns: 20 },
  )
})

test('a list can be sorted by amounts that differ only beyond 2^53', async () => {
  const { owner, account_id, funding_instrument_id } = scenes.production
  const name = 'Close'
  const amounts = [beyond + 2n, beyond, beyond + 1n]
  for (const daily_budget_amount_local_micro of amounts) {
    await owner.client.campaigns.create({ account_id, funding_instrument_id, name, daily_budget_amount_local_micro })
  }
  const seen = []
  const asked = { account_id, q: name, count: 1, sort_by: ['daily_budget_amount_local_micro-desc' as const] }
  for await (const campaign of owner.client.campaigns.list(asked)) seen.push(campaign.daily_budget_amount_local_micro)
  assert.deepEqual(seen, [beyond + 2n, beyond + 1n, beyond])
})

test('ids of users beyond 2^53 are themselves in paths, parameters and answers', async () => {
  const swept = operationNamed('authenticatedUserAccess.get')
  const scene = scenes.production
  const answer = await scene.ask(swept, await scene.example(swept))
  assert.equal(rowsOf(answer)[0]?.['user_id'], scene.owner.id)
  assert.ok(BigInt(scene.owner.id) > beyond)
})
