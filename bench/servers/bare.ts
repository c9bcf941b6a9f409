/**
 * What the machine gives at best: `node:http`, the service's statements and driver settings, JSON written by hand.
 * It knows no caller and no limits. A create is one single insert; with `whole`, it is every statement that the
 * service's own create sends, in one transaction.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { snowflakeIds } from '../../server/src/surroundings/ids.ts'
import { givenConnection, tellPort } from './child.ts'
import { serviceStatements, wholeCreate } from './statements.ts'

type Cells = readonly (string | null)[]

const statements = await serviceStatements()
const ids = snowflakeIds(() => 1000)
const text = JSON.stringify

const settings = {
  ...givenConnection(),
  pipeline: true,
  // The driver's type wants its own registry; this one hands every value through as text.
  types: { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig,
  options: '-c timezone=UTC -c datestyle=ISO -c random_page_cost=1.1',
}

/** Connections that carry many statements at a time, every value as text, as the service has them. */
function lanes(count: number) {
  const clients = Array.from({ length: count }, () => new pg.Client(settings))
  const connected = Promise.all(clients.map((client) => client.connect()))
  let turn = 0
  return async (name: keyof typeof statements, values: unknown[]): Promise<Cells[]> => {
    await connected
    // `turn` modulo `count` is always the index of a client.
    const client = clients[turn++ % count]
    const query = { name, text: statements[name].text, values, rowMode: 'array' as const }
    return (await client.query<(string | null)[]>(query)).rows
  }
}

const read = lanes(4)
const write = lanes(8)

const place = (column: string) => {
  const index = statements.get.columns.indexOf(column)
  if (index < 0) throw new Error(`The service no longer reads ${column}.`)
  return index
}
const own = {
  id: place('id'),
  name: place('name'),
  funding: place('funding_instrument_id'),
  level: place('budget_optimization'),
  status: place('entity_status'),
  daily: place('daily_budget_amount_local_micro'),
  total: place('total_budget_amount_local_micro'),
  delivery: place('standard_delivery'),
  order: place('purchase_order_number'),
  days: place('duration_in_days'),
  cap: place('frequency_cap'),
  currency: place('currency'),
  created: place('created_at'),
  updated: place('updated_at'),
  deleted: place('deleted'),
  complete: place('complete'),
  starts: place('flight_start'),
  ends: place('flight_end'),
}
const funds = {
  type: place('funding_instruments.type'),
  starts: place('funding_instruments.start_time'),
  ends: place('funding_instruments.end_time'),
  status: place('funding_instruments.entity_status'),
  credit: place('funding_instruments.credit_limit_local_micro'),
  funded: place('funding_instruments.funded_amount_local_micro'),
  spent: place('funding_instruments.spent_local_micro'),
  deleted: place('funding_instruments.deleted'),
}

const time = (cell: string | null | undefined) => (cell ? `${cell.slice(0, 10)}T${cell.slice(11, 19)}Z` : null)

function isUnfunded(row: Cells, now: string): boolean {
  const isCredit = row[funds.type] === 'CREDIT_LINE' || row[funds.type] === 'AGENCY_CREDIT_LINE'
  const limit = row[isCredit ? funds.credit : funds.funded] ?? null
  const ends = time(row[funds.ends])
  if (row[funds.deleted] === 't' || row[funds.status] === 'PAUSED') return true
  if ((time(row[funds.starts]) ?? '') > now || (ends !== null && ends <= now)) return true
  return limit !== null && BigInt(row[funds.spent] ?? 0) >= BigInt(limit)
}

function reasonsOf(row: Cells, now: string): string[] {
  const starts = time(row[own.starts])
  const ends = time(row[own.ends])
  const reasons: string[] = []
  if (row[own.status] === 'PAUSED') reasons.push('PAUSED_BY_ADVERTISER')
  if (row[own.status] === 'DRAFT' || row[own.complete] !== 't') reasons.push('INCOMPLETE')
  if (isUnfunded(row, now)) reasons.push('FUNDING_PROBLEM')
  if (starts !== null && starts > now) reasons.push('STARTS_IN_FUTURE')
  if (ends !== null && ends <= now) reasons.push('EXPIRED')
  return reasons
}

function statusOf(reasons: readonly string[]): string {
  if (reasons.length === 0) return 'RUNNING'
  if (reasons.includes('INCOMPLETE')) return 'UNKNOWN'
  if (reasons.includes('EXPIRED')) return 'EXPIRED'
  return reasons.every((reason) => reason === 'PAUSED_BY_ADVERTISER') ? 'PAUSED' : 'UNKNOWN'
}

function campaign(row: Cells, now: string): string {
  const reasons = reasonsOf(row, now)
  const delivery = row[own.delivery]
  return (
    `{"id":"${row[own.id]}","name":${text(row[own.name])},"funding_instrument_id":"${row[own.funding]}",` +
    `"budget_optimization":"${row[own.level]}","entity_status":"${row[own.status]}",` +
    `"effective_status":"${statusOf(reasons)}","servable":${reasons.length === 0},` +
    `"reasons_not_servable":${text(reasons)},"daily_budget_amount_local_micro":${row[own.daily]},` +
    `"total_budget_amount_local_micro":${row[own.total]},"standard_delivery":${delivery && delivery === 't'},` +
    `"purchase_order_number":${text(row[own.order])},"duration_in_days":${row[own.days]},` +
    `"frequency_cap":${row[own.cap]},"currency":"${row[own.currency]}","created_at":"${time(row[own.created])}",` +
    `"updated_at":"${time(row[own.updated])}","deleted":${row[own.deleted] === 't'}}`
  )
}

type Given = Readonly<Record<string, string | number>>
type Store = (account: string, given: Given, values: unknown[], body: string, key: string, now: string) => Promise<void>

const storeSingle: Store = async (_account, _given, values) => {
  await write('create', values)
}

const whole = process.argv.includes('whole') ? await wholeCreate() : undefined
const pool = new pg.Pool({ ...settings, max: 8 })

/** The values stand in the order in which the service binds them. */
const storeWhole: Store = async (account, given, values, body, key, now) => {
  const [claim, funding, lock, count, insert, history, answered] = whole ?? []
  const client = await pool.connect()
  const send = (text: string | undefined, bound: unknown[]) =>
    client.query({ name: text?.slice(0, 50) ?? '', text: text ?? '', values: bound, rowMode: 'array' })
  const random = String(BigInt.asIntN(63, ids.decimal()))
  const begun = client.query('begin')
  await Promise.all([
    begun,
    send(claim, [random, now, '1', 'production', key]),
    send(funding, [account, given['funding_instrument_id']]),
    send(lock, [account]),
    send(count, [account]),
  ])
  const history11 = [account, ids.entity(), 'CAMPAIGN', values[0], 'CREATE', now, '1', 'API_OTHER', '{}', body, key]
  await Promise.all([
    send(insert, values),
    send(history, history11),
    send(answered, ['1', 'production', key, key, 201, body, key, now]),
    client.query('commit'),
  ])
  client.release()
}

const store = whole ? storeWhole : storeSingle

async function create(account: string, given: Given, now: string): Promise<string> {
  const made: Record<string, unknown> = {
    budget_optimization: 'CAMPAIGN',
    entity_status: 'ACTIVE',
    ...given,
    standard_delivery: 't',
    currency: 'USD',
    id: ids.entity(),
    account_id: account,
    created_at: now,
    updated_at: now,
    deleted: 'f',
    complete: 'f',
  }
  const row = statements.get.columns.map((column) => (made[column] === undefined ? null : String(made[column])))
  const body = campaign(row, now)
  const values = statements.create.columns.map((column) => made[column] ?? null)
  await store(account, given, values, body, `bare-${ids.entity()}`, now)
  return body
}

function answer(response: ServerResponse, status: number, body: string): void {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }
  response.writeHead(status, headers).end(body)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  request.setEncoding('utf8')
  for await (const chunk of request) body += chunk
  return body
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const [, , , account = '', , id] = path.split('/')
  const now = `${new Date().toISOString().slice(0, 19)}Z`
  if (request.method === 'POST') {
    const made = await create(account, JSON.parse(await bodyOf(request)), now)
    return answer(response, 201, `{"request":{"params":{}},"data":${made}}`)
  }
  if (id !== undefined) {
    const [row] = await read('get', [account, id])
    if (!row) return answer(response, 404, '{"errors":[]}')
    return answer(response, 200, `{"request":{"params":{}},"data":${campaign(row, now)}}`)
  }
  const count = Number(new URLSearchParams(query).get('count') ?? 200)
  const rows = await read('list', [account, count + 1])
  const next = text(rows.length > count ? rows[count - 1]?.[own.id] : null)
  const data = rows.slice(0, count).map((row) => campaign(row, now))
  answer(response, 200, `{"request":{"params":{}},"next_cursor":${next},"data":[${data.join(',')}]}`)
}

const server = createServer((request, response) => void respond(request, response))
server.listen(0, '127.0.0.1', () => tellPort(server.address()))
