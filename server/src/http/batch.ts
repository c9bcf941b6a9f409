import type { Batch } from '@billposter/contract/language/batch'
import { Refusal } from '@billposter/contract/language/errors'
import { nodeOf } from '@billposter/contract/language/field'
import { jsonWriter } from '@billposter/contract/language/json'
import type { Operation } from '@billposter/contract/language/operation'
import type { Call } from '../store/call.ts'
import type { DecodedItem } from './decode.ts'

/** A handler as the pipeline sees it: what it is given was decoded by the very operation that it is written for. */
export type AnyHandler = (call: Call, given: never) => unknown

type Runner = (call: Call, items: readonly DecodedItem[]) => Promise<string[]>

/**
 * Compiles a batch: its items run one by one through the handlers of the single operations, all in the transaction of
 * the call. Problems land at their item's index; any problem refuses the whole, so that the transaction is undone.
 */
export function batchRunner({ path, operations }: Batch, handlers: Readonly<Record<string, AnyHandler>>): Runner {
  const verbs = new Map(
    Object.entries(operations).map(([verb, operation]) => {
      const handler = handlers[verb]
      if (!handler) throw new Error(`The batch ${path} has no handler for ${verb}.`)
      // Every entry of `operations` is an operation; absent ones are left out.
      return [verb, { handler, write: jsonWriter(nodeOf((operation as Operation).answer.data)) }]
    }),
  )
  return async (call, items) => {
    const results: string[] = []
    const problems = items.map((item) => item.faults)
    for (const [index, { verb, given, faults }] of items.entries()) {
      const work = verbs.get(verb ?? '')
      // A faulty item does not keep the others from being checked; the batch is refused all the same.
      if (faults.length > 0 || !work) continue
      try {
        results.push(work.write(await work.handler(call, given as never)))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        problems[index] = error.faults
      }
    }
    if (problems.some((list) => list.length > 0)) throw new Refusal([], problems)
    return results
  }
}
