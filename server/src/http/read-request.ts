import { type Fault, refuse } from '@billposter/contract/language/errors'
import { parseJson as parseExactly } from '@billposter/contract/language/json'
import { pairsOf } from '../identity/percent-encoding.ts'
import { mediaType } from '../identity/presented.ts'

/** Everything that a request supplies under one name: texts from query and form, values from JSON. */
export type Supplied = Map<string, unknown[]>

/** Stands for a value that is not percent-encoded UTF-8, until its parameter is read. */
export const undecodable = Symbol('undecodable')

const deepest = 32
// Far more than any operation takes. Each one that cannot be decoded costs microseconds, and a body holds many.
const mostParameters = 10_000
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Adds the parameters of a query string or form body; `key[]` is `key`. Answers with a fault if a name could not be decoded. */
export function addEncoded(supplied: Supplied, encoded: string): Fault[] {
  const faults: Fault[] = []
  // Counted before anything is decoded, which costs more where it fails.
  if (encoded.length > mostParameters && encoded.split('&').length > mostParameters) {
    refuse('REQUEST_TOO_COMPLEX', `The request holds more than ${mostParameters} parameters in one place.`)
  }
  for (const [key, value] of pairsOf(encoded)) {
    if (key === undefined) faults[0] = { code: 'INVALID_PARAMETER', message: 'A parameter name is not encoded UTF-8.' }
    else add(supplied, key.endsWith('[]') ? key.slice(0, -2) : key, value ?? undecodable)
  }
  return faults
}

function add(supplied: Supplied, key: string, value: unknown): void {
  const before = supplied.get(key)
  if (before) before.push(value)
  else supplied.set(key, [value])
}

/** The body as text; bytes that are no UTF-8 are refused. */
export function bodyText(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    return refuse('INVALID_PARAMETER', 'The request body is not valid UTF-8.')
  }
}

/** Parses JSON without rounding: integers beyond 2^53 become big integers. */
export function parseJson(text: string): unknown {
  if (deeperThan(text, deepest))
    refuse('REQUEST_TOO_COMPLEX', `The JSON body is nested more than ${deepest} levels deep.`)
  try {
    return parseExactly(text)
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it cannot be read'
    return refuse('INVALID_PARAMETER', `The request body is not valid JSON: ${reason}`)
  }
}

function deeperThan(text: string, limit: number): boolean {
  let depth = 0
  let quoted = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (quoted) {
      if (character === '\\') index++
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === '{' || character === '[') {
      if (++depth > limit) return true
    } else if (character === '}' || character === ']') depth--
  }
  return false
}

/** Adds the fields of a JSON object. */
export function addJson(supplied: Supplied, json: unknown): void {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    refuse('INVALID_PARAMETER', 'The JSON body must be one object that holds the parameters.')
  }
  for (const [key, value] of Object.entries(json)) add(supplied, key, value)
}

/** The parameters of query and body together. Undecodable ones are faults; an unreadable body is refused at once. */
export function readSupplied(query: string, body: Buffer, contentType: string | undefined): [Supplied, Fault[]] {
  const supplied: Supplied = new Map()
  const faults = addEncoded(supplied, query)
  if (body.length === 0) return [supplied, faults]
  switch (mediaType(contentType)) {
    case 'application/x-www-form-urlencoded':
      faults.push(...addEncoded(supplied, bodyText(body)))
      break
    case 'application/json':
      addJson(supplied, parseJson(bodyText(body)))
      break
    default:
      refuse(
        'INVALID_PARAMETER',
        `Content-Type must be application/x-www-form-urlencoded or application/json, got "${contentType ?? ''}".`,
      )
  }
  return [supplied, faults]
}

/** The JSON body of an operation that takes nothing else (Part 4.1). */
export function readJsonBody(body: Buffer, contentType: string | undefined): unknown {
  if (mediaType(contentType) !== 'application/json') {
    refuse('INVALID_PARAMETER', `Content-Type must be application/json, got "${contentType ?? ''}".`)
  }
  return parseJson(bodyText(body))
}
