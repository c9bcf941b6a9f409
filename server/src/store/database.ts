import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Sql } from './sql.ts'

/** A row as PostgreSQL wrote it: text, in the order of the columns. */
export type TextRow = readonly (string | null)[]

/** Where statements are sent: the database at large, or one transaction of it. */
export interface Db {
  rows(statement: Sql): Promise<readonly TextRow[]>
  row(statement: Sql): Promise<TextRow | undefined>
  value(statement: Sql): Promise<string | null | undefined>
  /** Answers with the number of rows touched. */
  run(statement: Sql): Promise<number>
  /** In a transaction: sends a write whose outcome is only looked at before the commit. */
  later(statement: Sql): void
}

export interface Database extends Db {
  /** Runs `work` in one transaction, again as a whole when PostgreSQL asks for it (40001, 40P01). */
  transaction<T>(work: (db: Db) => Promise<T>, options?: { keep?: (result: T) => boolean }): Promise<T>
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
// A connection remembers each named statement; orders and filters beyond this many go unnamed.
const namedStatements = 500

const textOnly = { getTypeParser: () => (value: string) => value }

export function openDatabase(connection: Connection): Database {
  const settings = {
    ...connection,
    pipeline: true,
    // The driver's type wants its own registry; this one hands every value through as text.
    types: textOnly as unknown as pg.CustomTypesConfig,
    options: '-c timezone=UTC -c datestyle=ISO -c statement_timeout=30000 -c idle_in_transaction_session_timeout=30000',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  }
  const ask = asker()
  const reading = pipelines(settings, ask)
  const pool = new pg.Pool({ ...settings, max: writers, idleTimeoutMillis: 60_000 })
  // An idle connection that breaks is replaced on the next use; without a listener it would end the process.
  pool.on('error', () => {})

  return {
    ...db(reading.ask),
    later() {
      throw new Error('later() works inside a transaction only')
    },
    async transaction(work, { keep = () => true } = {}) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await oneTransaction(pool, ask, work, keep)
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

type Answer = { rows: TextRow[]; count: number }
type Ask = (client: pg.ClientBase, statement: Sql) => Promise<Answer>

/** Sends statements by name, so that PostgreSQL parses and plans each only once a connection. */
function asker(): Ask {
  const names = new Map<string, string>()
  return async (client, { text, values }) => {
    let name = names.get(text)
    if (name === undefined && names.size < namedStatements) {
      name = `s${names.size}`
      names.set(text, name)
    }
    const query = { text, values: values as unknown[], rowMode: 'array' as const, ...(name ? { name } : {}) }
    const result = await client.query<(string | null)[]>(query)
    return { rows: result.rows, count: result.rowCount ?? 0 }
  }
}

function db(ask: (statement: Sql) => Promise<Answer>): Omit<Db, 'later'> {
  return {
    rows: async (statement) => (await ask(statement)).rows,
    row: async (statement) => (await ask(statement)).rows[0],
    value: async (statement) => (await ask(statement)).rows[0]?.[0],
    run: async (statement) => (await ask(statement)).count,
  }
}

/** A few connections for single statements, each carrying many at a time; the least busy one is taken. */
function pipelines(settings: pg.ClientConfig, ask: Ask) {
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
        return await ask(await (lane.client ?? connect(lane)), statement)
      } finally {
        lane.busy--
      }
    },
    async close() {
      await Promise.all(lanes.map(async (lane) => (await lane.client?.catch(() => undefined))?.end()))
    },
  }
}

async function oneTransaction<T>(
  pool: pg.Pool,
  ask: Ask,
  work: (db: Db) => Promise<T>,
  keep: (result: T) => boolean,
): Promise<T> {
  const client = await pool.connect()
  const sent: Promise<unknown>[] = []
  const send = (promise: Promise<unknown>) => {
    // Looked at before the commit; until then a failure must not count as unhandled.
    promise.catch(() => {})
    sent.push(promise)
  }
  try {
    send(client.query('begin'))
    const result = await work({
      ...db((statement) => ask(client, statement)),
      later: (statement) => send(ask(client, statement)),
    })
    const kept = keep(result)
    if (kept) send(client.query('commit'))
    await allOf(sent)
    if (!kept) await client.query('rollback')
    client.release()
    return result
  } catch (error) {
    const outcomes = await Promise.allSettled(sent)
    const clean = await client.query('rollback').then(
      () => true,
      () => false,
    )
    client.release(!clean)
    throw rootOf(error, outcomes)
  }
}

/** Behind "the transaction is aborted" stands the statement that aborted it, which nobody has waited for yet. */
function rootOf(error: unknown, outcomes: readonly PromiseSettledResult<unknown>[]): unknown {
  const root = outcomes.find((outcome) => outcome.status === 'rejected')
  return codeOf(error) === '25P02' && root ? root.reason : error
}

/** Waits for all and throws the first failure: later ones only say that the transaction is aborted. */
async function allOf(promises: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(promises)
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failure) throw failure.reason
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
