import { writeAnyJson } from '@billposter/contract/language/json'
import { fullPath, pathParams } from '@billposter/contract/language/operation'
import type { Swept, Values } from './operations.ts'

/** The ways in which parameters travel (Part 4.1, and beyond it). */
export type Way = 'query' | 'form' | 'json'

/** One parameter as each way writes it: percent-encoded for query and form, JSON text for JSON. */
export interface Field {
  readonly name: string
  readonly text: string
  readonly json: string
}

/** A request that is not sent yet, and can be bent before it is. */
export interface Draft {
  /** Percent-encoded parts of the path. */
  readonly path: Readonly<Record<string, string>>
  readonly fields: readonly Field[]
  /** The items of a batch, as JSON text. */
  readonly items?: string
}

/** The request that the values ask for. */
export function draftOf({ operation, batch }: Swept, values: Values): Draft {
  const inPath = pathParams(operation.path)
  const path = Object.fromEntries(inPath.map((name) => [name, encodeURIComponent(String(values[name]))]))
  if (batch) return { path, fields: [], items: writeAnyJson(values['operations']) }
  const supplied = Object.entries(values).filter(([name, value]) => value !== undefined && !inPath.includes(name))
  return { path, fields: supplied.map(([name, value]) => fieldOf(name, value)) }
}

export function fieldOf(name: string, value: unknown): Field {
  return { name, text: encodeURIComponent(textOf(value)), json: writeAnyJson(value) }
}

function textOf(value: unknown): string {
  if (value === null) return ''
  return Array.isArray(value) ? value.map(textOf).join(',') : String(value)
}

export function without(draft: Draft, ...names: string[]): Draft {
  return { ...draft, fields: draft.fields.filter(({ name }) => !names.includes(name)) }
}

/** The draft with this value for the parameter, in place of any other. */
export function including(draft: Draft, ...fields: Field[]): Draft {
  const rest = without(draft, ...fields.map(({ name }) => name))
  return { ...rest, fields: [...rest.fields, ...fields] }
}

export function at(draft: Draft, path: Readonly<Record<string, string>>): Draft {
  return { ...draft, path: { ...draft.path, ...path } }
}

/** What is sent: everything but the sender. */
export interface Message {
  readonly method: string
  readonly url: string
  readonly contentType?: string
  readonly body?: string | Buffer
}

/** The ways that an operation can be asked in. */
export function waysOf({ operation, batch }: Swept): readonly Way[] {
  if (batch || operation.takes === 'json') return ['json']
  return operation.method === 'GET' ? ['query'] : ['query', 'form', 'json']
}

/** The way that a client takes: query for reads and deletions, a form for other changes, JSON where nothing else is. */
function usualWay(swept: Swept): Way {
  const { method } = swept.operation
  const [first = 'query', second] = waysOf(swept)
  return second && method !== 'DELETE' ? second : first
}

const formType = 'application/x-www-form-urlencoded'

/** Writes the request in one way; `query` is added to its query as it is. */
export function messageOf(swept: Swept, draft: Draft, way: Way = usualWay(swept), query = ''): Message {
  const { method } = swept.operation
  const path = fullPath(swept.operation).replace(/:([a-z_]+)/g, (_, name: string) => draft.path[name] ?? '')
  const pairs = draft.fields.map(({ name, text }) => `${name}=${text}`).join('&')
  const asked = [way === 'query' ? pairs : '', query].filter(Boolean).join('&')
  const url = asked === '' ? path : `${path}?${asked}`
  if (way === 'query' || (method === 'GET' && draft.fields.length === 0)) return { method, url }
  if (way === 'form') return pairs === '' ? { method, url } : { method, url, contentType: formType, body: pairs }
  return { method, url, contentType: 'application/json', body: draft.items ?? jsonObject(draft.fields) }
}

function jsonObject(fields: readonly Field[]): string {
  return `{${fields.map(({ name, json }) => `${JSON.stringify(name)}:${json}`).join(',')}}`
}
