import { type SchemaNode, unwrapNull } from '@billposter/contract/language/field'
import { writeAnyJson } from '@billposter/contract/language/json'
import { Temporal } from 'temporal-polyfill'
import { timestamp } from '../surroundings/clock.ts'

/** A value that was understood, or what is wrong with it. */
export type Reading = { readonly value: unknown } | { readonly wrong: string }

/** Reads a value of a schema, from query or form text or from parsed JSON. `name` is for the message. */
export type Reader = (input: unknown, name: string) => Reading

const shownLength = 60

/** How a message shows what was given. */
function shown(input: unknown): string {
  const text = typeof input === 'string' ? input : writeAnyJson(input)
  return `"${text.length > shownLength ? `${text.slice(0, shownLength)}…` : text}"`.toWellFormed()
}

function expected(what: string, input: unknown, name: string): Reading {
  return { wrong: `Expected ${what}, got ${shown(input)} for ${name}` }
}

/** Text that PostgreSQL and JSON can both carry. */
export function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain NUL characters'
  if (!text.isWellFormed()) return 'must be well-formed Unicode, without lone surrogates'
  return undefined
}

/** Compiles the reader of a schema. */
export function readerOf(schema: SchemaNode): Reader {
  const { node } = unwrapNull(schema)
  switch (node.type) {
    case 'integer':
      return node.format === 'int64' ? longReader(node) : integerReader(node)
    case 'boolean':
      return readBoolean
    case 'array':
      return listReader(node)
    case 'object':
      return (input, name) =>
        typeof input === 'object' && input !== null ? { value: input } : expected('Object', input, name)
    default:
      if (node.format === 'date-time') return readTime
      return node.enum ? enumReader(node.enum) : textReader(node)
  }
}

function textReader({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: SchemaNode): Reader {
  return (input, name) => {
    if (typeof input !== 'string') return expected('String', input, name)
    const problem = textProblem(input)
    if (problem) return { wrong: `${name} ${problem}` }
    // A text has at least as many units as characters, so that most need not be counted.
    const length = minLength < 2 && input.length <= maxLength ? input.length : [...input].length
    if (length >= minLength && length <= maxLength) return { value: input }
    return { wrong: `Expected ${minLength} to ${maxLength} characters, got ${[...input].length} for ${name}` }
  }
}

function enumReader(words: readonly string[]): Reader {
  return (input, name) =>
    typeof input === 'string' && words.includes(input)
      ? { value: input }
      : expected(`a value in ${words.join(', ')}`, input, name)
}

const longest = 9_223_372_036_854_775_807n

function longReader({ minimum }: SchemaNode): Reader {
  const least = minimum === undefined ? -longest - 1n : BigInt(minimum)
  return (input, name) => {
    const value = wholeNumber(input)
    if (value === undefined) return expected('Long', input, name)
    if (value >= least && value <= longest) return { value }
    return expected(`a Long from ${least} to ${longest}`, input, name)
  }
}

function integerReader({ minimum = -2_147_483_648, maximum = 2_147_483_647 }: SchemaNode): Reader {
  return (input, name) => {
    const value = wholeNumber(input)
    if (value === undefined) return expected('Integer', input, name)
    if (value >= BigInt(minimum) && value <= BigInt(maximum)) return { value: Number(value) }
    return expected(`an Integer from ${minimum} to ${maximum}`, input, name)
  }
}

/** Digits in text, or an integer of JSON; nothing that had a fraction or was rounded. */
function wholeNumber(input: unknown): bigint | undefined {
  if (typeof input === 'bigint') return input
  if (typeof input === 'number') return Number.isSafeInteger(input) ? BigInt(input) : undefined
  return typeof input === 'string' && /^-?\d{1,30}$/.test(input) ? BigInt(input) : undefined
}

const booleanWords: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false }

const readBoolean: Reader = (input, name) => {
  const word = typeof input === 'string' ? input.toLowerCase() : writeAnyJson(input)
  const value = Object.hasOwn(booleanWords, word) ? booleanWords[word] : undefined
  return value === undefined ? expected('Boolean', input, name) : { value }
}

const timeShape = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d(:?\d\d)?))?$/

/** An ISO 8601 date or instant with `Z` or an offset; a date alone is its midnight in UTC. */
const readTime: Reader = (input, name) => {
  if (typeof input !== 'string' || !timeShape.test(input)) {
    return expected('time as YYYY-MM-DDTHH:MM:SSZ', input, name)
  }
  try {
    const instant = Temporal.Instant.from(input.length === 10 ? `${input}T00:00:00Z` : input)
    const value = timestamp(instant.epochMilliseconds)
    const within = value.length === 20 && value >= '1900'
    return within ? { value } : expected('time within the years 1900 to 9999', input, name)
  } catch {
    // The only thing that the library refuses in this shape is a day or an hour that does not exist.
    return expected('a time that exists', input, name)
  }
}

/** Text is comma-separated; the items of a JSON array are taken as they are. */
function listReader({ items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: SchemaNode): Reader {
  const read = readerOf(items ?? {})
  return (input, name) => {
    const parts = Array.isArray(input) ? input : typeof input === 'string' ? splitCsv(input) : [input]
    if (parts.length < minItems) return { wrong: `A minimum of ${minItems} items must be provided for ${name}` }
    if (parts.length > maxItems) {
      return { wrong: `A maximum of ${maxItems} items can be provided for ${name}, got ${parts.length}` }
    }
    const values: unknown[] = []
    for (const part of parts) {
      const reading = read(part, name)
      if ('wrong' in reading) return reading
      values.push(reading.value)
    }
    return { value: values }
  }
}

export function splitCsv(text: string): string[] {
  return text === '' ? [] : text.split(',').map((part) => part.trim())
}
