/**
 * What the machine gives at best: `node:http`, the same statements and driver settings as the service, JSON written
 * by hand. It knows no caller, no limits, no history and no second request under one key.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { snowflakeIds } from '../../server/src/surroundings/ids.ts'
import { givenConnection, tellPort } from './child.ts'

type Row = readonly (string | null)[]

const columns = `campaigns.id, campaigns.name, campaigns.funding_instrument_id, campaigns.budget_optimization,
  campaigns.entity_status, campaigns.daily_budget_amount_local_micro, campaigns.total_budget_amount_local_micro,
  campaigns.standard_delivery, campaigns.purchase_order_number, campaigns.duration_in_days, campaigns.frequency_cap,
  campaigns.currency, campaigns.created_at, campaigns.updated_at, campaigns.deleted, campaigns.complete,
  campaigns.flight_start, campaigns.flight_end, campaigns.last_effective_status, funding_instruments.type,
  funding_instruments.start_time, funding_instruments.end_time, funding_instruments.entity_status,
  funding_instruments.credit_limit_local_micro, funding_instruments.funded_amount_local_micro,
  funding_instruments.spent_local_micro, funding_instruments.deleted`
const from = `campaigns join funding_instruments on funding_instruments.account_id = campaigns.account_id
  and funding_instruments.id = campaigns.funding_instrument_id`
const statements = {
  get: `select ${columns} from ${from}
    where campaigns.account_id = $1 and campaigns.id = $2 and not campaigns.deleted`,
  list: `select ${columns} from ${from}
    where campaigns.account_id = $1 and not campaigns.deleted and campaigns.entity_status <> 'DRAFT'
    order by campaigns.id limit $2`,
  create: `insert into campaigns (id, name, funding_instrument_id, budget_optimization, entity_status,
      daily_budget_amount_local_micro, total_budget_amount_local_micro, standard_delivery, purchase_order_number,
      duration_in_days, frequency_cap, currency, created_at, updated_at, deleted, complete, flight_start, flight_end,
      last_effective_status, account_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
}

const ids = snowflakeIds(() => 1000)
const textOnly = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig

function lanes(count: number) {
  const clients = Array.from(
    { length: count },
    () =>
      new pg.Client({
        ...givenConnection(),
        pipeline: true,
        types: textOnly,
        options: '-c timezone=UTC -c datestyle=ISO',
      }),
  )
  const connected = Promise.all(clients.map((client) => client.connect()))
  let turn = 0
  return async (name: keyof typeof statements, values: unknown[]): Promise<Row[]> => {
    await connected
    const client = clients[turn++ % count] as pg.Client
    return (await client.query<(string | null)[]>({ name, text: statements[name], values, rowMode: 'array' })).rows
  }
}

const read = lanes(4)
const write = lanes(8)

const text = JSON.stringify
const time = (cell: string | null) => (cell === null ? null : `${cell.slice(0, 10)}T${cell.slice(11, 19)}Z`)

function reasonsOf(row: Row, now: string): string[] {
  const [type, starts, ends, status, credit, funded, spent, deleted] = row.slice(19)
  const limit = type === 'CREDIT_LINE' || type === 'AGENCY_CREDIT_LINE' ? credit : funded
  const exhausted = limit != null && BigInt(spent ?? 0) >= BigInt(limit)
  const start = time(starts ?? null) ?? ''
  const end = time(ends ?? null)
  const unfunded = deleted === 't' || status === 'PAUSED' || start > now || (end !== null && end <= now) || exhausted
  const flightStart = time(row[16] ?? null)
  const flightEnd = time(row[17] ?? null)
  const reasons: string[] = []
  if (row[4] === 'PAUSED') reasons.push('PAUSED_BY_ADVERTISER')
  if (row[4] === 'DRAFT' || row[15] !== 't') reasons.push('INCOMPLETE')
  if (unfunded) reasons.push('FUNDING_PROBLEM')
  if (flightStart !== null && flightStart > now) reasons.push('STARTS_IN_FUTURE')
  if (flightEnd !== null && flightEnd <= now) reasons.push('EXPIRED')
  return reasons
}

function statusOf(reasons: string[]): string {
  if (reasons.length === 0) return 'RUNNING'
  if (reasons.includes('INCOMPLETE')) return 'UNKNOWN'
  if (reasons.includes('EXPIRED')) return 'EXPIRED'
  return reasons.every((reason) => reason === 'PAUSED_BY_ADVERTISER') ? 'PAUSED' : 'UNKNOWN'
}

function campaign(row: Row, now: string): string {
  const reasons = reasonsOf(row, now)
  return (
    `{"id":"${row[0]}","name":${text(row[1])},"funding_instrument_id":"${row[2]}","budget_optimization":"${row[3]}",` +
    `"entity_status":"${row[4]}","effective_status":"${statusOf(reasons)}","servable":${reasons.length === 0},` +
    `"reasons_not_servable":${text(reasons)},"daily_budget_amount_local_micro":${row[5]},` +
    `"total_budget_amount_local_micro":${row[6]},"standard_delivery":${row[7] === null ? null : row[7] === 't'},` +
    `"purchase_order_number":${text(row[8])},"duration_in_days":${row[9]},"frequency_cap":${row[10]},` +
    `"currency":"${row[11]}","created_at":"${time(row[12] ?? null)}","updated_at":"${time(row[13] ?? null)}",` +
    `"deleted":${row[14] === 't'}}`
  )
}

function answer(response: ServerResponse, status: number, body: string): void {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }
  response.writeHead(status, headers).end(body)
}

async function body(request: IncomingMessage): Promise<string> {
  let given = ''
  request.setEncoding('utf8')
  for await (const chunk of request) given += chunk
  return given
}

async function create(account: string, given: Record<string, unknown>, now: string): Promise<string> {
  const { name, funding_instrument_id, entity_status = 'ACTIVE', daily_budget_amount_local_micro = null } = given
  const row = [
    ids.entity(),
    name,
    funding_instrument_id,
    'CAMPAIGN',
    entity_status,
    daily_budget_amount_local_micro,
    given['total_budget_amount_local_micro'] ?? null,
    't',
    null,
    null,
    null,
    'USD',
    now,
    now,
    'f',
    'f',
    null,
    null,
    null,
  ]
  await write('create', [...row, account])
  // The made row with the columns of a funding instrument without a problem.
  const funds = ['CREDIT_LINE', '2024-01-01 00:00:00+00', null, 'ACTIVE', '1', null, '0', 'f']
  return campaign([...row, ...funds] as Row, now)
}

const server = createServer(async (request, response) => {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const [, , , account = '', , id] = path.split('/')
  const now = `${new Date().toISOString().slice(0, 19)}Z`
  if (request.method === 'POST') {
    const made = await create(account, JSON.parse(await body(request)), now)
    return answer(response, 201, `{"request":{"params":{}},"data":${made}}`)
  }
  if (id !== undefined) {
    const [row] = await read('get', [account, id])
    return row
      ? answer(response, 200, `{"request":{"params":{}},"data":${campaign(row, now)}}`)
      : answer(response, 404, '{}')
  }
  const count = Number(new URLSearchParams(query).get('count') ?? 200)
  const rows = await read('list', [account, count + 1])
  const next = rows.length > count ? `"${rows[count - 1]?.[0]}"` : null
  const data = rows.slice(0, count).map((row) => campaign(row, now))
  answer(response, 200, `{"request":{"params":{}},"next_cursor":${next},"data":[${data.join(',')}]}`)
})
server.listen(0, '127.0.0.1', () => tellPort(server.address()))
