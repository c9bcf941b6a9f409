import type { Batch } from '@billposter/contract/language/batch'
import { fullPath, type Operation, pathParams } from '@billposter/contract/language/operation'
import { writeAnyJson } from '@billposter/contract/language/json'

/** An operation or a batch of the contract. */
export type Endpoint = Operation | Batch

/** The values of a call, by parameter. Their types were checked where the method was called. */
export type Values = Readonly<Record<string, unknown>>

type Pair = readonly [string, string]

/** A request of the interface, before it has an address and a sender. */
export interface Message {
  readonly method: string
  /** Percent-encoded, with the version segment. */
  readonly path: string
  readonly query: readonly Pair[]
  /** Parameters of a form body; without any there is no body. */
  readonly form: readonly Pair[]
  /** A JSON body. */
  readonly json: string | undefined
}

/**
 * Puts each value where it travels (Part 4.1): path, query, form or JSON body.
 * @throws TypeError for what cannot be said in that place.
 */
export function messageOf(endpoint: Endpoint, values: Values): Message {
  const { method } = endpoint
  const names = pathParams(endpoint.path)
  const message = { method, path: pathOf(endpoint, values), query: [], form: [], json: undefined }
  const rest = Object.entries(values).filter(([name, value]) => value !== undefined && !names.includes(name))
  if (endpoint.kind === 'batch') return { ...message, json: writeAnyJson(values['operations']) }
  if (endpoint.takes === 'json') return { ...message, json: writeAnyJson(Object.fromEntries(rest)) }
  const pairs = rest.map(([name, value]) => [name, textOf(name, value)] as const)
  return method === 'GET' || method === 'DELETE' ? { ...message, query: pairs } : { ...message, form: pairs }
}

function pathOf(endpoint: Endpoint, values: Values): string {
  const whole = endpoint.kind === 'batch' ? { ...endpoint, caller: 'user' as const } : endpoint
  return fullPath(whole).replace(/:([a-z_]+)/g, (_match, name: string) => segment(name, values[name]))
}

/** A path segment. Dots alone would be taken for a way through the path. */
function segment(name: string, value: unknown): string {
  if (value === undefined || value === null) throw new TypeError(`${name} is missing.`)
  const text = textOf(name, value)
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} must not be "${text}".`)
  return percentEncoded(text)
}

/** A value as query and form carry it: a list comma-joined, null and the empty list as an empty value. */
function textOf(name: string, value: unknown): string {
  if (value === null) return ''
  if (Array.isArray(value)) return value.map((item) => itemText(name, item)).join(',')
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new TypeError(`${name} is too large to be exact; pass a bigint.`)
  }
  if (typeof value === 'object') throw new TypeError(`${name} cannot be sent as text.`)
  return String(value)
}

function itemText(name: string, item: unknown): string {
  const text = textOf(name, item)
  if (text.includes(',')) throw new TypeError(`${name} holds "${text}", but a comma would part it in two.`)
  return text
}

/** As RFC 3986 has it: only letters, digits and `-._~` stay; that is also what signatures are made of. */
function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Query or form text. */
export function encodedPairs(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`).join('&')
}
