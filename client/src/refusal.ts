import { type BillposterError, type ErrorEntry, errorKind } from './errors.ts'
import { parseJson } from '@billposter/contract/language/json'
import { callAgainAt, type HttpInfo } from './http-info.ts'
import { isRecord } from './read-answer.ts'

/** The body of an answer as a record; undefined when it is not a JSON object, as from a gateway in between. */
export function parsedBody(text: string): Record<string, unknown> | undefined {
  try {
    const body = parseJson(text)
    return isRecord(body) ? body : undefined
  } catch {
    // What is no JSON is reported with its status by whoever needs the body.
    return undefined
  }
}

/** The error that an answer of 300 or above stands for. `body` is undefined when it was not readable. */
export function refusalOf(http: HttpInfo, body: Record<string, unknown> | undefined, nowMs: number): BillposterError {
  const operationErrors = Array.isArray(body?.['operation_errors'])
    ? body['operation_errors'].map(entriesOf)
    : undefined
  const errors = [...entriesOf(body?.['errors']), ...(operationErrors?.flat() ?? [])]
  const Kind = errorKind(http.status)
  return new Kind({
    message: summaryOf(http.status, errors, operationErrors),
    http,
    errors,
    operationErrors,
    request: body?.['request'],
    resetAt: callAgainAt(http, nowMs),
  })
}

function entriesOf(value: unknown): ErrorEntry[] {
  if (!Array.isArray(value)) return []
  // Whatever has a code and a message is an entry; its other fields are optional texts.
  return value.filter((entry) => isRecord(entry) && typeof entry['code'] === 'string') as ErrorEntry[]
}

function summaryOf(
  status: number,
  errors: readonly ErrorEntry[],
  operationErrors: readonly (readonly ErrorEntry[])[] | undefined,
): string {
  const [first, ...others] = errors
  if (!first) return `The service answered with status ${status}.`
  const index = operationErrors?.findIndex((entries) => entries.includes(first)) ?? -1
  const place = index < 0 ? '' : `operations[${index}]: `
  return `${place}${first.code}: ${first.message}${others.length > 0 ? ` (and ${others.length} more)` : ''}`
}
