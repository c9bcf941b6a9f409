import type { Fault } from '@billposter/contract/language/errors'
import { nodeOf } from '@billposter/contract/language/field'
import { type JsonWriter, jsonWriter, writeAnyJson } from '@billposter/contract/language/json'
import type { Operation } from '@billposter/contract/language/operation'
import { etagOf } from '../store/etag.ts'

/** An answer that is ready to be sent. */
export interface Outgoing {
  readonly status: number
  readonly body: string
  readonly etag?: string
}

/** What a handler answered with, by the kind of its operation. */
type Answered = {
  readonly written?: string
  readonly json?: string
  readonly data?: readonly unknown[]
  readonly next_cursor?: string | null
  readonly total_count?: number
}

/** Compiles the writer of an operation's answers: `{request, …, data}`, for the operator `{data}`. */
export function answerWriter(
  operation: Operation,
): (result: unknown, echo: unknown, validateOnly: boolean) => Outgoing {
  const { kind, data, extra = {} } = operation.answer
  const writeOne = jsonWriter(nodeOf(data))
  const extras = Object.entries(extra).map(([name, schema]) => ({ name, write: jsonWriter(nodeOf(schema)) }))
  const forOperator = operation.caller === 'operator'

  function dataOf(result: unknown): string {
    if (kind === 'array') return writeAll(result as readonly unknown[], writeOne)
    const answered = result as Answered
    if (kind === 'list') return answered.json ?? writeAll(answered.data ?? [], writeOne)
    return answered.written ?? writeOne(result)
  }

  return (result, echo, validateOnly) => {
    const json = dataOf(result)
    let body = forOperator ? '{' : `{"request":{"params":${writeAnyJson(echo)}},`
    if (validateOnly) body += '"validate_only":true,'
    if (kind === 'list') body += listParts(result as Answered, extras)
    body += `"data":${json}}`
    return {
      status: validateOnly ? 200 : operation.success,
      body,
      ...(kind === 'single' ? { etag: etagOf(json) } : {}),
    }
  }
}

function writeAll(values: readonly unknown[], write: JsonWriter): string {
  return `[${values.map(write).join(',')}]`
}

function listParts(page: Answered, extras: readonly { name: string; write: JsonWriter }[]): string {
  // Extra keys are those that the operation declares; the handler's type demands them.
  const values = page as Readonly<Record<string, unknown>>
  const more = extras.map(({ name, write }) => `"${name}":${write(values[name])},`).join('')
  const isExtra = extras.some(({ name }) => name === 'total_count')
  const total = page.total_count === undefined || isExtra ? '' : `"total_count":${page.total_count},`
  return `"next_cursor":${JSON.stringify(page.next_cursor ?? null)},${total}${more}`
}

/** The answer of a batch: the results and the echoes in the order of the items (Part 4.1). */
export function batchAnswer(results: readonly string[], echoes: readonly unknown[], validateOnly: boolean): Outgoing {
  const flag = validateOnly ? '"validate_only":true,' : ''
  return { status: 200, body: `{"request":${writeAnyJson(echoes)},${flag}"data":[${results.join(',')}]}` }
}

/** The answer to a refused request: every fault, and the echo as far as the request could be attributed. */
export function refusalAnswer(status: number, faults: readonly Fault[], request: unknown): Outgoing {
  const echo = request === undefined ? '' : `,"request":${writeAnyJson(request)}`
  return { status, body: `{"errors":${JSON.stringify(faults)}${echo}}` }
}

/** The answer to a batch with faulty items: an array of faults for each item, at the item's index (Part 7). */
export function batchRefusalAnswer(
  status: number,
  itemFaults: readonly (readonly Fault[])[],
  echoes: unknown,
): Outgoing {
  return { status, body: `{"operation_errors":${JSON.stringify(itemFaults)},"request":${writeAnyJson(echoes)}}` }
}
