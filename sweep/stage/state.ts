import assert from 'node:assert/strict'
import type { Database } from '../../server/src/store/database.ts'
import { raw, sql } from '../../server/src/store/sql.ts'

/** Tables that change by themselves while nothing is asked: leases of node numbers. */
const restless = ['nodes']

/** For each table how many rows it has and what they come to; equal states are equal maps. */
export type State = ReadonlyMap<string, string>

const tables = new WeakMap<Database, Promise<string[]>>()

async function tablesOf(database: Database): Promise<string[]> {
  const rows = await database.rows(sql`select tablename from pg_tables where schemaname = 'public' order by tablename`)
  return rows.map(([name]) => name ?? '').filter((name) => !restless.includes(name))
}

/** Everything that is stored, as a sum for each table. */
export async function stateOf(database: Database): Promise<State> {
  const known = tables.get(database) ?? tablesOf(database)
  tables.set(database, known)
  const names = await known
  const sums = names.map(
    (name) => `select '${name}', count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) from ${name} t`,
  )
  const rows = await database.rows(raw(sums.join(' union all ')))
  return new Map(rows.map(([name, sum]) => [name ?? '', sum ?? '']))
}

/** Remembers the state; the answer fails when it has changed since. */
export async function watch(database: Database): Promise<(about?: string) => Promise<void>> {
  const before = await stateOf(database)
  return async (about) => assert.deepEqual(await stateOf(database), before, about)
}

/** Fails unless the work leaves everything that is stored as it was. */
export async function assertNoTrace<T>(database: Database, work: () => Promise<T>, about?: string): Promise<T> {
  const assertUnchanged = await watch(database)
  const result = await work()
  await assertUnchanged(about)
  return result
}
