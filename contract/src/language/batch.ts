import type { Answer, Operation } from './operation.ts'
import type { Ability } from './permissions.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a batch takes operations with any parameters
type AnyOperation = Operation<any, Answer>

/** The single operations that a batch is made of; absent ones are not offered. */
export interface BatchedOperations {
  readonly create?: AnyOperation
  readonly update?: AnyOperation
  readonly remove?: AnyOperation
}

/** A batch: an ordered array of `{operation_type, params}` that succeeds or fails as a whole (Parts 4.1, 4.4, 7). */
export interface Batch<O extends BatchedOperations = BatchedOperations> {
  readonly kind: 'batch'
  readonly method: 'POST'
  readonly path: string
  readonly version: string
  readonly summary: string
  readonly spec: string
  readonly max: number
  readonly ability: Ability
  readonly operations: O
}

export function batchOf<O extends BatchedOperations>(
  operations: O,
  definition: { path: string; summary: string; spec: string; max: number; ability: Ability },
): Batch<O> {
  return { kind: 'batch', method: 'POST', version: '12', operations, ...definition }
}

/** The wire names of the operation types and the single operations behind them. */
export const batchVerbs = { Create: 'create', Update: 'update', Delete: 'remove' } as const

export type BatchVerb = keyof typeof batchVerbs
