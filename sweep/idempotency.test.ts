import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorld } from '../server/test/world.ts'
import { included } from './exceptions.ts'
import { type Answer, assertRefused, assertSucceeded } from './stage/answer.ts'
import { hasAccount, operationNamed, ownParams, type Swept, userWrites } from './stage/operations.ts'
import { at, type Draft, fieldOf, including } from './stage/request.ts'
import { goodField } from './stage/samples.ts'
import { createScene, createScenes, type Scene } from './stage/scene.ts'
import { secondProcess } from './stage/second-process.ts'
import { assertNoTrace, stateOf } from './stage/state.ts'

const world = await createWorld()
const scenes = await createScenes(world)
const app = await secondProcess(world)

let keys = 0

/** A key that no other request has. */
function newKey(): Record<string, string> {
  return { 'idempotency-key': `key-${++keys}` }
}

function assertReplayed(answer: Answer, first: Answer, about: string): void {
  assert.deepEqual([answer.status, answer.text], [first.status, first.text], about)
  assert.equal(answer.headers['idempotency-replayed'], 'true', about)
}

for (const swept of included('idempotency', userWrites)) {
  const scene = scenes[swept.door]

  test(`${swept.name} repeated with its idempotency key answers the same bytes and does nothing, also after a crash`, async () => {
    const draft = await scene.example(swept)
    const headers = newKey()
    const first = await scene.ask(swept, draft, { headers })
    assertSucceeded(swept, first)
    assert.equal('idempotency-replayed' in first.headers, false)
    await assertNoTrace(world.database, async () => {
      assertReplayed(await scene.ask(swept, draft, { headers }), first, 'at once')
      assertReplayed(await scene.ask(swept, draft, { headers, app }), first, 'by another process')
      world.clock.advance('1h')
      assertReplayed(await scene.ask(swept, draft, { headers }), first, 'an hour later')
    })
  })

  test(`${swept.name} refuses the idempotency key of another request, and does nothing`, async () => {
    const draft = await scene.example(swept)
    const headers = newKey()
    assertSucceeded(swept, await scene.ask(swept, draft, { headers }))
    const others = await otherRequests(swept, scene, draft)
    assert.ok(others.length > 0)
    await assertNoTrace(world.database, async () => {
      for (const [other, changed] of others) {
        const answer = await scene.ask(other, changed, { headers })
        assertRefused(answer, 422, [{ code: 'IDEMPOTENCY_KEY_REUSED' }], other.name)
      }
    })
  })

  test(`${swept.name} happens once however many send it at the same time with one idempotency key`, async () => {
    const draft = await scene.example(swept)
    const headers = newKey()
    const before = await stateOf(world.database)
    const crowd = Array.from({ length: 6 }, (_, index) =>
      scene.ask(swept, draft, { headers, app: index % 2 === 0 ? world.app : app }),
    )
    const answers = await Promise.all(crowd)
    const done = answers.filter(({ status }) => status === swept.operation.success)
    const firsts = done.filter((answer) => !('idempotency-replayed' in answer.headers))
    assert.equal(firsts.length, 1, answers.map(({ text }) => text).join('\n'))
    for (const answer of done) assert.equal(answer.text, firsts[0]?.text)
    for (const answer of answers.filter((one) => !done.includes(one))) {
      assertRefused(answer, 409, [{ code: 'IDEMPOTENCY_KEY_IN_USE' }])
    }
    const state = await stateOf(world.database)
    assert.equal(count(state, 'idempotency_keys'), count(before, 'idempotency_keys') + 1)
    await assertNoTrace(world.database, async () => {
      assertReplayed(await scene.ask(swept, draft, { headers }), firsts[0] ?? assert.fail(), 'afterwards')
    })
  })

  test(`${swept.name} forgets an idempotency key after a day`, async () => {
    const draft = await scene.example(swept)
    const headers = newKey()
    await scene.ask(swept, draft, { headers })
    world.clock.advance('23h')
    world.clock.advance('3599s')
    await world.app.tick()
    const replayed = await scene.ask(swept, draft, { headers })
    assert.equal(replayed.headers['idempotency-replayed'], 'true')
    world.clock.advance('1s')
    const anew = await scene.ask(swept, await scene.example(swept), { headers })
    assertSucceeded(swept, anew)
    assert.equal('idempotency-replayed' in anew.headers, false)
  })

  test(`${swept.name} keeps no idempotency key of a request that was refused or only tried`, async () => {
    const draft = await scene.example(swept)
    const headers = newKey()
    await assertNoTrace(world.database, async () => {
      const refused = await scene.ask(swept, draft, { headers, query: 'validate_only=maybe' })
      assert.equal(refused.status, 400)
      if (hasAccount(swept)) {
        const hidden = await scene.ask(swept, at(draft, { account_id: 'unknown' }), { headers })
        assert.equal(hidden.status, 403)
      }
      const tried = await scene.ask(swept, draft, { headers, query: 'validate_only=true' })
      assert.equal(tried.status, 200, tried.text)
    })
    const done = await scene.ask(swept, draft, { headers })
    assertSucceeded(swept, done)
    assert.equal('idempotency-replayed' in done.headers, false)
  })
}

function count(state: ReadonlyMap<string, string>, table: string): number {
  return Number(state.get(table)?.split(' ', 1)[0])
}

/** The same operation asked for something else, in every respect that can differ, and another operation. */
async function otherRequests(swept: Swept, scene: Scene, draft: Draft): Promise<[Swept, Draft][]> {
  const changed: [Swept, Draft][] = Object.entries(ownParams(swept)).map(([name, param]) => [
    swept,
    including(draft, goodField(name, param)),
  ])
  const differing = changed.filter(([, { fields }]) => JSON.stringify(fields) !== JSON.stringify(draft.fields))
  const elsewhere = await scene.example(swept)
  const moved = JSON.stringify(elsewhere) === JSON.stringify(draft) ? [] : [[swept, elsewhere] as [Swept, Draft]]
  const other = operationNamed(swept.name === 'accounts.update' ? 'campaigns.create' : 'accounts.update')
  return [...differing, ...moved, [other, await scene.example(other)]]
}

test('an idempotency key belongs to one user at one door', async () => {
  const update = operationNamed('accounts.update')
  const headers = newKey()
  const { production, sandbox } = scenes
  const draft = including(await production.example(update), fieldOf('name', 'Mine'))
  assertSucceeded(update, await production.ask(update, draft, { headers }))
  const answer = await sandbox.ask(update, await sandbox.example(update), { headers })
  assertSucceeded(update, answer)
  assert.equal('idempotency-replayed' in answer.headers, false)
  const stranger = await createScene(world, 'production')
  const theirs = await stranger.ask(update, await stranger.example(update), { headers })
  assertSucceeded(update, theirs)
  assert.equal('idempotency-replayed' in theirs.headers, false)
})

test('an idempotency key is 1 to 255 visible characters', async () => {
  const create = operationNamed('campaigns.create')
  const scene = scenes.production
  const draft = await scene.example(create)
  for (const key of ['!', '~'.repeat(255)]) {
    assertSucceeded(create, await scene.ask(create, draft, { headers: { 'idempotency-key': key } }))
  }
  for (const key of ['', 'x'.repeat(256), 'a b', 'ä']) {
    await assertNoTrace(world.database, async () => {
      const answer = await scene.ask(create, draft, { headers: { 'idempotency-key': key } })
      assertRefused(answer, 400, [{ code: 'INVALID_PARAMETER', parameter: 'Idempotency-Key' }], key)
    })
  }
})
