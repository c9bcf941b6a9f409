import assert from 'node:assert/strict'
import { codesOf, itemCodesOf } from '@billposter/contract/describe/codes'
import { openApi } from '@billposter/contract/describe/openapi'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Answer } from './answer.ts'
import type { Swept } from './operations.ts'

type Json = Record<string, unknown>

// The document is JSON, and is read here as any client would read it.
const published = JSON.parse(
  JSON.stringify(openApi({ version: '0', baseUrl: 'http://a.test', sandboxUrl: 'http://b.test' })),
) as { paths: Record<string, Record<string, Described>>; components: Record<string, Json> }

interface Described {
  readonly operationId: string
  readonly requestBody?: unknown
  readonly responses: Record<string, Json>
}

const bodies = referredFrom(Object.values(published.paths).flatMap((item) => Object.values(item).map(bodyOf)))

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  validateSchema: false,
  formats: { int64: true, 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/ },
}).addSchema({ ...published, ...closed(published) }, 'interface')

const validators = new Map<string, ValidateFunction>()

/** Fails unless the OpenAPI document declares this very answer: its status, all of its fields and no others. */
export function checkShape({ name, batch, operation }: Swept, { status, text, body }: Answer): void {
  const pointer = pointerOf(name, status)
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `interface#${pointer}` })
  validators.set(pointer, validate)
  // Plain numbers: the validator knows no big integers.
  if (!validate(JSON.parse(text))) assert.fail(`${name} answers ${status} ${text}: ${ajv.errorsText(validate.errors)}`)
  const undeclared = codesIn(body.errors).filter((code) => !codesOf(operation).includes(code as never))
  assert.deepEqual(undeclared, [], `${name} answers ${text}, which its codes do not include`)
  const allowed = batch ? itemCodesOf(batch) : []
  const ofItems = (body.operation_errors ?? []).flatMap(codesIn).filter((code) => !allowed.includes(code as never))
  assert.deepEqual(ofItems, [], `the items of ${name} are answered ${text}, which their codes do not include`)
}

function codesIn(errors: readonly { readonly code: string }[] = []): string[] {
  return errors.map(({ code }) => code)
}

function pointerOf(name: string, status: number): string {
  for (const [path, item] of Object.entries(published.paths)) {
    for (const [method, described] of Object.entries(item)) {
      if (described.operationId !== name) continue
      const response = described.responses[status]
      assert.ok(response, `${name} answers ${status}, which is not declared`)
      const shared = response['$ref']
      const place = ['paths', path, method, 'responses', String(status)].map(escaped).join('/')
      const base = typeof shared === 'string' ? shared.slice(1) : `/${place}`
      return `${base}/content/application~1json/schema`
    }
  }
  return assert.fail(`${name} is not in the OpenAPI document`)
}

function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function bodyOf({ requestBody }: Described): unknown {
  return requestBody
}

/** The components that the value refers to, and those that these refer to. */
function referredFrom(value: unknown, known = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([\w.-]+)"/g)) {
    if (known.has(name)) continue
    known.add(name)
    referredFrom(published.components['schemas']?.[name], known)
  }
  return known
}

/** The document with every object of an answer closed: what is not declared must not be there. */
function closed({ paths, components }: typeof published): Json {
  const schemas = Object.entries(components['schemas'] ?? {})
  return {
    paths: close(paths),
    components: {
      ...components,
      responses: close(components['responses']),
      schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, bodies.has(name) ? schema : close(schema)])),
    },
  }
}

function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, close(part)]))
  const isObject = inner['type'] === 'object' && inner['properties'] !== undefined
  return isObject ? { additionalProperties: false, ...inner } : inner
}
