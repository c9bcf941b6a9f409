import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorld } from '../server/test/world.ts'
import { included } from './exceptions.ts'
import { assertRefused, assertSucceeded } from './stage/answer.ts'
import { flockOf, readPage, sortsOf } from './stage/flock.ts'
import { ownParams, pagedLists, type Swept, type Values } from './stage/operations.ts'
import { draftOf, fieldOf, including } from './stage/request.ts'
import { otherValue } from './stage/samples.ts'
import { createScene, type Scene } from './stage/scene.ts'

const world = await createWorld()
const scene = await createScene(world, 'sandbox')
const elsewhere = await createScene(world, 'sandbox', scene.owner)

interface Begun {
  readonly values: Values
  /** The cursor after the first of several rows. */
  readonly cursor: string
}

async function begun(at: Scene, list: Swept): Promise<Begun> {
  const values = await at.valuesOf(list)
  const flock = flockOf(at, list, values)
  for (const _ of [1, 2, 3]) await flock.insert({})
  const { next } = await readPage(at, list, { ...values, count: 1 })
  assert.ok(next, `${list.name} has no second page`)
  return { values, cursor: next }
}

const walks = new Map<Swept, Begun>()
for (const list of included('cursors', pagedLists)) walks.set(list, await begun(scene, list))

async function assertForeign(list: Swept, values: Values, about: string): Promise<void> {
  const answer = await scene.ask(list, draftOf(list, values))
  assertRefused(answer, 400, [{ code: 'INVALID_PARAMETER', parameter: 'cursor' }], about)
}

for (const [list, { values, cursor }] of walks) {
  test(`${list.name} refuses the cursors of other lists`, async () => {
    for (const [other, begun] of walks) {
      if (other !== list) await assertForeign(list, { ...values, cursor: begun.cursor }, other.name)
    }
  })

  test(`${list.name} refuses a cursor that it gave for another account, other filters or another order`, async () => {
    if (list.operation.params['account_id']) {
      const theirs = await begun(elsewhere, list)
      await assertForeign(list, { ...values, cursor: theirs.cursor }, 'another account')
    }
    for (const [name, param] of Object.entries(ownParams(list))) {
      if (['count', 'cursor', 'with_total_count'].includes(name)) continue
      await assertForeign(list, { ...values, [name]: otherValue(param, values[name]), cursor }, name)
    }
    for (const name of sortsOf(list)) {
      await assertForeign(list, { ...values, sort_by: [`${name}-desc`], cursor }, name)
    }
  })

  test(`${list.name} refuses a cursor in which one character was changed, added or lost`, async () => {
    for (let index = 0; index < cursor.length; index++) {
      const [head, tail] = [cursor.slice(0, index), cursor.slice(index + 1)]
      const other = cursor[index] === 'A' ? 'B' : 'A'
      await assertForeign(list, { ...values, cursor: head + other + tail }, `changed at ${index}`)
      await assertForeign(list, { ...values, cursor: head + tail }, `lost at ${index}`)
    }
    for (const longer of [`${cursor}A`, `A${cursor}`, `${cursor}.`, `${cursor}.A`, `${cursor}=`, `${cursor} `]) {
      await assertForeign(list, { ...values, cursor: longer }, longer)
    }
  })

  test(`${list.name} refuses cursors that nobody gave`, async () => {
    const payload = (text: string) => Buffer.from(text).toString('base64url')
    const [, signature = ''] = cursor.split('.')
    const made = ['[]', '[null]', '["0"]', '{}', 'x', '["a","b","c","d","e"]'].map(
      (text) => `${payload(text)}.${signature}`,
    )
    const garbage = ['x', '.', '..', 'null', '0', 'c-3yvu1pzhd3i7', '😀', '%00x', "' or 1=1 --", 'x'.repeat(2000), '-1']
    for (const one of [...made, ...garbage]) await assertForeign(list, { ...values, cursor: one }, one)
  })

  test(`${list.name} echoes its cursor, and takes it as often as it is given`, async () => {
    const draft = including(draftOf(list, { ...values, count: 1 }), fieldOf('cursor', cursor))
    const answers = [await scene.ask(list, draft), await scene.ask(list, draft)]
    for (const answer of answers) assertSucceeded(list, answer)
    assert.equal(answers[0]?.text, answers[1]?.text)
    assert.ok(answers[0]?.text.includes(JSON.stringify(cursor)))
  })
}
