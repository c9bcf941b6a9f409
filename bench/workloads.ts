import type { Embedded } from '../server/src/store/embedded.ts'
import { names } from './names.ts'
import type { Order } from './load.ts'
import { accountId, fundingInstrumentOf, type Place, somePlaces, type World } from './world.ts'

/** A kind of request: what is sent, to any server that speaks the interface's paths. */
export interface Workload {
  readonly name: string
  /** How many campaigns one request makes. */
  readonly makes: number
  readonly order: Omit<Order, 'url' | 'seconds' | 'connections' | 'headers'>
}

const pageSize = 200
const batchSize = 40

function reading(name: string, paths: readonly string[]): Workload {
  const requests = paths.map((path) => ({ path }))
  return { name, makes: 0, order: { method: 'GET', requests, keyed: false } }
}

/** Campaigns that a caller makes; they are active, so that the limit of active ones is checked each time. */
function given(account: string, number: number) {
  return {
    funding_instrument_id: fundingInstrumentOf(account),
    name: `Made campaign ${number}`,
    entity_status: 'ACTIVE',
    daily_budget_amount_local_micro: 5_000_000,
  }
}

const campaignsOf = (account: string) => `/12/accounts/${account}/campaigns`

export async function workloads(
  connection: Embedded['connection'],
  world: World,
): Promise<Record<'get' | 'list' | 'create' | 'batch', Workload>> {
  const places = await somePlaces(connection, 20_000)
  const middling = Array.from({ length: world.middling }, (_, index) => accountId(index + 2))
  return {
    get: reading(
      'GET one',
      places.map(({ account, campaign }: Place) => `${campaignsOf(account)}/${campaign}`),
    ),
    list: reading(
      'list of 200',
      middling.map((account) => `${campaignsOf(account)}?count=${pageSize}`),
    ),
    create: creating(names.create, 1, places, campaignsOf, (account, number) => given(account, number)),
    batch: creating(
      'batch of 40',
      batchSize,
      places.slice(0, 1000),
      (account) => `/12/batch/accounts/${account}/campaigns`,
      (account, number) =>
        Array.from({ length: batchSize }, (_, item) => ({
          operation_type: 'Create',
          params: given(account, number * batchSize + item),
        })),
    ),
  }
}

function creating(
  name: string,
  makes: number,
  places: readonly Place[],
  pathOf: (account: string) => string,
  bodyOf: (account: string, number: number) => unknown,
): Workload {
  const requests = places.map(({ account }, number) => ({
    path: pathOf(account),
    body: JSON.stringify(bodyOf(account, number)),
  }))
  return { name, makes, order: { method: 'POST', requests, keyed: true } }
}

/** Page 1 and page 90 of a walk through the largest account. */
export async function walk(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ first: Workload; late: Workload }> {
  const path = `${campaignsOf(accountId(1))}?count=${pageSize}`
  let late = path
  for (let page = 1; page < 90; page++) {
    const answer = await fetch(url + late, { headers })
    const { next_cursor } = (await answer.json()) as { next_cursor: string | null }
    if (next_cursor === null) throw new Error(`The walk ended at page ${page}, with status ${answer.status}.`)
    late = `${path}&cursor=${encodeURIComponent(next_cursor)}`
  }
  return { first: reading(names.pageOne, [path]), late: reading(names.pageLate, [late]) }
}
