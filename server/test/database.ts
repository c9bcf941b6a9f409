import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Connection, type Database, openDatabase } from '../src/store/database.ts'

/** The PostgreSQL of this test run; `scripts/test.ts` starts it and names it here. */
export function testServer(): Connection {
  const text = process.env['BILLPOSTER_TEST_DATABASE']
  if (!text) throw new Error('Run tests with `npm test`, or `npm test -- <file>` for some: they need its PostgreSQL.')
  return JSON.parse(text)
}

/** The database that is migrated once and copied for every test file. */
export const template = 'billposter_template'

/** A migrated database of this test file's own, until it is dropped. */
export async function testDatabase(): Promise<{ database: Database; connection: Connection; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name} template ${template} strategy file_copy`)
  const connection = { ...testServer(), database: name }
  const database = openDatabase(connection)
  return { database, connection, drop: () => onServer(`drop database ${name} with (force)`) }
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ ...testServer(), database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
