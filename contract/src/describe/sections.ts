import { contract, operatorContract } from '../index.ts'
import type { Batch } from '../language/batch.ts'
import { array, fullPath, isWrite, type Operation, operation, pathParams } from '../language/operation.ts'
import type { Params } from '../language/params.ts'
import { kebab, words } from './names.ts'
import { operatorTexts, resourceTexts } from './resource-texts.ts'

/** One operation with its place in the interface. */
export interface Entry {
  /** `campaigns.create`; unique. */
  readonly id: string
  /** `create`. */
  readonly name: string
  /** For a batch: the request as a whole, seen as an operation. */
  readonly operation: Operation
  readonly batch?: Batch
}

/** The operations of one resource: one tag of the OpenAPI document, one reference page. */
export interface Section {
  /** `lineItems`. */
  readonly key: string
  readonly caller: 'user' | 'operator'
  readonly title: string
  /** `line-items`: the name of the page. */
  readonly slug: string
  readonly text: string
  readonly entries: readonly Entry[]
}

type Resources = Readonly<Record<string, Readonly<Record<string, Operation | Batch>>>>

/** The whole interface, resource by resource, the operator's own last. */
export function sections(): Section[] {
  const user = Object.entries<Resources[string]>(contract satisfies Resources)
  const operator = Object.entries<Resources[string]>(operatorContract satisfies Resources)
  const texts: Readonly<Record<string, string>> = resourceTexts
  const ownTexts: Readonly<Record<string, string>> = operatorTexts
  return [
    ...user.map(([key, operations]) => ({
      key,
      caller: 'user' as const,
      title: words(key),
      slug: kebab(key),
      text: texts[key] ?? '',
      entries: entriesOf(key, operations),
    })),
    ...operator.map(([key, operations]) => ({
      key,
      caller: 'operator' as const,
      title: `Operator: ${words(key).toLowerCase()}`,
      slug: `operator-${kebab(key)}`,
      text: ownTexts[key] ?? '',
      entries: entriesOf(`operator.${key}`, operations),
    })),
  ]
}

function entriesOf(prefix: string, operations: Resources[string]): Entry[] {
  return Object.entries(operations).map(([name, value]) => ({
    id: `${prefix}.${name}`,
    name,
    ...(value.kind === 'batch' ? { operation: wholeBatch(value), batch: value } : { operation: value }),
  }))
}

/** A batch as one operation that takes JSON: its path parameters and the entities that it answers with. */
function wholeBatch(batch: Batch): Operation {
  const { create, update, remove } = batch.operations
  const part: Operation | undefined = create ?? update ?? remove
  if (!part) throw new TypeError(`The batch ${batch.path} has no operations.`)
  const { method, path, version, summary, spec, ability } = batch
  const inPath = new Set(pathParams(path))
  const params: Params = Object.fromEntries(Object.entries(part.params).filter(([name]) => inPath.has(name)))
  const answer = array(part.answer.data)
  return operation({ method, path, version, summary, spec, ability, params, answer, takes: 'json', success: 200 })
}

/** The parameters that are not in the path. */
export function bodyParams(operation: Operation): Params {
  const inPath = new Set(pathParams(operation.path))
  return Object.fromEntries(Object.entries(operation.params).filter(([name]) => !inPath.has(name)))
}

/** Which requests carry their parameters in a body, or may. */
export function takesBody({ method }: Operation): boolean {
  return method !== 'GET' && method !== 'DELETE'
}

/** The last part of the path names one entity. */
export function namesEntity({ path }: Operation): boolean {
  return /:[a-z_]+$/.test(path)
}

/** A user's operation that changes something: repeatable by `Idempotency-Key`, tried out by `validate_only`. */
export function isUserWrite(operation: Operation): boolean {
  return operation.caller === 'user' && isWrite(operation)
}

/** Changes of one entity can be tied to the state that the caller has seen. */
export function takesIfMatch(operation: Operation): boolean {
  return isUserWrite(operation) && operation.answer.kind === 'single' && namesEntity(operation)
}

/** The path as OpenAPI writes it. */
export function templatePath(operation: Operation): string {
  return fullPath(operation).replace(/:([a-z_]+)/g, '{$1}')
}
