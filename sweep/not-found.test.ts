import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathParams } from '@billposter/contract/language/operation'
import { createWorld } from '../server/test/world.ts'
import { included } from './exceptions.ts'
import { type Answer, assertRefused, assertSucceeded, rowsOf } from './stage/answer.ts'
import {
  entityParam,
  everyOperation,
  hasAccount,
  singleOperations,
  type Swept,
  userOperations,
} from './stage/operations.ts'
import { at, type Draft, fieldOf, including } from './stage/request.ts'
import { createScene, createScenes, type Scene } from './stage/scene.ts'
import { assertNoTrace } from './stage/state.ts'

const world = await createWorld()
const scenes = await createScenes(world)
const elsewhere = {
  production: await createScene(world, 'production', scenes.production.owner),
  sandbox: await createScene(world, 'sandbox', scenes.sandbox.owner),
}

const strange = [
  '8wku2',
  '0',
  'A',
  '%20',
  '%25',
  "'%3B--",
  '%F0%9F%98%80',
  'x'.repeat(400),
  '..%2F..',
  '-1',
  'null',
  '%0A',
]
const strangeNumbers = ['1', '9223372036854775807']

/** The ids in a path, but for the account's: those are refused as accounts. */
function idsIn({ operation }: Swept): string[] {
  return pathParams(operation.path).filter((name) => name !== 'account_id')
}

function assertNotFound(answer: Answer, parameter: string, about: string): void {
  assertRefused(answer, 404, [{ code: 'NOT_FOUND', parameter }], about)
}

for (const swept of included('not-found', everyOperation)) {
  for (const name of idsIn(swept)) {
    const isNumber = swept.operation.caller === 'operator'
    test(`${swept.name} does not find a ${name} that is unknown, another account’s or no id at all`, async () => {
      const scene = scenes[swept.door]
      const draft = await scene.example(swept)
      const foreign = await elsewhere[swept.door].example(swept)
      const ids = isNumber ? strangeNumbers : [...strange, foreign.path[name] ?? '']
      await assertNoTrace(world.database, async () => {
        for (const id of ids) assertNotFound(await scene.ask(swept, at(draft, { [name]: id })), name, id)
      })
      if (isNumber) return
      await assertNoTrace(world.database, async () => {
        const answer = await scene.ask(swept, at(draft, { [name]: 'a%00b' }))
        assertRefused(answer, 400, [{ code: 'INVALID_PARAMETER', parameter: name }])
      })
    })
  }
}

for (const swept of included('not-found', everyOperation).filter(({ operation }) => operation.caller === 'operator')) {
  for (const name of idsIn(swept)) {
    test(`${swept.name} refuses a ${name} that is no number`, async () => {
      const scene = scenes[swept.door]
      const draft = await scene.example(swept)
      for (const id of ['x', '0', '-1', '1.5', '9223372036854775808', '%D9%A3', 'a%00b', '9'.repeat(40)]) {
        const answer = await assertNoTrace(world.database, () => scene.ask(swept, at(draft, { [name]: id })), id)
        assertRefused(answer, 400, [{ code: 'INVALID_PARAMETER', parameter: name }], id)
      }
    })
  }
}

/** Deletions of one entity, named by the last part of their path. */
const deletions = included('not-found', userOperations)
  .filter(({ operation }) => operation.method === 'DELETE')
  .flatMap((swept) => {
    const name = entityParam(swept)
    return name === undefined ? [] : [{ swept, name }]
  })

for (const { swept, name } of deletions) {
  test(`${swept.name} works once: then the entity is deleted for all that could be done with it`, async () => {
    const scene = scenes[swept.door]
    const draft = await scene.example(swept)
    const first = await scene.ask(swept, draft)
    assertSucceeded(swept, first)
    assert.equal(rowsOf(first)[0]?.['deleted'], true)
    await assertNoTrace(world.database, async () => assertNotFound(await scene.ask(swept, draft), name, 'again'))
    for (const sibling of siblings(swept)) await assertGone(sibling, scene, draft, name)
  })
}

/** The other operations with the same path. */
function siblings({ operation, name }: Swept): Swept[] {
  const { path, caller } = operation
  return singleOperations.filter(
    (other) => other.operation.path === path && other.operation.caller === caller && other.name !== name,
  )
}

async function assertGone(swept: Swept, scene: Scene, { path }: Draft, name: string): Promise<void> {
  const draft = at(await scene.example(swept), path)
  await assertNoTrace(world.database, async () => assertNotFound(await scene.ask(swept, draft), name, swept.name))
  if (!swept.operation.params['with_deleted']) return
  const answer = await scene.ask(swept, including(draft, fieldOf('with_deleted', true)))
  assertSucceeded(swept, answer)
  assert.equal(rowsOf(answer)[0]?.['deleted'], true)
}

for (const swept of included('not-found', userOperations)
  .filter(hasAccount)
  .filter((one) => one.operation.doors.includes('sandbox'))) {
  test(`${swept.name} finds nothing below an account that was deleted`, async () => {
    const { account_id, draft, scene } = await onDeletedAccount(swept)
    await assertNoTrace(world.database, async () => {
      assertNotFound(await scene.ask(swept, at(draft, { account_id })), 'account_id', account_id)
    })
  })
}

async function onDeletedAccount(swept: Swept) {
  const scene = await createScene(world, 'sandbox', scenes.sandbox.owner)
  const draft = await scene.example(swept)
  const { account_id } = scene
  await scene.owner.sandbox.accounts.remove({ account_id })
  return { account_id, draft, scene }
}
