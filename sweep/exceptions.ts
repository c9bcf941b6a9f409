import type { OperationName } from './stage/operations.ts'

/** The files of the sweep that go over the operations, by the names of their promises. */
export type Check =
  | 'access'
  | 'any-bytes'
  | 'bad-input'
  | 'batches'
  | 'cursors'
  | 'doors'
  | 'etags'
  | 'exact-integers'
  | 'examples'
  | 'idempotency'
  | 'lists'
  | 'not-found'
  | 'rate-limits'
  | 'reads'
  | 'three-ways'
  | 'validate-only'
  | 'walks'

interface Exception {
  readonly check: Check
  readonly operation: OperationName
  readonly reason: string
}

/** What the sweep leaves out, with the reason. The list may only shrink: its length is in `exceptions.test.ts`. */
export const exceptions: readonly Exception[] = []

/** The operations that a check goes over: all but its exceptions. */
export function included<S extends { readonly name: OperationName }>(check: Check, operations: readonly S[]): S[] {
  const excepted = exceptions.filter((exception) => exception.check === check).map(({ operation }) => operation)
  return operations.filter(({ name }) => !excepted.includes(name))
}
