import type { App } from '../app.ts'
import { type Connection, type Database, openDatabase } from '../store/database.ts'
import type { DataDir } from '../store/data-dir.ts'
import { sql } from '../store/sql.ts'
import type { Log } from '../surroundings/log.ts'
import { type Asker, asker } from './ask.ts'
import { makeAccount, sandboxAccount, type Told } from './accounts.ts'
import { population } from './population.ts'

/** The way into the demo world, as `ready.json` shows it. */
export interface Demo {
  readonly user_id: string
  readonly screen_name: string
  readonly password: string
  readonly bearer_token: string
  readonly oauth1: {
    readonly consumer_key: string
    readonly consumer_secret: string
    readonly access_token: string
    readonly access_token_secret: string
  }
  readonly accounts: readonly string[]
  readonly sandbox_accounts: readonly string[]
}

const file = 'demo.json'
type Kept = Demo | { readonly loading: true }

interface Given {
  /** A service without limits, made when there is something to load. */
  readonly app: () => App
  readonly database: Database
  readonly dataDir: DataDir
  readonly operatorToken: string
  readonly wanted: boolean
  readonly log: Log
}

/** Loads the demo world into an empty database, by the interface itself, and answers with the way into it. */
export async function loadDemo({ app, database, dataDir, operatorToken, wanted, log }: Given): Promise<Demo | null> {
  // The file is written below, and only by this function.
  const kept = dataDir.readJson(file) as Kept | undefined
  if (kept && !('loading' in kept)) return (await isThere(database, kept)) ? kept : null
  if (kept) log.warn('The demo world was cut short while it was loaded; empty the database to have it loaded anew.')
  if (!wanted || (await database.value(sql`select 1 from users limit 1`)) !== undefined) return null
  dataDir.writeJson(file, { loading: true })
  const demo = await load(asker(app(), operatorToken))
  dataDir.writeJson(file, demo)
  return demo
}

async function isThere(database: Database, { user_id }: Demo): Promise<boolean> {
  return (await database.value(sql`select 1 from users where id = ${user_id}`)) !== undefined
}

/** Empties a database whose demo world a crash cut short: the doors were not open yet, so nothing else is in it. */
export async function resetHalfLoaded(connection: Connection, dataDir: DataDir): Promise<void> {
  const kept = dataDir.readJson(file) as Kept | undefined
  if (!kept || !('loading' in kept)) return
  const database = openDatabase(connection)
  await database.run(sql`drop schema public cascade`)
  await database.run(sql`create schema public`)
  await database.close()
}

async function load(ask: Asker): Promise<Demo> {
  const screen_name = 'demo_advertiser'
  const password = ask.password()
  const user = await ask.operator('POST', '/users', { screen_name, name: 'Demo Advertiser', password })
  const tokens = await ask.operator('POST', `/users/${user.id}/tokens`, {})
  const reposter = await ask.operator('POST', '/users', { screen_name: 'demo_friend', name: 'A friend of the brand' })
  const told: Told = { ask, user_id: user.id, reposter_id: reposter.id, token: tokens.bearer_token }
  const accounts = [
    await makeAccount(told, {
      name: 'Harbour Coffee',
      timezone: 'Europe/Lisbon',
      currency: 'EUR',
      environment: 'production',
    }),
    await makeAccount(told, {
      name: 'Northlight Games',
      timezone: 'America/New_York',
      currency: 'USD',
      environment: 'production',
    }),
  ]
  const sandbox = [await sandboxAccount(told)]
  await population(ask, user.id)
  return {
    user_id: user.id,
    screen_name,
    password,
    bearer_token: tokens.bearer_token,
    oauth1: tokens.oauth1,
    accounts,
    sandbox_accounts: sandbox,
  }
}
