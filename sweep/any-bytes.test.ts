import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWrite } from '@billposter/contract/language/operation'
import fc from 'fast-check'
import { createWorld, operatorToken } from '../server/test/world.ts'
import { included } from './exceptions.ts'
import { type Answer, send } from './stage/answer.ts'
import { checkAnswer } from './stage/every-answer.ts'
import { everyOperation, ownParams, type Swept } from './stage/operations.ts'
import { type Draft, type Field, fieldOf, including, messageOf, waysOf } from './stage/request.ts'
import { badSamples, goodField } from './stage/samples.ts'
import { createScenes } from './stage/scene.ts'
import { stateOf } from './stage/state.ts'

const world = await createWorld()
const scenes = await createScenes(world)

const contentTypes = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data',
  ';;',
)

const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.json().map(Buffer.from),
  fc
    .string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', 'u', 'd', '8', '0', '-', 'e', '.', ' ') })
    .map(Buffer.from),
  fc.string({ unit: fc.constantFrom('a', '=', '&', '%', '+', '[', ']', 'f', '0', ';') }).map(Buffer.from),
)

async function sendBytes(swept: Swept, draft: Draft, contentType: string, body: Buffer): Promise<Answer> {
  const { operation, door } = swept
  const token = operation.caller === 'operator' ? operatorToken : scenes[door].owner.bearerToken
  const { method, url } = messageOf(swept, { path: draft.path, fields: [] })
  const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'bytes' }
  return send(world.app[door], { method, url, contentType, body }, headers)
}

for (const swept of included('any-bytes', everyOperation).filter(({ operation }) => isWrite(operation))) {
  test(`${swept.name} answers any bytes in its body in the declared shape, and never with a failure`, async () => {
    const draft = await scenes[swept.door].example(swept)
    await fc.assert(
      fc.asyncProperty(contentTypes, bodies, async (contentType, body) => {
        checkAnswer(swept, await sendBytes(swept, draft, contentType, body), 'bytes')
      }),
      { numRuns: 40 },
    )
  })
}

const scraps = fc.constantFrom(
  'a',
  '=',
  '&',
  '%',
  '%ff',
  '%00',
  '+',
  '[]',
  'count',
  'cursor',
  'name',
  '1',
  'validate_only=true',
  '#',
  '?',
  ';',
)

for (const swept of included('any-bytes', everyOperation)) {
  test(`${swept.name} answers any query in the declared shape, and never with a failure`, async () => {
    const scene = scenes[swept.door]
    const draft = await scene.example(swept)
    const names = fc.constantFrom('unknown', ...Object.keys(ownParams(swept)))
    const pair = fc.tuple(names, fc.oneof(scraps, fc.string({ maxLength: 8 }).map(encodeURIComponent)))
    const query = fc.array(
      fc.oneof(
        pair.map(([name, value]) => `&${name}=${value}`),
        scraps,
      ),
      { maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(query, async (parts) => {
        // A fragment never reaches a server.
        await scene.ask(swept, draft, { query: parts.join('').replaceAll('#', '%23') })
      }),
      { numRuns: 25 },
    )
  })
}

/** A request whose parameters are each left out, of the right form, or malformed. */
function mixtures(swept: Swept, draft: Draft): fc.Arbitrary<Draft> {
  const parts = Object.entries(ownParams(swept)).map(([name, param]): [string, fc.Arbitrary<Field | undefined>] => {
    const bad = badSamples(param).map(({ text = '', json = '""' }): Field => ({ name, text, json }))
    const good = [goodField(name, param), ...draft.fields.filter((field) => field.name === name)]
    const cleared = param.need === 'clearable' ? [fieldOf(name, null)] : []
    const fine = fc.constantFrom(...good, ...cleared)
    const choices = [
      { arbitrary: fc.constant(undefined), weight: 3 },
      { arbitrary: fine, weight: 4 },
    ]
    return [name, fc.oneof(...choices, { arbitrary: fc.constantFrom(...bad), weight: 1 })]
  })
  return fc.record(Object.fromEntries(parts)).map((fields) => {
    const chosen = Object.values(fields).filter((field): field is Field => field !== undefined)
    return including({ ...draft, fields: draft.fields.filter(({ name }) => !(name in fields)) }, ...chosen)
  })
}

for (const swept of included('any-bytes', everyOperation).filter(
  ({ batch, operation }) => !batch && isWrite(operation),
)) {
  if (Object.keys(ownParams(swept)).length === 0) continue

  test(`${swept.name} either does what it is asked or leaves no trace, whatever its parameters are together`, async () => {
    const scene = scenes[swept.door]
    const draft = await scene.example(swept)
    let before = await stateOf(world.database)
    await fc.assert(
      fc.asyncProperty(mixtures(swept, draft), fc.constantFrom(...waysOf(swept)), async (mixture, way) => {
        const { status, text } = await scene.ask(swept, mixture, { way })
        const after = await stateOf(world.database)
        if (status >= 400) assert.deepEqual(after, before, text)
        before = after
      }),
      { numRuns: 60 },
    )
  })
}
