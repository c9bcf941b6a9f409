import assert from 'node:assert/strict'
import { BillposterError } from '@billposter/client'

/** What a problem names: its code, and the parameter or the attribute at fault. */
export interface Problem {
  readonly code: string
  readonly parameter?: string
  readonly attribute?: string
}

/** The error that a call of the client ends with; fails when the call succeeds. */
export async function refusalOf(call: PromiseLike<unknown>): Promise<BillposterError> {
  try {
    await call
  } catch (error) {
    assert.ok(error instanceof BillposterError, String(error))
    return error
  }
  return assert.fail('The call was not refused.')
}

/** Holds when the call is refused with this status for exactly these reasons, in this order. */
export async function refuses(call: PromiseLike<unknown>, status: number, ...problems: Problem[]): Promise<void> {
  const refusal = await refusalOf(call)
  assert.deepEqual({ status: refusal.status, problems: problemsOf(refusal.errors) }, { status, problems })
}

/** Problems without their wording. */
export function problemsOf(entries: readonly Problem[]): Problem[] {
  return entries.map(({ code, parameter, attribute }) => ({
    code,
    ...(parameter === undefined ? {} : { parameter }),
    ...(attribute === undefined ? {} : { attribute }),
  }))
}
