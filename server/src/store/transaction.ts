import type pg from 'pg'
import { type Answer, exchange } from './exchange.ts'
import { type Sql, sql } from './sql.ts'

/** One transaction on one connection: statements gather until somebody waits for one, and then travel together. */
export interface Transaction {
  ask(statement: Sql): Promise<Answer>
  /** Travels with the next statement that is asked, or with the end. */
  later(statement: Sql): void
  /** Sends what is left with `commit` or `rollback` behind it. Throws the first failure of the whole transaction. */
  end(statement: Sql): Promise<void>
  /** Undoes a transaction that did not come to its end. */
  abandon(): Promise<void>
}

interface Waiting {
  readonly statement: Sql
  readonly done?: (answer: Answer) => void
  readonly failed?: (error: unknown) => void
}

export function transactionOn(client: pg.ClientBase): Transaction {
  let waiting: Waiting[] = [{ statement: sql`begin` }]
  let scheduled = false
  let broken: unknown
  let over = false
  let last: Promise<void> = Promise.resolve()

  function flush(): void {
    scheduled = false
    const sending = waiting
    waiting = []
    if (sending.length === 0) return
    const sent = exchange(
      client,
      sending.map(({ statement }) => statement),
      { patient: false },
    )
    const before = last
    last = sent
      .then((answers) => {
        for (const [index, { done }] of sending.entries()) done?.(answers[index] ?? { rows: [], count: 0 })
      })
      .catch((error: unknown) => {
        broken ??= error
        for (const { failed } of sending) failed?.(broken)
      })
      .then(() => before)
  }

  return {
    ask(statement) {
      // The connection may carry the transaction of another request by now.
      if (over) return Promise.reject(new Error('The transaction is over.'))
      return new Promise((done, failed) => {
        waiting.push({ statement, done, failed })
        if (scheduled) return
        scheduled = true
        process.nextTick(flush)
      })
    },
    later(statement) {
      waiting.push({ statement })
    },
    async end(statement) {
      waiting.push({ statement })
      over = true
      flush()
      await last
      if (broken !== undefined) throw broken
    },
    async abandon() {
      over = true
      waiting = []
      await exchange(client, [sql`rollback`], { patient: false })
    },
  }
}
