import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathParams } from '@billposter/contract/language/operation'
import { createWorld } from '../server/test/world.ts'
import { included } from './exceptions.ts'
import { assertSucceeded, echoedItems, echoOf } from './stage/answer.ts'
import { everyOperation } from './stage/operations.ts'
import { draftOf } from './stage/request.ts'
import { createScenes } from './stage/scene.ts'

const world = await createWorld()
const scenes = await createScenes(world)

for (const swept of included('examples', everyOperation)) {
  for (const door of swept.operation.doors) {
    test(`${swept.name} answers its example at the ${door} door, and echoes what was asked, typed`, async () => {
      const scene = scenes[door]
      const values = await scene.valuesOf(swept)
      const answer = await scene.ask(swept, draftOf(swept, values))
      assertSucceeded(swept, answer)
      if (swept.operation.caller === 'operator') return assert.equal('request' in answer.body, false)
      if (swept.batch) {
        const { account_id, operations } = values as { account_id: string; operations: readonly Item[] }
        const expected = operations.map(({ params, ...item }) => ({ ...item, params: { account_id, ...params } }))
        return assert.deepEqual(comparable(echoedItems(answer)), comparable(expected))
      }
      const shown = swept.operation.takes === 'json' ? pathParams(swept.operation.path) : Object.keys(values)
      const expected = Object.fromEntries(shown.map((name) => [name, values[name]]))
      assert.deepEqual(comparable(echoOf(answer)), comparable(expected))
    })
  }
}

interface Item {
  readonly operation_type: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Small integers are numbers in parsed JSON and big integers in an example. */
function comparable(value: unknown): unknown {
  if (typeof value === 'bigint' && value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value)
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, comparable(inner)]))
}
