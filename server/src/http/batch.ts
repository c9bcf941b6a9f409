import type { Batch } from '@billposter/contract/language/batch'
import { Refusal } from '@billposter/contract/language/errors'
import { nodeOf } from '@billposter/contract/language/field'
import { jsonWriter } from '@billposter/contract/language/json'
import type { Call } from '../store/call.ts'
import type { DecodedItem } from './decode.ts'

/** A handler as the pipeline sees it: what it is given was decoded by the very operation that it is written for. */
export type AnyHandler = (call: Call, given: never) => unknown

/**
 * Runs the items one by one through the handlers of the single operations, all in the transaction of the call.
 * Problems land at their item's index; any problem refuses the whole batch, so that the transaction is undone.
 */
export async function runBatch(
  batch: Batch,
  handlers: Readonly<Record<string, AnyHandler>>,
  call: Call,
  items: readonly DecodedItem[],
): Promise<string[]> {
  const results: string[] = []
  const problems = items.map((item) => item.faults)
  for (const [index, item] of items.entries()) {
    // A faulty item does not keep the others from being checked; the batch is refused all the same.
    if (item.faults.length > 0) continue
    const operation = item.verb && batch.operations[item.verb]
    const handler = item.verb && handlers[item.verb]
    if (!operation || !handler) throw new Error(`The batch ${batch.path} has no handler for ${item.verb}.`)
    try {
      results.push(jsonWriter(nodeOf(operation.answer.data))(await handler(call, item.given as never)))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems[index] = error.faults
    }
  }
  if (problems.some((list) => list.length > 0)) throw new Refusal([], problems)
  return results
}
