import assert from 'node:assert/strict'
import { test } from 'node:test'
import { may, type Permission, permissions } from '@billposter/contract/language/permissions'
import { createWorld, operatorToken, type Person } from '../server/test/world.ts'
import { included } from './exceptions.ts'
import { type Answer, assertRefused, assertSucceeded, echoOf, rowsOf } from './stage/answer.ts'
import { everyOperation, hasAccount, type Swept, userOperations } from './stage/operations.ts'
import { at, type Draft, draftOf } from './stage/request.ts'
import { createScene, createScenes, type Scene } from './stage/scene.ts'
import { assertNoTrace } from './stage/state.ts'

const world = await createWorld()
const scenes = await createScenes(world)
const stranger = await world.person()
const strangers = {
  production: await createScene(world, 'production', stranger),
  sandbox: await createScene(world, 'sandbox', stranger),
}
const other = { production: 'sandbox', sandbox: 'production' } as const

/** POST_COMPOSER only ever accompanies another permission, and this one gives it the least. */
const composer: readonly Permission[] = ['CREATIVE_MANAGER', 'POST_COMPOSER']
const callers: { held: readonly Permission[]; person: Person }[] = []
for (const permission of permissions) {
  callers.push({ held: permission === 'POST_COMPOSER' ? composer : [permission], person: await world.person() })
}

/** Nobody: no token, none of this service, one that was revoked, and words that are no token at all. */
const revoked = await world.person()
await world.operator.users.revokeTokens({ user_id: BigInt(revoked.id) })
const nobodies: Record<string, string | null> = {
  'no token': null,
  'an unknown token': `${stranger.id}-${'x'.repeat(40)}`,
  'a revoked token': revoked.bearerToken,
  'an empty token': '',
}
const schemes = ['Basic dXNlcjpwYXNz', 'OAuth', 'OAuth oauth_token="x"', 'Bearer', 'Bearer a b', 'x'.repeat(5000)]

for (const swept of included('access', everyOperation)) {
  test(`${swept.name} answers nobody, whatever they show as their token`, async () => {
    const scene = scenes[swept.door]
    const draft = await scene.example(swept)
    await assertNoTrace(world.database, async () => {
      for (const [what, token] of Object.entries(nobodies)) {
        assertNobody(swept, await scene.ask(swept, draft, { token }), what)
      }
      for (const authorization of schemes) {
        assertNobody(swept, await scene.ask(swept, draft, { headers: { authorization } }), authorization)
      }
      const wrongKind = swept.operation.caller === 'operator' ? scene.owner.bearerToken : operatorToken
      assertNobody(swept, await scene.ask(swept, draft, { token: wrongKind }), 'a token of the other interface')
    })
  })
}

function assertNobody({ operation }: Swept, answer: Answer, what: string): void {
  assertRefused(answer, 401, [{ code: 'UNAUTHORIZED_ACCESS' }], what)
  assert.deepEqual(answer.body.request, operation.caller === 'operator' ? undefined : { params: {} }, what)
}

for (const swept of included('access', userOperations).filter(hasAccount)) {
  for (const door of swept.operation.doors) {
    test(`${swept.name} tells no account that is not the caller’s from one that does not exist (${door})`, async () => {
      const scene = scenes[door]
      const draft = await scene.example(swept)
      const ids = [
        strangers[door].account_id,
        scenes[other[door]].account_id,
        '18ce54d4x5t',
        'NOBODYS-OWN',
        '0'.repeat(64),
      ]
      await assertNoTrace(world.database, async () => {
        const answers = await Promise.all(ids.map((id) => scene.ask(swept, at(draft, { account_id: id }))))
        for (const answer of answers) {
          assertRefused(answer, 403, [{ code: 'ACCOUNT_NOT_FOUND' }])
          assert.deepEqual(answer.body.request, { params: {} })
        }
        const faces = answers.map((answer, index) => face(answer, ids[index] ?? ''))
        for (const one of faces) assert.deepEqual(one, faces[0])
      })
    })
  }
}

/** Everything that a caller sees but the account's id and the request's own. */
function face({ status, headers, text }: Answer, accountId: string): unknown {
  const told = Object.entries(headers).filter(
    ([name]) => !/^(x-request-id|x-transaction|content-length|date)$/.test(name),
  )
  return { status, headers: Object.fromEntries(told), text: text.replaceAll(accountId, '‹account›') }
}

for (const swept of included('access', everyOperation)
  .filter(({ operation }) => operation.caller === 'operator')
  .filter(hasAccount)) {
  test(`${swept.name} says that an account does not exist`, async () => {
    const scene = scenes[swept.door]
    const draft = await scene.example(swept)
    await assertNoTrace(world.database, async () => {
      const answer = await scene.ask(swept, at(draft, { account_id: '18ce54d4x5t' }))
      assertRefused(answer, 404, [{ code: 'NOT_FOUND', parameter: 'account_id' }])
    })
  })
}

for (const swept of included('access', userOperations)) {
  for (const { held, person } of callers) {
    const allowed = may(held, swept.operation.ability)
    test(`${swept.name} is ${allowed ? 'for' : 'not for'} who holds ${held.at(-1)}`, async () => {
      const scene = scenes[swept.door]
      const draft = await exampleFor(swept, scene, person, held)
      const asked = () => scene.ask(swept, draft, { token: person.bearerToken })
      if (!hasAccount(swept)) return assertListed(swept, scene, await asked(), allowed)
      if (allowed) return assertSucceeded(swept, await asked())
      const refused = await assertNoTrace(world.database, asked)
      assertRefused(refused, 403, [{ code: 'ACTION_NOT_ALLOWED' }])
      if (!swept.batch) assert.equal(echoOf(refused)['account_id'], decodeURIComponent(draft.path['account_id'] ?? ''))
    })
  }
}

/** An example that somebody else prepared, on an account on which the person holds just these permissions. */
async function exampleFor(swept: Swept, scene: Scene, person: Person, held: readonly Permission[]): Promise<Draft> {
  const values = await scene.valuesOf(swept)
  const account_id = String(values['account_id'] ?? scene.account_id)
  await world.operator.accounts.grant({ account_id, user_id: BigInt(person.id), permissions: [...held] })
  return draftOf(swept, values)
}

/** Without an account in its path an operation is for everybody, but shows no account without its ability. */
function assertListed(swept: Swept, { account_id }: Scene, answer: Answer, allowed: boolean): void {
  assertSucceeded(swept, answer)
  if (swept.operation.ability === 'access.read') return
  const shown = rowsOf(answer).some(({ id }) => id === account_id)
  assert.equal(shown, allowed, answer.text)
}
