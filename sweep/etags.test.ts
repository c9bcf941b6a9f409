import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takesIfMatch } from '@billposter/contract/describe/sections'
import { createWorld } from '../server/test/world.ts'
import { included } from './exceptions.ts'
import { type Answer, assertRefused, assertSucceeded, rowsOf } from './stage/answer.ts'
import { entityParam, singleOperations, type Swept, userWrites } from './stage/operations.ts'
import { type Draft, draftOf, fieldOf, including } from './stage/request.ts'
import { createScenes, type Scene } from './stage/scene.ts'
import { assertNoTrace } from './stage/state.ts'

const world = await createWorld()
const scenes = await createScenes(world)
const changes = included('etags', userWrites).filter(({ operation, batch }) => !batch && takesIfMatch(operation))

/** What reads the entity that the operation changes. */
function readerOf({ operation, name }: Swept): Swept {
  const reader = singleOperations.find(
    (other) => other.operation.path === operation.path && other.operation.method === 'GET',
  )
  assert.ok(reader, `nothing reads what ${name} changes`)
  return reader
}

async function read(scene: Scene, swept: Swept, { path }: Draft): Promise<Answer> {
  const reader = readerOf(swept)
  const answer = await scene.ask(reader, including({ path, fields: [] }, fieldOf('with_deleted', true)))
  assertSucceeded(reader, answer)
  return answer
}

for (const swept of changes) {
  const scene = scenes[swept.door]

  test(`${swept.name} with a stale If-Match changes nothing`, async () => {
    const draft = await scene.example(swept)
    const { etag = '' } = (await read(scene, swept, draft)).headers
    const stale = ['"stale"', 'W/"stale"', etag.replace(/.{3}"$/, 'xyz"'), '""', 'x', etag.slice(1, -1), '"a", "b"']
    await assertNoTrace(world.database, async () => {
      for (const ifMatch of stale) {
        for (const query of ['', 'validate_only=true']) {
          const answer = await scene.ask(swept, draft, { headers: { 'if-match': ifMatch }, query })
          assertRefused(answer, 412, [{ code: 'PRECONDITION_FAILED' }], ifMatch)
        }
      }
    })
  })

  test(`${swept.name} with the If-Match of the present state is done`, async () => {
    for (const form of [(etag: string) => etag, (etag: string) => `"other", ${etag}`, () => '*']) {
      const draft = await scene.example(swept)
      const { etag = '' } = (await read(scene, swept, draft)).headers
      assertSucceeded(swept, await scene.ask(swept, draft, { headers: { 'if-match': form(etag) } }))
    }
  })

  test(`${swept.name} answers with the entity, the ETag and the stamps that a later read shows`, async () => {
    const draft = await scene.example(swept)
    const before = await read(scene, swept, draft)
    world.clock.advance('5s')
    const answer = await scene.ask(swept, draft)
    const after = await read(scene, swept, draft)
    assert.deepEqual(rowsOf(after), rowsOf(answer))
    assert.equal(after.headers['etag'], answer.headers['etag'])
    assert.notEqual(after.headers['etag'], before.headers['etag'])
    const [was, is] = [before, after].map((one) => rowsOf(one)[0])
    assert.equal(is?.['created_at'], was?.['created_at'])
    assert.ok(String(is?.['updated_at']) > String(was?.['updated_at']))
  })

  test(`of two who ask ${swept.name} with the same If-Match, one succeeds`, async () => {
    const draft = await scene.example(swept)
    const headers = { 'if-match': (await read(scene, swept, draft)).headers['etag'] ?? '' }
    world.clock.advance('1s')
    const answers = await Promise.all([0, 1, 2, 3].map(() => scene.ask(swept, draft, { headers })))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    const refused = swept.operation.method === 'DELETE' ? 404 : 412
    assert.deepEqual(statuses, [200, refused, refused, refused])
  })
}

for (const swept of included('etags', userWrites).filter((one) => !changes.includes(one))) {
  test(`${swept.name} is about no single state, so that If-Match means nothing to it`, async () => {
    const scene = scenes[swept.door]
    const answer = await scene.ask(swept, await scene.example(swept), { headers: { 'if-match': '"stale"' } })
    assertSucceeded(swept, answer)
  })
}

/** Creations whose entity can be read by its id. */
const creations = included('etags', singleOperations).filter(
  ({ operation, name }) => operation.method === 'POST' && operation.caller === 'user' && name.endsWith('.create'),
)

for (const swept of creations) {
  const reader = singleOperations.find(({ name }) => name === swept.name.replace(/create$/, 'get'))
  if (!reader) continue

  test(`${swept.name} answers with the entity and the ETag that a later read shows`, async () => {
    const scene = scenes[swept.door]
    const values = await scene.valuesOf(swept)
    const answer = await scene.ask(swept, draftOf(swept, values))
    const [row] = rowsOf(answer)
    const name = entityParam(reader) ?? ''
    const later = await scene.ask(reader, draftOf(reader, { ...values, [name]: row?.['id'] }))
    assert.deepEqual(rowsOf(later), [row])
    if (swept.operation.answer.kind === 'single') assert.equal(later.headers['etag'], answer.headers['etag'])
    assert.equal(row?.['created_at'], row?.['updated_at'])
    assert.equal(row?.['deleted'], false)
  })
}
