import { type ErrorCode, errorCatalogue } from '../language/errors.ts'
import { pathParams } from '../language/operation.ts'
import { echoObject, itemName } from './bodies.ts'
import { codesOf, groupByStatus, itemCodesOf } from './codes.ts'
import { type Ref, type ResponseObject, refTo, type SchemaObject } from './document.ts'
import { headersOf } from './headers.ts'
import { upperFirst } from './names.ts'
import { mapValues, type SchemaNames, schemaOf } from './schemas.ts'
import { type Entry, isUserWrite, type Section } from './sections.ts'

/** Every answer of an operation, by status. */
export function responsesOf(section: Section, entry: Entry, names: SchemaNames): Record<string, ResponseObject | Ref> {
  const refusals = groupByStatus(codesOf(entry.operation)).map(([status, codes]) => {
    const name = sharedName(entry, status, codes)
    return [status, name ? refTo('responses', name) : refusal(entry, status, codes)] as const
  })
  const answer = success(section, entry, names)
  // With `validate_only` nothing is created, and the answer to a creation has the status of other answers.
  const triedOut = isUserWrite(entry.operation) ? [[200, answer] as const] : []
  return Object.fromEntries([...triedOut, [entry.operation.success, answer], ...refusals])
}

/** The refusals that several operations share, as components. */
export function sharedResponses(sections: readonly Section[]): Record<string, ResponseObject> {
  const named = sections.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      groupByStatus(codesOf(entry.operation)).flatMap(([status, codes]): [string, ResponseObject][] => {
        const name = sharedName(entry, status, codes)
        return name ? [[name, refusal(entry, status, codes)]] : []
      }),
    ),
  )
  return Object.fromEntries(named)
}

/**
 * Refusals with the same one or two codes are the same wherever they occur: `NotFound`, `AccountNotFoundOr…`, and with
 * `Operator` in front for the operator, whose errors have another envelope.
 */
function sharedName({ operation, batch }: Entry, status: number, codes: readonly ErrorCode[]): string | undefined {
  if (codes.length > 2 || (batch && status !== 401)) return undefined
  const name = codes.map((code) => code.split('_').map(capitalized).join('')).join('Or')
  return operation.caller === 'operator' ? `Operator${name}` : name
}

function capitalized(word: string): string {
  return upperFirst(word.toLowerCase())
}

function refusal({ operation, batch }: Entry, status: number, codes: readonly ErrorCode[]): ResponseObject {
  // Whoever is known is shown the items of a batch, whatever it is refused for.
  const ofBatch = batch !== undefined && status !== 401
  const schema = operation.caller === 'operator' ? 'OperatorErrorAnswer' : ofBatch ? 'BatchErrorAnswer' : 'ErrorAnswer'
  const withItems = ofBatch && status === 400
  const ofItems = withItems ? `\n\nOf its items, under \`operation_errors\`:\n\n${listed(itemCodesOf(batch))}` : ''
  return {
    description: `${listed(codes)}${ofItems}`,
    headers: headersOf(operation, status),
    content: { 'application/json': { schema: refTo('schemas', schema) } },
  }
}

function listed(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `- \`${code}\`: ${errorCatalogue[code].meaning}`).join('\n')
}

function success(section: Section, entry: Entry, names: SchemaNames): ResponseObject {
  const { operation } = entry
  return {
    description: successText(entry),
    headers: headersOf(operation, operation.success),
    content: { 'application/json': { schema: answerSchema(section, entry, names) } },
  }
}

function successText({ operation }: Entry): string {
  if (operation.answer.kind === 'single') return 'One record under `data`.'
  return operation.params['cursor'] ? 'A page of records under `data`.' : 'An array under `data`.'
}

const nextCursor: SchemaObject = {
  anyOf: [{ type: 'string' }, { type: 'null' }],
  description: 'The `cursor` of the next page; null on the last one.',
}

const totalCount: SchemaObject = {
  type: 'integer',
  minimum: 0,
  description: 'How many there are on all pages; only with `with_total_count=true`.',
}

const validateOnly: SchemaObject = {
  type: 'boolean',
  const: true,
  description: 'There when the request asked for it: nothing was changed.',
}

/** The envelope around `data`. */
function answerSchema(section: Section, entry: Entry, names: SchemaNames): SchemaObject {
  const { operation } = entry
  const one = schemaOf(operation.answer.data, names)
  const data: SchemaObject = operation.answer.kind === 'single' ? one : { type: 'array', items: one }
  const { kind, extra = {} } = operation.answer
  const sure = {
    ...requestEcho(section, entry),
    ...(kind === 'list' ? { next_cursor: nextCursor } : {}),
    ...mapValues(extra, (schema) => schemaOf(schema, names)),
    data,
  }
  const possible = {
    ...(operation.params['with_total_count'] ? { total_count: totalCount } : {}),
    ...(isUserWrite(operation) ? { validate_only: validateOnly } : {}),
  }
  return { type: 'object', properties: { ...possible, ...sure }, required: Object.keys(sure) }
}

function requestEcho(section: Section, entry: Entry): Record<string, SchemaObject> {
  const { operation, batch } = entry
  if (operation.caller === 'operator') return {}
  if (batch) return { request: { type: 'array', items: refTo('schemas', itemName(section, entry)) } }
  const inPath = pathParams(operation.path)
  const shown = Object.entries(operation.params).filter(
    ([name]) => operation.takes === 'params' || inPath.includes(name),
  )
  return {
    request: { type: 'object', properties: { params: echoObject(Object.fromEntries(shown)) }, required: ['params'] },
  }
}
