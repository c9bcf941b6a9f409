import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Param } from '@billposter/contract/language/params'
import { createWorld } from '../server/test/world.ts'
import { included } from './exceptions.ts'
import { type Answer, assertSucceeded, echoOf, masked } from './stage/answer.ts'
import { ownParams, singleOperations, type Swept } from './stage/operations.ts'
import { type Draft, type Field, fieldOf, including, type Way, waysOf, without } from './stage/request.ts'
import { goodField, goodValue } from './stage/samples.ts'
import { createScenes } from './stage/scene.ts'

const world = await createWorld()
const scenes = await createScenes(world)

/** Everything that tells one answer from another, but for ids. */
function told({ status, text }: Answer): unknown {
  return { status, text: masked(text) }
}

for (const swept of included('three-ways', singleOperations).filter((swept) => waysOf(swept).length > 1)) {
  const scene = scenes[swept.door]
  /** Each answer comes to a request with entities of its own. */
  const answers = async (bend: (draft: Draft) => Draft): Promise<unknown[]> => {
    const all = []
    for (const way of waysOf(swept)) all.push(told(await scene.ask(swept, bend(await scene.example(swept)), { way })))
    return all
  }

  test(`${swept.name} gives one answer to one request by query, form and JSON`, async () => {
    const [first, ...rest] = await answers((draft) => draft)
    for (const other of rest) assert.deepEqual(other, first)
  })

  test(`${swept.name} understands each parameter alike by query, form and JSON`, async () => {
    for (const [name, param] of Object.entries(ownParams(swept))) {
      const [first, ...rest] = await answers((draft) => including(draft, goodField(name, param)))
      for (const other of rest) assert.deepEqual(other, first, name)
      if (param.need !== 'clearable') continue
      const [cleared, ...others] = await answers((draft) => including(draft, { name, text: '', json: 'null' }))
      for (const other of others) assert.deepEqual(other, cleared, `${name} cleared`)
    }
  })
}

const strayWords = ['updated_at', 'deleted', 'id', 'to_delete', 'x', '__proto__', 'constructor', 'ä']
const unknown: readonly Field[] = [
  ...strayWords.map((name) => fieldOf(name, 'a')),
  { name: 'broken', text: '%ff', json: '"\\ud800"' },
  { name: 'twice', text: '1&twice=2', json: '{"a":[1,{"b":99999999999999999999}]}' },
  { name: 'nul', text: '%00', json: '"\\u0000"' },
]

for (const swept of included('three-ways', singleOperations)) {
  test(`${swept.name} ignores parameters that it does not know, and does not echo them`, async () => {
    const scene = scenes[swept.door]
    for (const way of waysOf(swept)) {
      const plain = await scene.ask(swept, await scene.example(swept), { way })
      const draft = await scene.example(swept)
      const extra = await scene.ask(swept, { ...draft, fields: [...unknown.map(encoded), ...draft.fields] }, { way })
      if (swept.operation.caller === 'user') assert.deepEqual(told(extra), told(plain), way)
      else assertSucceeded(swept, extra)
    }
  })
}

function encoded(field: Field): Field {
  return { ...field, name: field.name === 'ä' ? '%C3%A4' : field.name }
}

for (const swept of included('three-ways', singleOperations).filter((swept) => waysOf(swept).includes('query'))) {
  for (const [name, param] of Object.entries(ownParams(swept)).filter(([, { schema }]) => isList(schema))) {
    test(`${swept.name} takes ${name} as commas, as repeated keys, as ${name}[] and as an array`, async () => {
      const scene = scenes[swept.door]
      const items = twoItems(param)
      const draft = without(await scene.example(swept), name)
      const echoes = []
      for (const way of waysOf(swept)) {
        for (const fields of writings(name, items, way)) {
          const answer = await scene.ask(swept, { ...draft, fields: [...draft.fields, ...fields] }, { way })
          echoes.push(echoOf(answer)[name])
        }
      }
      assert.ok(echoes.length >= 5)
      for (const echo of echoes) assert.deepEqual(echo, items)
    })
  }
}

function isList(schema: object): boolean {
  return 'items' in schema
}

function twoItems({ schema }: Param): string[] {
  // Lists of parameters hold words or ids.
  const { items } = schema as { items?: { enum?: readonly string[] } }
  return items?.enum ? items.enum.slice(0, 2) : ['first', 'second']
}

function writings(name: string, [one = '', two = '']: readonly string[], way: Way): Field[][] {
  if (way === 'json')
    return [[fieldOf(name, [one, two])], [fieldOf(name, `${one},${two}`)], [fieldOf(name, `${one} , ${two}`)]]
  const part = (text: string, key = name): Field => ({ name: key, text, json: '' })
  return [
    [part(`${one},${two}`)],
    [part(`${one}%2C%20${two}`)],
    [part(one), part(two)],
    [part(one, `${name}[]`), part(two, `${name}[]`)],
    [part(one, `${name}%5B%5D`), part(two)],
  ]
}

test('a request may have its parameters in the query and in the body, each of them once', async () => {
  for (const swept of included('three-ways', singleOperations).filter((swept) => waysOf(swept).length > 1)) {
    const scene = scenes[swept.door]
    const draft = await scene.example(swept)
    const [first, ...rest] = draft.fields
    if (!first || rest.length === 0) continue
    for (const way of ['form', 'json'] as const) {
      const answer = await scene.ask(swept, { ...draft, fields: rest }, { way, query: `${first.name}=${first.text}` })
      assertParted(swept, answer, first.name)
    }
  }
})

function assertParted(swept: Swept, answer: Answer, name: string): void {
  assertSucceeded(swept, answer)
  assert.ok(name in echoOf(answer), answer.text)
}

test('samples are of the right form', () => {
  for (const swept of included('three-ways', singleOperations)) {
    for (const param of Object.values(ownParams(swept))) assert.notEqual(goodValue(param), undefined)
  }
})
