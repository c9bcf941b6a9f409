import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorld } from '../server/test/world.ts'
import { included } from './exceptions.ts'
import { type Answer, assertSucceeded, echoedItems, echoOf, masked } from './stage/answer.ts'
import { singleOperations, type Swept, userOperations, userWrites } from './stage/operations.ts'
import { fieldOf, including, waysOf } from './stage/request.ts'
import { createScenes } from './stage/scene.ts'
import { assertNoTrace, stateOf } from './stage/state.ts'

const world = await createWorld()
const scenes = await createScenes(world)

for (const swept of included('validate-only', userWrites)) {
  test(`${swept.name} with validate_only answers what it would have answered, and keeps nothing`, async () => {
    const scene = scenes[swept.door]
    const draft = await scene.example(swept)
    const tried = await assertNoTrace(world.database, () => scene.ask(swept, draft, { query: 'validate_only=true' }))
    assertTried(tried)
    const again = await assertNoTrace(world.database, () => scene.ask(swept, draft, { query: 'validate_only=1' }))
    assert.equal(masked(again.text), masked(tried.text))

    const before = await stateOf(world.database)
    const done = await scene.ask(swept, draft, { query: 'validate_only=false' })
    assertSucceeded(swept, done)
    assert.equal('validate_only' in done.body, false)
    assert.notDeepEqual(await stateOf(world.database), before)
    assert.equal(masked(tried.text).replace('"validate_only":true,', ''), masked(done.text))
  })
}

/** An answer of success that says that nothing was kept. */
function assertTried(answer: Answer): void {
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.validate_only, true, answer.text)
  assert.ok(answer.body.data, answer.text)
  const echoes = Array.isArray(answer.body.request) ? echoedItems(answer).map(({ params }) => params) : [echoOf(answer)]
  for (const echo of echoes) assert.equal('validate_only' in echo, false, answer.text)
}

for (const swept of included('validate-only', userWrites).filter((swept) => singleOperations.includes(swept))) {
  test(`${swept.name} takes validate_only wherever its parameters may travel`, async () => {
    const scene = scenes[swept.door]
    const draft = await scene.example(swept)
    const dry = including(draft, fieldOf('validate_only', true))
    for (const way of waysOf(swept)) {
      assertTried(await assertNoTrace(world.database, () => scene.ask(swept, dry, { way }), way))
    }
  })

  test(`${swept.name} is refused with validate_only for the same reasons as without`, async () => {
    const scene = scenes[swept.door]
    const spoilt = await spoiltExample(swept)
    const refused = await assertNoTrace(world.database, () => scene.ask(swept, spoilt))
    const tried = await assertNoTrace(world.database, () => scene.ask(swept, spoilt, { query: 'validate_only=true' }))
    assert.ok(refused.status >= 400)
    assert.deepEqual([tried.status, tried.text], [refused.status, refused.text])
  })
}

/** A request that is refused by its handler, or by its decoder where every request of the right form succeeds. */
async function spoiltExample(swept: Swept) {
  const scene = scenes[swept.door]
  const draft = await scene.example(swept)
  const last = Object.keys(draft.path).at(-1)
  if (last !== undefined && last !== 'account_id') return { ...draft, path: { ...draft.path, [last]: 'unknown' } }
  const inParams = draft.fields.find(({ name }) => name.endsWith('_id'))
  if (inParams) return including(draft, fieldOf(inParams.name, 'unknown'))
  return draft.fields[0]
    ? including(draft, { ...draft.fields[0], text: '', json: '""' })
    : { ...draft, path: { account_id: 'x' }, fields: [{ name: 'validate_only', text: 'x', json: '"x"' }] }
}

for (const swept of included('validate-only', userOperations).filter(({ operation }) => operation.method === 'GET')) {
  test(`${swept.name} changes nothing anyway, so that validate_only means nothing to it`, async () => {
    const scene = scenes[swept.door]
    const draft = await scene.example(swept)
    const answer = await scene.ask(swept, draft, { query: 'validate_only=maybe' })
    assertSucceeded(swept, answer)
    assert.equal(answer.text, (await scene.ask(swept, draft)).text)
  })
}
