import { batchVerbs, type Batch, type BatchVerb } from '@billposter/contract/language/batch'
import { type Fault, invalidParameter, Refusal, refuse, refuseIfAny } from '@billposter/contract/language/errors'
import { nodeOf, type SchemaNode, unwrapNull } from '@billposter/contract/language/field'
import { writeAnyJson } from '@billposter/contract/language/json'
import { isWrite, type Operation, pathParams } from '@billposter/contract/language/operation'
import type { Param, Params } from '@billposter/contract/language/params'
import { addEncoded, addJson, readJsonBody, readSupplied, type Supplied, undecodable } from './read-request.ts'
import { type Reader, readerOf, splitCsv, textProblem } from './read-value.ts'

/** What a request says, as far as it could be understood: typed values, their echo, and all faults at once. */
export interface Decoded {
  readonly given: Readonly<Record<string, unknown>>
  /** The supplied parameters as `request.params` shows them. */
  readonly echo: Readonly<Record<string, unknown>>
  readonly faults: readonly Fault[]
  /** Our extension on every change: do all but keep it. */
  readonly validateOnly: boolean
}

export interface RawRequest {
  readonly path: Readonly<Record<string, string>>
  readonly query: string
  readonly body: Buffer
  readonly contentType: string | undefined
}

interface Field {
  readonly name: string
  readonly param: Param
  readonly node: SchemaNode
  readonly read: Reader
}

/** Compiles the decoder of an operation. */
export function decoderOf(operation: Operation): (request: RawRequest) => Decoded {
  const inPath = new Set(pathParams(operation.path))
  const fields = fieldsOf(operation.params)
  const shown = operation.takes === 'json' ? inPath : undefined
  return (request) => {
    const [supplied, faults] = suppliedTo(operation, request)
    const validateOnly =
      isWrite(operation) &&
      operation.caller === 'user' &&
      readValidateOnly(operation.takes === 'json' ? [supplied, queryOf(request)] : [supplied], faults)
    return { ...decodeFields(fields, request.path, supplied, faults, shown), validateOnly }
  }
}

const readFlag = readerOf({ type: 'boolean' })

/** What stands in the query beside a JSON body, which alone holds the parameters of the operation. */
function queryOf({ query }: RawRequest): Supplied {
  const inQuery: Supplied = new Map()
  addEncoded(inQuery, query)
  return inQuery
}

/** `validate_only` travels with the parameters, and beside JSON bodies in the query. */
function readValidateOnly(sources: readonly Supplied[], faults: Fault[]): boolean {
  const values = sources.flatMap((source) => source.get('validate_only') ?? [])
  const readings = values.map((value) => readFlag(value, 'validate_only'))
  const wrong = readings.find((reading) => 'wrong' in reading)
  if (wrong) faults.push(invalidParameter('validate_only', wrong.wrong))
  return readings.some((reading) => 'value' in reading && reading.value === true)
}

function suppliedTo(operation: Operation, { query, body, contentType }: RawRequest): [Supplied, Fault[]] {
  if (operation.takes === 'params') return readSupplied(query, body, contentType)
  const supplied: Supplied = new Map()
  if (body.length > 0 || hasRequired(operation)) addJson(supplied, readJsonBody(body, contentType))
  return [supplied, []]
}

function hasRequired(operation: Operation): boolean {
  const inPath = pathParams(operation.path)
  return Object.entries(operation.params).some(([name, param]) => param.need === 'required' && !inPath.includes(name))
}

function fieldsOf(params: Params): Field[] {
  return Object.entries(params).map(([name, param]) => {
    const node = nodeOf(param.schema)
    return { name, param, node: unwrapNull(node).node, read: readerOf(node) }
  })
}

function decodeFields(
  fields: readonly Field[],
  path: Readonly<Record<string, string>>,
  supplied: Supplied,
  faults: Fault[],
  shown?: ReadonlySet<string>,
): Omit<Decoded, 'validateOnly'> {
  const given: Record<string, unknown> = {}
  const echo: Record<string, unknown> = {}
  for (const field of fields) {
    const { name, param } = field
    const outcome =
      path[name] === undefined ? readSuppliedField(field, supplied.get(name)) : readPathField(field, path[name])
    if ('fault' in outcome) {
      faults.push(outcome.fault)
      if (outcome.raw !== undefined) echo[name] = outcome.raw
    } else if ('value' in outcome) given[name] = echo[name] = outcome.value
    else if (param.need === 'required') {
      faults.push({ code: 'MISSING_PARAMETER', message: `"${name}" is a required parameter`, parameter: name })
    } else if (param.need === 'defaulted') given[name] = param.fallback
  }
  if (echo['cursor'] !== undefined && given['with_total_count'] === true) {
    faults.push({
      code: 'EXCLUSIVE_PARAMETERS',
      message: 'cursor and with_total_count are exclusive parameters',
      parameter: 'with_total_count',
    })
  }
  return {
    given,
    echo: shown ? Object.fromEntries(Object.entries(echo).filter(([name]) => shown.has(name))) : echo,
    faults,
  }
}

type Outcome = { value: unknown } | { fault: Fault; raw?: unknown } | { absent: true }

/** Path identifiers of any length and letters are unknown entities rather than faults. */
function readPathField({ name, node, read }: Field, text: string): Outcome {
  const problem = textProblem(text)
  if (problem) return { fault: invalidParameter(name, `${name} ${problem}`) }
  if (node.type === 'string') return { value: text }
  const reading = read(text, name)
  return 'wrong' in reading ? { fault: invalidParameter(name, reading.wrong), raw: text } : reading
}

function readSuppliedField({ name, param, node, read }: Field, values: readonly unknown[] | undefined): Outcome {
  if (values === undefined) return { absent: true }
  if (values.includes(undecodable)) {
    return { fault: invalidParameter(name, `The value of ${name} is not percent-encoded UTF-8.`) }
  }
  const isList = node.type === 'array'
  if (values.length > 1 && !isList) {
    return { fault: invalidParameter(name, `${name} was given ${values.length} times; give it once`) }
  }
  const input = isList && values.length > 1 ? values.flatMap(listed) : values[0]
  const empty = input === null || input === '' || (isList && Array.isArray(input) && input.length === 0)
  if (empty && param.need === 'clearable') return { value: isList ? [] : null }
  if (input === null) return { absent: true }
  const reading = read(input, name)
  return 'wrong' in reading ? { fault: invalidParameter(name, reading.wrong), raw: rawEcho(input) } : reading
}

/** The items of one of several values under the same key. */
function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : typeof value === 'string' ? splitCsv(value) : [value]
}

/** A faulty value is echoed only as far as every JSON reader can take it. */
function rawEcho(input: unknown): unknown {
  return typeof input === 'string' ? input.toWellFormed() : writeAnyJson(input).toWellFormed()
}

/** One item of a batch, decoded by the single operation that it asks for. */
export interface DecodedItem {
  readonly verb: 'create' | 'update' | 'remove' | undefined
  readonly echo: { readonly params: Readonly<Record<string, unknown>>; readonly operation_type: unknown }
  readonly given: Readonly<Record<string, unknown>>
  readonly faults: readonly Fault[]
}

const mostEchoed = 1_000

/** Compiles the decoder of a batch: refuses request-level problems, reports item-level ones with their item. */
export function batchDecoderOf(batch: Batch): (request: RawRequest) => { items: DecodedItem[]; validateOnly: boolean } {
  const verbs = Object.entries(batchVerbs).filter(([, verb]) => batch.operations[verb] !== undefined)
  const fields = new Map(verbs.map(([, verb]) => [verb, fieldsOf(batch.operations[verb]?.params ?? {})]))
  const names = verbs.map(([name]) => name)
  return (request) => {
    const items = readJsonBody(request.body, request.contentType)
    if (!Array.isArray(items)) refuse('INVALID_PARAMETER', 'The request body must be a JSON array of operations.')
    if (items.length === 0) throw new BatchRefusal('The request body must hold at least one operation.', [])
    if (items.length > batch.max) {
      // A body of nothing but commas between digits would be echoed as thirty times its size.
      const echo = items.slice(0, mostEchoed).map((item) => decodeItem(item, request.path, fields, names).echo)
      throw new BatchRefusal(`A batch can hold at most ${batch.max} operations, got ${items.length}.`, echo)
    }
    const faults: Fault[] = []
    const validateOnly = readValidateOnly([queryOf(request)], faults)
    refuseIfAny(faults)
    return { items: items.map((item) => decodeItem(item, request.path, fields, names)), validateOnly }
  }
}

/** A request-level refusal whose items could nevertheless be read. */
export class BatchRefusal extends Refusal {
  readonly echo: readonly unknown[]

  constructor(message: string, echo: readonly unknown[]) {
    super([{ code: 'INVALID_PARAMETER', message }])
    this.echo = echo
  }
}

function decodeItem(
  item: unknown,
  path: Readonly<Record<string, string>>,
  fields: ReadonlyMap<(typeof batchVerbs)[BatchVerb], Field[]>,
  names: readonly string[],
): DecodedItem {
  const none = { verb: undefined, given: {}, echo: { params: path, operation_type: null } }
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    return { ...none, faults: [{ code: 'INVALID_PARAMETER', message: 'An operation must be a JSON object.' }] }
  }
  const { operation_type: type = null, params = null } = item as Record<string, unknown>
  const name = names.find((known) => known.toLowerCase() === (typeof type === 'string' ? type.toLowerCase() : ''))
  const faults: Fault[] = []
  if (type === null)
    faults.push({
      code: 'MISSING_PARAMETER',
      message: '"operation_type" is a required parameter',
      parameter: 'operation_type',
    })
  else if (!name)
    faults.push(
      invalidParameter(
        'operation_type',
        `Expected a value in ${names.join(', ')}, got ${writeAnyJson(type)} for operation_type`,
      ),
    )
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    faults.push({ code: 'MISSING_PARAMETER', message: '"params" is a required object', parameter: 'params' })
  }
  if ([item, params].some((place) => typeof place === 'object' && place !== null && 'validate_only' in place)) {
    faults.push(invalidParameter('validate_only', 'validate_only is for the whole batch; give it in the query'))
  }
  if (faults.length > 0)
    return { ...none, echo: { params: path, operation_type: type === null ? null : rawEcho(type) }, faults }
  const verb = batchVerbs[name as BatchVerb]
  const supplied: Supplied = new Map(Object.entries(params as object).map(([key, value]) => [key, [value]]))
  const decoded = decodeFields(fields.get(verb) ?? [], path, supplied, [])
  return { verb, given: decoded.given, echo: { params: decoded.echo, operation_type: name }, faults: decoded.faults }
}
