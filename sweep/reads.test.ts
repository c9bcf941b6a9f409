import { test } from 'node:test'
import { isWrite } from '@billposter/contract/language/operation'
import { createWorld } from '../server/test/world.ts'
import { included } from './exceptions.ts'
import { assertSucceeded } from './stage/answer.ts'
import { everyOperation } from './stage/operations.ts'
import { createScenes } from './stage/scene.ts'
import { assertNoTrace } from './stage/state.ts'

const world = await createWorld()
const scenes = await createScenes(world)

for (const swept of included('reads', everyOperation).filter(({ operation }) => !isWrite(operation))) {
  test(`${swept.name} only reads, whatever headers come with it`, async () => {
    const scene = scenes[swept.door]
    const draft = await scene.example(swept)
    const headers = { 'idempotency-key': 'a-read', 'if-match': '"stale"' }
    await assertNoTrace(world.database, async () => assertSucceeded(swept, await scene.ask(swept, draft, { headers })))
  })
}
