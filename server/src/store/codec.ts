import { type SchemaNode, unwrapNull } from '@billposter/contract/language/field'
import { writeAnyJson } from '@billposter/contract/language/json'
import type { SqlValue } from './sql.ts'

/** How one column travels between PostgreSQL's text, JSON and values in code. */
export interface Codec {
  value(text: string): unknown
  json(text: string): string
  bind(value: unknown): SqlValue
}

// Text that JSON writes as it stands: a short test is quicker than the general writer.
const plain = /^[ !#-[\]-~]*$/

// Bound values are of the column's declared type, which each codec's cast states.
const words: Codec = {
  value: (text) => text,
  json: (text) => (plain.test(text) ? `"${text}"` : JSON.stringify(text)),
  bind: (value) => value as string,
}

const enumerated: Codec = { ...words, json: (text) => `"${text}"` }

const longs: Codec = { value: BigInt, json: (text) => text, bind: (value) => value as bigint }

const integers: Codec = { value: Number, json: (text) => text, bind: (value) => value as number }

const booleans: Codec = {
  value: (text) => text === 't',
  json: (text) => (text === 't' ? 'true' : 'false'),
  bind: (value) => value as boolean,
}

/** PostgreSQL writes `2026-01-31 10:00:00+00`; the wire shape has a `T` and a `Z`. */
const times: Codec = {
  value: (text) => `${text.slice(0, 10)}T${text.slice(11, 19)}Z`,
  json: (text) => `"${text.slice(0, 10)}T${text.slice(11, 19)}Z"`,
  bind: (value) => value as string,
}

/** Arrays and objects are `json` columns: the text that was written comes back unchanged. */
const documents: Codec = {
  value: (text) => JSON.parse(text),
  json: (text) => text,
  bind: (value) => writeAnyJson(value),
}

function bareCodec(node: SchemaNode): Codec {
  switch (node.type) {
    case 'integer':
      return node.format === 'int64' ? longs : integers
    case 'boolean':
      return booleans
    case 'array':
    case 'object':
      return documents
    default:
      if (node.format === 'date-time') return times
      return node.enum ? enumerated : words
  }
}

/** The codec of a column with this schema; it never sees null. */
export function codecOf(schema: SchemaNode): Codec {
  return bareCodec(unwrapNull(schema).node)
}
