import pg from 'pg'
import { migrate } from '../server/src/store/migrate.ts'
import type { Embedded } from '../server/src/store/embedded.ts'
import type { Progress } from './progress.ts'

type Connection = Embedded['connection']

/** What the database holds: how many campaigns, and how they are spread over the accounts. */
export interface World {
  readonly campaigns: number
  readonly accounts: number
  /** Account 1 has this many, for walks over many pages. */
  readonly largest: number
  /** This many further accounts have about 400 each, so that a list of 200 is a full page. The rest share the rest. */
  readonly middling: number
}

export function worldOf(campaigns: number): World {
  return { campaigns, accounts: 10_000, largest: 20_000, middling: Math.round(campaigns * 0.0003) }
}

/** The user that every measured request is made for, with a grant on every account. */
export const callerId = '1'

/** Ids of the loaded world: 12 digits, which are also base 36, in order of creation, all before those made today. */
const idPrefixes = { account: '1', fundingInstrument: '2', campaign: '3' }
const firstMadeId = '4'

export function accountId(number: number): string {
  return idPrefixes.account + String(number).padStart(11, '0')
}

export function fundingInstrumentOf(account: string): string {
  return idPrefixes.fundingInstrument + account.slice(1)
}

/** Migrates and loads what is not there yet; a world that a former run has loaded is used again. */
export async function prepareWorld(connection: Connection, world: World, progress: Progress): Promise<void> {
  await migrate(connection)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ loaded: string }>(
      `select count(*) as loaded from campaigns where id < '${firstMadeId}'`,
    )
    const loaded = Number(rows[0]?.loaded)
    if (loaded !== world.campaigns) {
      progress(`loading ${world.campaigns.toLocaleString('en')} campaigns over ${world.accounts} accounts`)
      await load(client, world)
    }
    progress('clearing what former runs have made')
    await clear(client)
  } finally {
    await client.end()
  }
}

async function load(client: pg.Client, world: World): Promise<void> {
  const { campaigns, accounts } = world
  await client.query('begin')
  await client.query('truncate campaigns, funding_instruments, accounts, grants, users')
  await client.query(`insert into users values (${callerId}, 'bench', 'Bench', null, '2024-01-01')`)
  await client.query(`
    insert into accounts
    select ${idOf('account', 'n')}, 'production', 'Account ' || n, null, null, 'America/Los_Angeles', null, 'ACCEPTED',
      null, 10000000, false, '2024-01-01', '2024-01-01', false
    from generate_series(1, ${accounts}) n`)
  await client.query(`
    insert into grants select id, ${callerId}, '["ACCOUNT_ADMIN"]' from accounts`)
  await client.query(`
    insert into funding_instruments
    select id, '${idPrefixes.fundingInstrument}' || substr(id, 2), 'Credit line', 'CREDIT_LINE', 'USD', '2024-01-01',
      null, 'ACTIVE', 1000000000000000, null, 0, null, '2024-01-01', '2024-01-01', false
    from accounts`)
  await client.query(`
    insert into campaigns
    select ${idOf('account', 'account')}, ${idOf('campaign', 'n')}, 'Campaign ' || n, ${idOf('fundingInstrument', 'account')},
      'CAMPAIGN', (array['ACTIVE', 'PAUSED', 'PAUSED'])[n % 3 + 1],
      case when n % 4 > 0 then 1000000::bigint * (1 + n % 900) end, 1000000::bigint * (1000 + n % 9000), true,
      case when n % 10 = 0 then 'PO ' || n end, null, null, 'USD', n % 2 = 0, null, null, null,
      timestamptz '2024-01-01' + n * interval '60 s', timestamptz '2024-01-01' + n * interval '61 s', n % 50 = 7
    from (select n, ${accountOf(world)} as account from generate_series(1, ${campaigns}) n) spread`)
  await client.query('commit')
  await client.query('vacuum analyze')
}

function idOf(kind: keyof typeof idPrefixes, number: string): string {
  return `'${idPrefixes[kind]}' || lpad((${number})::text, 11, '0')`
}

/** Campaigns of an account lie scattered over the table, as they do where all accounts create at the same time. */
function accountOf({ campaigns, accounts, largest, middling }: World): string {
  const chance = 'abs(hashint8(n)::bigint)'
  const percent = Math.round((middling * 400 * 100) / (campaigns - largest))
  return `case
    when n % ${campaigns / largest} = 0 then 1
    when ${chance} % 100 < ${percent} then 2 + ${chance} / 100 % ${middling}
    else ${middling + 2} + ${chance} / 100 % ${accounts - middling - 1} end`
}

/** Takes away what was created, so that every run begins alike. */
async function clear(client: pg.Client): Promise<void> {
  await client.query(`delete from campaigns where id >= '${firstMadeId}'`)
  await client.query('truncate account_history, idempotency_keys, bearer_tokens, access_tokens, applications')
  await client.query('vacuum analyze campaigns')
  await client.query('checkpoint')
}

/** One campaign and the account that it is read under. */
export interface Place {
  readonly account: string
  readonly campaign: string
}

/** Live campaigns at random over all accounts. */
export async function somePlaces(connection: Connection, count: number): Promise<Place[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<Place>(`
      select account_id as account, id as campaign from campaigns tablesample bernoulli (20)
      where not deleted and id < '${firstMadeId}' order by random() limit ${count}`)
    return rows
  } finally {
    await client.end()
  }
}
