import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorld } from '../server/test/world.ts'
import { included } from './exceptions.ts'
import { type Answer, assertRefused } from './stage/answer.ts'
import { hasAccount, type Swept, userOperations } from './stage/operations.ts'
import { draftOf } from './stage/request.ts'
import { createScenes } from './stage/scene.ts'
import { secondProcess } from './stage/second-process.ts'
import { assertNoTrace } from './stage/state.ts'

const world = await createWorld()
const scenes = await createScenes(world)
/** A process whose limits are a thousandth of the usual ones. */
const strict = await secondProcess(world, 0.001)

/** A bucket as the headers of an answer show it. */
function bucket({ headers }: Answer, prefix: string): { limit: number; remaining: number; reset: number } {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers[`${prefix}-${name}`] ?? '')
  for (const text of [limit, remaining, reset]) assert.match(text ?? '', /^\d+$/, prefix)
  return { limit: Number(limit), remaining: Number(remaining), reset: Number(reset) }
}

/** The caller's bucket, and the account's where the request got as far as the account. */
function bucketsOf(swept: Swept, answer: Answer) {
  const user = bucket(answer, 'x-rate-limit')
  const stopped = answer.status === 429 && answer.headers['x-account-rate-limit-limit'] === undefined
  return hasAccount(swept) && !stopped ? [user, bucket(answer, 'x-account-rate-limit')] : [user]
}

for (const swept of included('rate-limits', userOperations)) {
  test(`${swept.name} counts, says what is left, and refuses with the time to wait when nothing is`, async () => {
    const scene = scenes[swept.door]
    const values = await scene.valuesOf(swept)
    const caller = await world.person()
    const account_id = String(values['account_id'] ?? scene.account_id)
    await world.operator.accounts.grant({ account_id, user_id: BigInt(caller.id), permissions: ['ACCOUNT_ADMIN'] })
    const asked = () => scene.ask(swept, draftOf(swept, values), { app: strict, token: caller.bearerToken })

    let answer = await asked()
    for (let tries = 1; answer.status !== 429; tries++) {
      const before = bucketsOf(swept, answer)
      answer = await asked()
      const now = bucketsOf(swept, answer)
      assert.ok(tries < 20, 'there is no end')
      for (const [index, { limit, remaining }] of now.entries()) {
        assert.equal(limit, before[index]?.limit)
        assert.equal(remaining, Math.max(0, (before[index]?.remaining ?? 0) - 1))
      }
    }
    await assertNoTrace(world.database, async () => {
      const refused = await asked()
      assertRefused(refused, 429, [{ code: 'TOO_MANY_REQUESTS' }])
      assert.ok(bucketsOf(swept, refused).some(({ remaining }) => remaining === 0))
      const seconds = Number(refused.headers['retry-after'])
      assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 900, `${seconds}`)
      const resets = bucketsOf(swept, refused).map(({ reset }) => reset - world.clock.ms() / 1000)
      assert.ok(
        resets.some((left) => Math.abs(left - seconds) <= 1),
        `${seconds} but ${resets.join(' and ')}`,
      )
    })
  })
}
