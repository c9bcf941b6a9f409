import { nodeOf, type SchemaNode, unwrapNull } from '../language/field.ts'
import { fullPath } from '../language/operation.ts'
import type { Param, Params } from '../language/params.ts'
import { batchParts } from './bodies.ts'
import { isId } from './parameters.ts'
import { bodyParams, type Entry, takesBody } from './sections.ts'

type Values = Readonly<Record<string, unknown>>

/** Values that go together better than the first ones allowed. */
const sampleValues: Values = {
  app_store_identifier: 'com.example.app',
  currency: 'USD',
  daily_budget_amount_local_micro: 5_000_000,
  end_time: '2026-01-02T00:00:00Z',
  entity_status: 'PAUSED',
  name: 'Autumn',
  objective: 'ENGAGEMENTS',
  product_type: 'PROMOTED_POSTS',
  screen_name: 'ada',
  start_time: '2026-01-01T00:00:00Z',
  text: 'Hello',
}

/** What a request needs by a rule of its entity although no single parameter is required. */
const needed: Readonly<Record<string, readonly string[]>> = {
  'campaigns.create': ['daily_budget_amount_local_micro'],
}

/** A request with curl, in one line. What the reader has to fill in stands as a shell variable. */
export function curl(entry: Entry): string {
  const { operation } = entry
  const { method, doors, caller } = operation
  const base = doors.includes('production') ? '$BASE_URL' : '$SANDBOX_URL'
  const path = fullPath(operation).replace(/:([a-z_]+)/g, (_, name: string) => variable(name))
  const token = caller === 'operator' ? '$OPERATOR_TOKEN' : '$TOKEN'
  return [
    'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    `"${base}${path}${takesBody(operation) ? '' : queryText(entry)}"`,
    `-H "authorization: Bearer ${token}"`,
    ...(takesBody(operation) ? bodyTexts(entry) : []),
  ].join(' ')
}

function queryText(entry: Entry): string {
  const values = Object.entries(sample(entry.id, bodyParams(entry.operation)))
  return values.length > 0 ? `?${values.map(([name, value]) => `${name}=${String(value)}`).join('&')}` : ''
}

function bodyTexts(entry: Entry): string[] {
  const { operation } = entry
  if (operation.takes === 'json') return [`-H 'content-type: application/json'`, `-d '${jsonText(jsonSample(entry))}'`]
  const values = Object.entries(changeSample(entry.id, bodyParams(operation)))
  return values.map(([name, value]) => `-d "${name}=${String(value)}"`)
}

function jsonSample(entry: Entry): unknown {
  const [part] = batchParts(entry)
  if (!part) return changeSample(entry.id, bodyParams(entry.operation))
  const [type, operation] = part
  const single = entry.id.replace(/[^.]+$/, 'create')
  return [{ operation_type: type, params: changeSample(single, bodyParams(operation)) }]
}

/** The shell puts its variables between the quotes of the JSON text. */
function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(/"(\$[A-Z_]+)"/g, `"'$1'"`)
}

/** Required parameters; a change without any changes the first thing that it can. */
function changeSample(id: string, params: Params): Values {
  const values = sample(id, params)
  const [first] = Object.entries(params)
  return Object.keys(values).length === 0 && first ? { [first[0]]: valueOf(...first) } : values
}

function sample(id: string, params: Params): Values {
  const chosen = Object.entries(params).filter(([name, { need }]) => need === 'required' || needed[id]?.includes(name))
  return Object.fromEntries(chosen.map(([name, param]) => [name, valueOf(name, param)] as const))
}

function valueOf(name: string, param: Param): unknown {
  const { node } = unwrapNull(nodeOf(param.schema))
  if (isId(name, param)) return node.type === 'array' ? [variable(name)] : variable(name)
  return sampleValues[name] ?? firstValue(node)
}

function firstValue(node: SchemaNode): unknown {
  if (node.enum) return node.enum[0]
  switch (node.type) {
    case 'integer':
      return Math.max(node.minimum ?? 1, 1)
    case 'boolean':
      return true
    case 'array':
      return node.items ? [firstValue(node.items)] : []
    case 'object':
      return Object.fromEntries(Object.entries(node.properties ?? {}).map(([name, inner]) => [name, firstValue(inner)]))
    default:
      return node.format === 'date-time' ? '2026-01-01T00:00:00Z' : 'example'.slice(0, node.maxLength)
  }
}

function variable(name: string): string {
  return `$${name.toUpperCase()}`
}
