import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWrite } from '@billposter/contract/language/operation'
import { createWorld } from '../server/test/world.ts'
import { included } from './exceptions.ts'
import { assertRefused, echoOf, type Problem } from './stage/answer.ts'
import { ownParams, singleOperations, type Swept, type Values } from './stage/operations.ts'
import { type Draft, type Field, including, type Way, waysOf, without } from './stage/request.ts'
import { badSamples, goodField, type Sample } from './stage/samples.ts'
import { createScenes } from './stage/scene.ts'
import { assertNoTrace, watch } from './stage/state.ts'

const world = await createWorld()
const scenes = await createScenes(world)

for (const swept of included('bad-input', singleOperations)) {
  for (const [name, param] of Object.entries(ownParams(swept))) {
    test(`${swept.name} refuses every malformed ${name} by its name, and keeps nothing of it`, async () => {
      const { draft, refuses } = await begin(swept)
      for (const sample of badSamples(param)) {
        for (const way of waysOf(swept)) {
          const field = written(name, sample, way)
          if (field) await refuses(including(draft, field), way, [invalid(name)], `${sample.what} by ${way}`)
        }
      }
    })
  }
}

function written(name: string, { text, json }: Sample, way: Way): Field | undefined {
  if (way === 'json') return json === undefined ? undefined : { name, text: '', json }
  return text === undefined ? undefined : { name, text, json: '' }
}

function invalid(parameter: string): Problem {
  return { code: 'INVALID_PARAMETER', parameter }
}

/** The echo of the request, which is not kept. */
async function understood(swept: Swept, draft: Draft): Promise<Values> {
  const answer = await scenes[swept.door].ask(swept, draft, { query: 'validate_only=true' })
  assert.equal(answer.status, 200, answer.text)
  return echoOf(answer)
}

/** The parameters that there is no problem with. */
function rest(echo: Values, problems: readonly Problem[]): Values {
  const faulty = new Set(problems.map(({ parameter }) => parameter))
  return Object.fromEntries(Object.entries(echo).filter(([name]) => !faulty.has(name)))
}

interface Trial {
  /** A valid request, to be spoilt. */
  readonly draft: Draft
  /** Fails unless the request is refused for just these reasons; a change must also leave everything as it was. */
  refuses(draft: Draft, way: Way, problems: readonly Problem[], what: string): Promise<void>
}

async function begin(swept: Swept): Promise<Trial> {
  const scene = scenes[swept.door]
  const draft = await scene.example(swept)
  const plain = swept.operation.caller === 'user' ? await understood(swept, draft) : undefined
  const assertUnchanged = isWrite(swept.operation) ? await watch(world.database) : undefined
  return {
    draft,
    async refuses(spoilt, way, problems, what) {
      const answer = await scene.ask(swept, spoilt, { way })
      assertRefused(answer, 400, problems, `${swept.name} is given ${what}`)
      if (plain) assert.deepEqual(rest(echoOf(answer), problems), rest(plain, problems), `the echo of ${what}`)
      await assertUnchanged?.(what)
    },
  }
}

for (const swept of included('bad-input', singleOperations)) {
  const required = Object.entries(ownParams(swept)).flatMap(([name, { need }]) => (need === 'required' ? [name] : []))
  if (required.length === 0) continue

  test(`${swept.name} names each required parameter that is missing`, async () => {
    const { draft, refuses } = await begin(swept)
    for (const way of waysOf(swept)) {
      for (const name of required) await refuses(without(draft, name), way, [missing(name)], `no ${name}`)
      await refuses(without(draft, ...required), way, required.map(missing), 'none of what is required')
    }
    for (const name of required) {
      const none = including(draft, { name, text: '', json: 'null' })
      if (waysOf(swept).includes('json')) await refuses(none, 'json', [missing(name)], `null for ${name}`)
    }
  })
}

function missing(parameter: string): Problem {
  return { code: 'MISSING_PARAMETER', parameter }
}

for (const swept of included('bad-input', singleOperations)) {
  const params = Object.entries(ownParams(swept))
  if (params.length < 2) continue

  test(`${swept.name} reports all faults of a request at once, in the order of its parameters`, async () => {
    const { draft, refuses } = await begin(swept)
    for (const way of waysOf(swept)) {
      const fields = params.flatMap(([name, param]) => {
        const samples = badSamples(param).flatMap((sample) => written(name, sample, way) ?? [])
        // Not the first one, so that the parameters have faults of different kinds.
        return samples.at(name.length % samples.length) ?? []
      })
      const problems = params.map(([name]) => invalid(name))
      await refuses(including(draft, ...fields.toReversed()), way, problems, 'nothing but faults')
    }
  })
}

for (const swept of included('bad-input', singleOperations)) {
  const scalars = Object.entries(ownParams(swept)).filter(([, { schema }]) => !JSON.stringify(schema).includes('array'))
  if (scalars.length === 0 || !waysOf(swept).includes('query')) continue

  test(`${swept.name} refuses a parameter of one value that is given twice, in one place or in two`, async () => {
    const { draft, refuses } = await begin(swept)
    for (const [name, param] of scalars) {
      const rest = without(draft, name)
      const field = goodField(name, param)
      const twice = { ...rest, fields: [...rest.fields, field, field] }
      await refuses(twice, 'query', [invalid(name)], `${name} twice in the query`)
      for (const way of waysOf(swept).filter((way) => way !== 'query')) {
        if (way === 'form') await refuses(twice, 'form', [invalid(name)], `${name} twice in the form`)
        const answer = await scenes[swept.door].ask(swept, including(rest, field), {
          way,
          query: `${name}=${field.text}`,
        })
        assertRefused(answer, 400, [invalid(name)], `${name} in the query and as ${way}`)
      }
    }
  })
}

for (const swept of included('bad-input', singleOperations)) {
  if (!isWrite(swept.operation) || swept.operation.caller === 'operator') continue

  test(`${swept.name} refuses a validate_only that is neither true nor false, and does nothing`, async () => {
    const scene = scenes[swept.door]
    const draft = await scene.example(swept)
    for (const text of ['maybe', '', '2', '%ff', 'true&validate_only=maybe']) {
      const query = `validate_only=${text}`
      const answer = await assertNoTrace(world.database, () => scene.ask(swept, draft, { query }), query)
      assertRefused(answer, 400, [invalid('validate_only')], query)
    }
  })
}

test('every kind of parameter has samples that must be refused', () => {
  for (const swept of included('bad-input', singleOperations)) {
    for (const [name, param] of Object.entries(ownParams(swept))) {
      assert.ok(badSamples(param).length > 10, `${swept.name} ${name}`)
    }
  }
})
