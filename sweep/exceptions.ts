import type { OperationName } from './stage/operations.ts'

/** Checks of the sweep that an operation can be excepted from. */
export type Check = 'permissions'

interface Exception {
  readonly check: Check
  readonly operation: OperationName
  readonly reason: string
}

/** What the sweep leaves out, with the reason. The list may only shrink. */
export const exceptions: readonly Exception[] = []

export function isExcepted(check: Check, operation: OperationName): boolean {
  return exceptions.some((exception) => exception.check === check && exception.operation === operation)
}
