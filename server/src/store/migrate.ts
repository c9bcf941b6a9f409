import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import type { Connection } from './database.ts'

const folder = fileURLToPath(new URL('migrations', import.meta.url))

/**
 * Brings the schema up to date. Processes that start together take turns on a locked row, since a session advisory
 * lock does not work behind every pooler.
 */
export async function migrate(connection: Connection): Promise<void> {
  const turn = new pg.Client({ ...connection })
  await turn.connect()
  try {
    await turn.query('create table if not exists migration_turn (one boolean primary key default true check (one))')
    await turn.query('insert into migration_turn values (true) on conflict do nothing')
    await turn.query('begin')
    await turn.query('select one from migration_turn for update')
    await runMigrations(connection)
    await turn.query('commit')
  } finally {
    await turn.end()
  }
}

async function runMigrations(connection: Connection): Promise<void> {
  const client = new pg.Client({ ...connection })
  await client.connect()
  try {
    await runner({
      dbClient: client,
      dir: folder,
      direction: 'up',
      count: Number.POSITIVE_INFINITY,
      migrationsTable: 'migrations',
      noLock: true,
      log: () => {},
    })
  } finally {
    await client.end()
  }
}
