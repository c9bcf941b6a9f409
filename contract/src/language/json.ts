import { type SchemaNode, unwrapNull } from './field.ts'

/** Turns a value into JSON text. */
export type JsonWriter = (value: unknown) => string

/**
 * Compiles the writer of a schema. Objects are written with exactly the declared fields, in declared order; integers
 * of any size keep all their digits. A value that is missing where null is not allowed stops the answer.
 */
export function jsonWriter(schema: SchemaNode): JsonWriter {
  const { node, nullable } = unwrapNull(schema)
  const write = bareWriter(node)
  return (value) => {
    if (value !== null && value !== undefined) return write(value)
    if (nullable) return 'null'
    throw new TypeError(`A value of type ${node.type ?? 'unknown'} is missing in an answer.`)
  }
}

function bareWriter(node: SchemaNode): JsonWriter {
  switch (node.type) {
    case 'integer':
    case 'boolean':
      return String
    case 'array':
      return arrayWriter(node)
    case 'object':
      return node.properties ? objectWriter(node.properties) : writeAnyJson
    default:
      return (value) => JSON.stringify(value)
  }
}

function arrayWriter(node: SchemaNode): JsonWriter {
  const write = node.items ? jsonWriter(node.items) : writeAnyJson
  // The declared type of the field is an array of what `items` describes.
  return (value) => `[${(value as unknown[]).map(write).join(',')}]`
}

function objectWriter(properties: Record<string, SchemaNode>): JsonWriter {
  const fields = Object.entries(properties).map(([name, node], index) => ({
    name,
    lead: `${index === 0 ? '' : ','}${JSON.stringify(name)}:`,
    write: jsonWriter(node),
  }))
  return (value) => {
    // The declared type of the field is an object with these properties.
    const record = value as Record<string, unknown>
    let text = '{'
    for (const field of fields) text += field.lead + field.write(record[field.name])
    return `${text}}`
  }
}

/** JSON of a value without a schema; big integers keep all their digits. */
export function writeAnyJson(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return `[${value.map(writeAnyJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, inner]) => inner !== undefined)
    return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${writeAnyJson(inner)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** JSON.parse shows its reviver the text of a number before it was rounded; the compiler's library does not know it yet. */
type SourceReviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown

const exactNumber: SourceReviver = (_key, value, context) => {
  const source = context?.source
  if (typeof value !== 'number' || source === undefined) return value
  if (!Number.isSafeInteger(value)) return /^-?\d{1,30}$/.test(source) ? BigInt(source) : value
  return hasFraction(source) ? Number.NaN : value
}

function hasFraction(source: string): boolean {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d*?)0*)?(?:e(.+))?$/i.exec(source) ?? []
  return fraction.length > Number(exponent)
}

/**
 * Parses JSON without rounding: integers beyond 2^53 become big integers, all other numbers stay numbers. A fraction
 * that a number is too short to hold makes it no number at all, rather than an integer that nobody wrote.
 */
export function parseJson(text: string): unknown {
  // Only 16 digits in a row can be rounded; the plain parser is several times as fast.
  return /[\d.]{16}/.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text)
}
