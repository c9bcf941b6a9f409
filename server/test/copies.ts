import type { Database } from '../src/store/database.ts'
import { raw, sql } from '../src/store/sql.ts'

/** Copies a row under ids of its own, where making as many one by one would take too long. */
export async function copyRow(database: Database, table: string, id: string, copies: number): Promise<void> {
  const name = raw(table)
  await database.run(sql`
    insert into ${name}
    select (jsonb_populate_record(original, jsonb_build_object('id', original.id || '-' || n))).*
    from ${name} original, generate_series(1, ${copies}::int) n where original.id = ${id}`)
}
