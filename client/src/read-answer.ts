import { type Batch, type BatchVerb, batchVerbs } from '@billposter/contract/language/batch'
import { nodeOf, type SchemaNode, unwrapNull } from '@billposter/contract/language/field'
import type { Operation } from '@billposter/contract/language/operation'
import type { Endpoint, Values } from './request.ts'

/** Gives a parsed value the types that its schema declares, in place. */
type Read = (value: unknown) => unknown

/** Gives the body of an answer, success or refusal, the declared types. `values` are those of the call. */
export type ReadBody = (body: Record<string, unknown>, values: Values) => void

const asIs: Read = (value) => value

const toBigInt: Read = (value) => (Number.isSafeInteger(value) ? BigInt(value as number) : value)

/** Compiles the reader of a schema; `asIs` where nothing below is a 64-bit integer. */
function readerOf(schema: SchemaNode): Read {
  const { node } = unwrapNull(schema)
  if (node.format === 'int64') return toBigInt
  if (node.items) return listReader(readerOf(node.items))
  return node.properties ? recordReader(node.properties) : asIs
}

function listReader(read: Read): Read {
  return read === asIs ? asIs : (value) => (Array.isArray(value) ? value.map(read) : value)
}

function recordReader(properties: Readonly<Record<string, SchemaNode>>): Read {
  const fields = Object.entries(properties)
    .map(([name, node]) => ({ name, read: readerOf(node) }))
    .filter(({ read }) => read !== asIs)
  if (fields.length === 0) return asIs
  return (value) => {
    if (!isRecord(value)) return value
    for (const { name, read } of fields) if (Object.hasOwn(value, name)) value[name] = read(value[name])
    return value
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Compiles the reader of an endpoint's answers: their data, further keys and echo (Part 4.1). */
export function bodyReader(endpoint: Endpoint): ReadBody {
  return endpoint.kind === 'batch' ? batchBodyReader(endpoint) : operationBodyReader(endpoint)
}

function operationBodyReader(operation: Operation): ReadBody {
  const { kind, data, extra = {} } = operation.answer
  const one = readerOf(nodeOf(data))
  const extras = Object.entries(extra).map(([name, schema]) => [name, nodeOf(schema)] as const)
  const rest = recordReader(Object.fromEntries(extras))
  const readData = kind === 'single' ? one : listReader(one)
  const readEcho = echoReader(operation)
  return (body) => {
    if ('data' in body) body['data'] = readData(body['data'])
    readEcho(body['request'])
    rest(body)
  }
}

function echoReader({ params }: Operation): Read {
  const properties = Object.entries(params).map(([name, param]) => [name, nodeOf(param.schema)] as const)
  return recordReader({ params: { type: 'object', properties: Object.fromEntries(properties) } })
}

/** Each item is read as the single operation that it asked for. */
function batchBodyReader({ operations }: Batch): ReadBody {
  const readers = new Map<string, { data: Read; echo: Read }>()
  for (const type of Object.keys(batchVerbs) as BatchVerb[]) {
    const operation: Operation | undefined = operations[batchVerbs[type]]
    if (operation) readers.set(type, { data: readerOf(nodeOf(operation.answer.data)), echo: echoReader(operation) })
  }
  return (body, { operations: items }) => {
    const types = (Array.isArray(items) ? items : []).map((item: unknown) =>
      isRecord(item) ? item['operation_type'] : '',
    )
    const readItem = (part: 'data' | 'echo') => (value: unknown, index: number) =>
      readers.get(String(types[index]))?.[part](value) ?? value
    if (Array.isArray(body['data'])) body['data'] = body['data'].map(readItem('data'))
    if (Array.isArray(body['request'])) body['request'] = body['request'].map(readItem('echo'))
  }
}
