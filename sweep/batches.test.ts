import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchParts } from '@billposter/contract/describe/bodies'
import { writeAnyJson } from '@billposter/contract/language/json'
import type { Operation } from '@billposter/contract/language/operation'
import { createWorld } from '../server/test/world.ts'
import { included } from './exceptions.ts'
import { type Answer, assertRefused, assertSucceeded, echoedItems, masked, problemsOf, rowsOf } from './stage/answer.ts'
import { batches, singleOperations, type Swept, type Values } from './stage/operations.ts'
import { type Draft, draftOf } from './stage/request.ts'
import { badSamples } from './stage/samples.ts'
import { createScenes, type Scene } from './stage/scene.ts'
import { assertNoTrace, watch } from './stage/state.ts'

const world = await createWorld()
const scenes = await createScenes(world)

interface Item {
  readonly operation_type: string
  readonly params: Values
}

async function itemsOf(scene: Scene, swept: Swept): Promise<Item[]> {
  const { operations } = await scene.valuesOf(swept)
  // The example of a batch is an account and its items.
  return [...(operations as readonly Item[])]
}

async function withItems(scene: Scene, swept: Swept, items: string): Promise<Draft> {
  return { ...(await scene.example(swept)), items }
}

/** The creation of the example, `count` times over with names of their own. */
function copies([item]: readonly Item[], count: number): Item[] {
  assert.ok(item)
  return Array.from({ length: count }, (_, index) => ({ ...item, params: { ...item.params, name: `Copy ${index}` } }))
}

function assertItems(answer: Answer, problems: readonly (readonly object[])[], about: string): void {
  assert.equal(answer.status, 400, `${about}: ${answer.text}`)
  assert.deepEqual(answer.body.operation_errors?.map(problemsOf), problems, `${about}: ${answer.text}`)
  assert.equal('data' in answer.body, false)
  assert.equal('errors' in answer.body, false)
}

for (const swept of included('batches', batches)) {
  const { batch } = swept
  const scene = scenes[swept.door]
  const parts = new Map(batchParts(swept))
  const [creation, deletion] = [parts.get('Create'), parts.get('Delete')]
  assert.ok(creation && deletion, `${swept.name} cannot create and delete`)

  test(`${swept.name} takes ${batch.max} items and answers in their order, and refuses one more`, async () => {
    const items = copies(await itemsOf(scene, swept), batch.max)
    const answer = await scene.ask(swept, await withItems(scene, swept, writeAnyJson(items)))
    assertSucceeded(swept, answer)
    const names = items.map(({ params }) => params['name'])
    assert.deepEqual(
      rowsOf(answer).map(({ name }) => name),
      names,
    )
    assert.deepEqual(
      echoedItems(answer).map(({ params }) => params['name']),
      names,
    )
    const ids = rowsOf(answer).map(({ id }) => String(id))
    assert.deepEqual(ids, ids.toSorted())

    const tooMany = await withItems(scene, swept, writeAnyJson(copies(items, batch.max + 1)))
    const refused = await assertNoTrace(world.database, () => scene.ask(swept, tooMany))
    assertRefused(refused, 400, [{ code: 'INVALID_PARAMETER' }])
    assert.equal('operation_errors' in refused.body, false)
    assert.equal(echoedItems(refused).length, batch.max + 1)
  })

  test(`${swept.name} refuses as a whole what is no array of items, or says so in another content type`, async () => {
    for (const text of ['[]', '{}', '"x"', '5', 'null', '[', '', '[]]', '{"operations":[]}', '\ufeff']) {
      const draft = await withItems(scene, swept, text)
      const answer = await assertNoTrace(world.database, () => scene.ask(swept, draft), text)
      assertRefused(answer, 400, [{ code: 'INVALID_PARAMETER' }], text)
      assert.ok(answer.body.request)
    }
    const draft = await scene.example(swept)
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'multipart/form-data; boundary=x',
      '',
    ]
    for (const contentType of types) {
      const headers = { 'content-type': contentType }
      const answer = await assertNoTrace(world.database, () => scene.ask(swept, draft, { headers }), contentType)
      assertRefused(answer, 400, [{ code: 'INVALID_PARAMETER' }], contentType)
    }
    const headers = { 'content-type': 'Application/JSON ; charset=utf-8' }
    assertSucceeded(swept, await scene.ask(swept, draft, { headers }))
  })

  test(`${swept.name} reports the problem of one item at its index, and keeps nothing of the others`, async () => {
    const items = await itemsOf(scene, swept)
    for (const index of items.keys()) {
      const spoilt = items.with(index, { operation_type: 'Create', params: {} })
      const draft = { ...(await scene.example(swept)), items: writeAnyJson(spoilt) }
      const answer = await assertNoTrace(world.database, () => scene.ask(swept, draft))
      const missing = requiredOf(creation).map(missingParameter)
      assertItems(
        answer,
        items.map((_, at) => (at === index ? missing : [])),
        `item ${index}`,
      )
      assert.equal(echoedItems(answer).length, items.length)
    }
  })

  test(`${swept.name} reports what is wrong with the items themselves, all at once`, async () => {
    const [good] = await itemsOf(scene, swept)
    const json = writeAnyJson(good)
    const deleteNone = '{"operation_type":"Delete","params":{}}'
    const items = [
      '5',
      'null',
      '[]',
      '"Create"',
      '{}',
      '{"operation_type":"Create"}',
      '{"params":{}}',
      '{"operation_type":"Explode","params":{}}',
      '{"operation_type":{"a":99999999999999999999,"toString":1,"valueOf":1},"params":[]}',
      '{"operation_type":"\\ud800","params":{}}',
      json,
      deleteNone,
    ]
    const draft = await withItems(scene, swept, `[${items.join(',')}]`)
    const answer = await assertNoTrace(world.database, () => scene.ask(swept, draft))
    const type = { code: 'INVALID_PARAMETER', parameter: 'operation_type' }
    const noType = missingParameter('operation_type')
    const noParams = missingParameter('params')
    const removed = requiredOf(deletion).map(missingParameter)
    const none = [{ code: 'INVALID_PARAMETER' }]
    const expected = [
      none,
      none,
      none,
      none,
      [noType, noParams],
      [noParams],
      [noType],
      [type],
      [type, noParams],
      [type],
      [],
      removed,
    ]
    assertItems(answer, expected, 'broken items')
    assert.deepEqual(echoedItems(answer)[4]?.operation_type, null)
  })

  for (const [type, operation] of batchParts(swept)) {
    const own = Object.entries(operation.params).filter(([name]) => !(name in swept.operation.params))

    test(`${swept.name} names each required parameter that is missing from an item that is to ${type}`, async () => {
      const item = (await itemsOf(scene, swept)).find(({ operation_type }) => operation_type === type)
      assert.ok(item, `the example has no item that is to ${type}`)
      for (const name of requiredOf(operation)) {
        const params = Object.fromEntries(Object.entries(item.params).filter(([given]) => given !== name))
        const draft = await withItems(scene, swept, writeAnyJson([{ ...item, params }]))
        const answer = await assertNoTrace(world.database, () => scene.ask(swept, draft))
        assertItems(answer, [[missingParameter(name)]], name)
      }
    })

    test(`${swept.name} refuses every malformed parameter of an item that is to ${type}`, async () => {
      const item = (await itemsOf(scene, swept)).find(({ operation_type }) => operation_type === type)
      const draft = await scene.example(swept)
      const assertUnchanged = await watch(world.database)
      for (const [name, param] of own) {
        const rest = Object.entries(item?.params ?? {}).filter(([given]) => given !== name)
        for (const { json, what } of badSamples(param)) {
          if (json === undefined) continue
          const fields = [...rest.map(([key, value]) => `"${key}":${writeAnyJson(value)}`), `"${name}":${json}`]
          const items = `[{"operation_type":"${type}","params":{${fields.join(',')}}}]`
          const answer = await scene.ask(swept, { ...draft, items })
          await assertUnchanged(what)
          assertItems(answer, [[{ code: 'INVALID_PARAMETER', parameter: name }]], `${name} is ${what}`)
        }
      }
    })
  }

  test(`${swept.name} is about the account in its path, whatever account an item names`, async () => {
    const stranger = await world.advertiser()
    const items = (await itemsOf(scene, swept)).map((item) => ({
      ...item,
      params: { ...item.params, account_id: stranger.account_id, unknown: 'x' },
    }))
    const answer = await scene.ask(swept, await withItems(scene, swept, writeAnyJson(items)))
    assertSucceeded(swept, answer)
    for (const { params } of echoedItems(answer)) {
      assert.equal(params['account_id'], scene.account_id)
      assert.equal('unknown' in params, false)
    }
  })

  test(`${swept.name} does to each item what the single operation does`, async () => {
    const items = await itemsOf(scene, swept)
    const answer = await scene.ask(swept, await withItems(scene, swept, writeAnyJson(items)))
    assertSucceeded(swept, answer)
    for (const [index, { operation_type, params }] of (await itemsOf(scene, swept)).entries()) {
      const part = batchParts(swept).find(([type]) => type === operation_type)?.[1]
      const single = singleOperations.find(({ operation }) => operation === part)
      assert.ok(single)
      const direct = await scene.ask(single, draftOf(single, { ...params, account_id: scene.account_id }))
      assertSucceeded(single, direct)
      assert.equal(maskedRow(direct, 0), maskedRow(answer, index))
    }
  })
}

function maskedRow(answer: Answer, index: number): string {
  return masked(writeAnyJson(rowsOf(answer)[index]))
}

/** What an item must hold: the account is in the path of the batch. */
function requiredOf({ params }: Pick<Operation, 'params'>): string[] {
  const required = Object.keys(params).filter((name) => params[name]?.need === 'required')
  return required.filter((name) => name !== 'account_id')
}

function missingParameter(parameter: string) {
  return { code: 'MISSING_PARAMETER', parameter }
}
