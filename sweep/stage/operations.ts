import type { BatchInput } from '@billposter/client'
import type { Contract, OperatorContract } from '@billposter/contract'
import { bodyParams, sections } from '@billposter/contract/describe/sections'
import type { Batch, BatchedOperations } from '@billposter/contract/language/batch'
import { type Door, type InputOf, isWrite, type Operation, pathParams } from '@billposter/contract/language/operation'
import type { Params } from '@billposter/contract/language/params'

type NamesIn<C, Prefix extends string> = {
  [R in keyof C & string]: `${Prefix}${R}.${keyof C[R] & string}`
}[keyof C & string]

export type UserOperationName = NamesIn<Contract, ''>
export type OperatorOperationName = NamesIn<OperatorContract, 'operator.'>

/** `campaigns.create`, `operator.users.create`: every operation and batch that there is. */
export type OperationName = UserOperationName | OperatorOperationName

type At<C, R, O> = R extends keyof C ? (O extends keyof C[R] ? C[R][O] : never) : never

type Named<N> = N extends `operator.${infer R}.${infer O}`
  ? At<OperatorContract, R, O>
  : N extends `${infer R}.${infer O}`
    ? At<Contract, R, O>
    : never

/** The values that a caller of the operation passes. */
export type ValuesOf<N extends OperationName> =
  Named<N> extends Batch<infer O extends BatchedOperations> ? BatchInput<O> : InputOf<Named<N>>

/** The same without its operation's name. */
export type Values = Readonly<Record<string, unknown>>

/** An operation as the sweep sees it. */
export interface Swept {
  readonly name: OperationName
  /** The resource: `campaigns`, `operator.users`. */
  readonly section: string
  /** Of a batch: the request as a whole. */
  readonly operation: Operation
  readonly batch?: Batch
  /** Where it is swept: at the production door, unless only the sandbox has it. */
  readonly door: Door
}

/** Everything that the contract holds, the operator's own last. */
export const everyOperation: readonly Swept[] = sections().flatMap(({ key, caller, entries }) =>
  entries.map(({ id, operation, batch }) => ({
    // The ids of entries are made of the same keys as the type.
    name: id as OperationName,
    section: caller === 'operator' ? `operator.${key}` : key,
    operation,
    ...(batch ? { batch } : {}),
    door: operation.doors.includes('production') ? ('production' as const) : ('sandbox' as const),
  })),
)

export const userOperations = everyOperation.filter(({ operation }) => operation.caller === 'user')
export const singleOperations = everyOperation.filter(({ batch }) => batch === undefined)
export const batches = everyOperation.flatMap((swept) => (swept.batch ? [{ ...swept, batch: swept.batch }] : []))
export const userWrites = userOperations.filter(({ operation }) => isWrite(operation))

/** Lists that are read page by page. */
export const pagedLists = userOperations.filter(({ operation }) => operation.params['cursor'] !== undefined)

export function operationNamed(name: OperationName): Swept {
  const found = everyOperation.find((swept) => swept.name === name)
  if (!found) throw new TypeError(`There is no operation ${name}.`)
  return found
}

export function hasAccount({ operation }: Swept): boolean {
  return pathParams(operation.path).includes('account_id')
}

/** The last parameter of the path, when it is the path's last part: what names the entity. */
export function entityParam({ operation }: Swept): string | undefined {
  return /:([a-z_]+)$/.exec(operation.path)?.[1]
}

/** The parameters that travel outside the path. */
export function ownParams({ operation }: Swept): Params {
  return bodyParams(operation)
}
