import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Answer, exchange, type TextRow } from './exchange.ts'
import { type Sql, sql } from './sql.ts'
import { type Transaction, transactionOn } from './transaction.ts'

export type { TextRow } from './exchange.ts'

/** Where statements are sent: the database at large, or one transaction of it. */
export interface Db {
  rows(statement: Sql): Promise<readonly TextRow[]>
  row(statement: Sql): Promise<TextRow | undefined>
  value(statement: Sql): Promise<string | null | undefined>
  /** Answers with the number of rows touched. */
  run(statement: Sql): Promise<number>
  /** In a transaction: a write that travels with the next statement, and whose outcome is only looked at before the commit. */
  later(statement: Sql): void
}

/** How a transaction ends: kept; tried to the last write and undone; or left, with what was not sent yet unsent. */
export type Ending = 'keep' | 'try' | 'leave'

export interface Database extends Db {
  /** Runs `work` in one transaction, again as a whole when PostgreSQL asks for it (40001, 40P01). */
  transaction<T>(work: (db: Db) => Promise<T>, options?: { ending?: (result: T) => Ending }): Promise<T>
  close(): Promise<void>
}

export interface Connection {
  connectionString?: string
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
}

const readers = 4
const writers = 8
const attempts = 6

// Rows are found by keys nearly always, so that reading a page by its index is the plan to prefer.
const session = {
  timezone: 'UTC',
  datestyle: 'ISO',
  random_page_cost: '1.1',
  statement_timeout: '30000',
  idle_in_transaction_session_timeout: '30000',
}

export function openDatabase(connection: Connection): Database {
  const settings = {
    ...connection,
    pipeline: true,
    options: Object.entries(session)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  }
  const reading = pipelines(settings)
  const pool = new pg.Pool({ ...settings, max: writers, idleTimeoutMillis: 60_000 })
  // An idle connection that breaks is replaced on the next use; without a listener it would end the process.
  pool.on('error', () => {})
  // While a transaction holds it, the pool does not listen; the next statement tells the transaction of the loss.
  pool.on('connect', (client) => client.on('error', () => {}))

  return {
    ...asking(reading.ask),
    later() {
      throw new Error('later() works inside a transaction only')
    },
    async transaction(work, { ending = (): Ending => 'keep' } = {}) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await oneTransaction(pool, work, ending)
        } catch (error) {
          if (!isConflict(error) || attempt === attempts) throw error
          await sleep(2 ** attempt)
        }
      }
    },
    async close() {
      await Promise.all([reading.close(), pool.end()])
    },
  }
}

function asking(ask: (statement: Sql) => Promise<Answer>): Omit<Db, 'later'> {
  return {
    rows: async (statement) => (await ask(statement)).rows,
    row: async (statement) => (await ask(statement)).rows[0],
    value: async (statement) => (await ask(statement)).rows[0]?.[0],
    run: async (statement) => (await ask(statement)).count,
  }
}

/** A few connections for single statements, each carrying many at a time; the least busy one is taken. */
function pipelines(settings: pg.ClientConfig) {
  const lanes = Array.from({ length: readers }, () => ({
    client: undefined as Promise<pg.Client> | undefined,
    busy: 0,
  }))

  function connect(lane: (typeof lanes)[number]): Promise<pg.Client> {
    const client = new pg.Client(settings)
    const connected = client.connect().then(() => client)
    const forget = () => {
      if (lane.client === connected) lane.client = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    connected.catch(forget)
    lane.client = connected
    return connected
  }

  return {
    async ask(statement: Sql): Promise<Answer> {
      const lane = lanes.reduce((best, other) => (other.busy < best.busy ? other : best))
      lane.busy++
      try {
        const [answer = nothing] = await exchange(await (lane.client ?? connect(lane)), [statement], { patient: true })
        return answer
      } finally {
        lane.busy--
      }
    },
    async close() {
      await Promise.all(lanes.map(async (lane) => (await lane.client?.catch(() => undefined))?.end()))
    },
  }
}

const nothing: Answer = { rows: [], count: 0 }

async function oneTransaction<T>(
  pool: pg.Pool,
  work: (db: Db) => Promise<T>,
  ending: (result: T) => Ending,
): Promise<T> {
  const client = await pool.connect()
  const transaction = transactionOn(client)
  try {
    const result = await work({ ...asking(transaction.ask), later: transaction.later })
    const end = ending(result)
    if (end === 'leave') await transaction.abandon()
    else await transaction.end(end === 'keep' ? sql`commit` : sql`rollback`)
    client.release()
    return result
  } catch (error) {
    client.release(!(await rolledBack(transaction)))
    throw error
  }
}

/** False when the connection cannot be used any more. */
async function rolledBack(transaction: Transaction): Promise<boolean> {
  try {
    await transaction.abandon()
    return true
  } catch {
    // Why the transaction failed is thrown by the caller; that it cannot be undone by hand adds nothing.
    return false
  }
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

/** Transactions that lost a race and run again: what made them lose is there to be seen the next time. */
function isConflict(error: unknown): boolean {
  const racedForKey = error instanceof pg.DatabaseError && error.constraint === 'idempotency_keys_pkey'
  return racedForKey || ['40001', '40P01'].includes(codeOf(error))
}

/** True when the database cannot be reached or is shutting down: worth another try later. */
export function isUnreachable(error: unknown): boolean {
  const code = codeOf(error)
  if (/^(08|57P0|53300)/.test(code) || /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|ENOTFOUND)/.test(code)) return true
  return (
    error instanceof Error &&
    /connection (terminated|timeout|error)|not queryable|timeout exceeded/i.test(error.message)
  )
}

/** True when a row with the same unique key exists. */
export function isDuplicate(error: unknown): boolean {
  return codeOf(error) === '23505'
}
