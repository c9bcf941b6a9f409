import { rows } from '../../server/src/resources/campaigns/rows.ts'
import type { Call } from '../../server/src/store/call.ts'
import type { Sql } from '../../server/src/store/sql.ts'
import { handlers } from '../../server/src/resources/campaigns/handlers.ts'
import { claimOrReplay, storeAnswer } from '../../server/src/http/idempotency.ts'

/** A statement of the service, and the columns that it reads or writes, in the order of its cells or values. */
export interface Statement {
  readonly text: string
  readonly columns: readonly string[]
}

/** Asks the service's own table for its statements, so that the bare server sends the very same. */
export async function serviceStatements(): Promise<Record<'get' | 'list' | 'create', Statement>> {
  let last: Sql = { text: '', values: [] }
  const record = (statement: Sql) => {
    last = statement
  }
  const db = {
    rows: async (statement: Sql) => (record(statement), []),
    // A read that finds nothing refuses, after it has been recorded.
    row: async (statement: Sql) => (record(statement), undefined),
    later: (statement: Sql) => {
      if (statement.text.includes('insert into campaigns')) record(statement)
    },
  }
  const surroundings = { ids: { entity: () => '' }, clock: { ms: () => 0 } }
  // Only what these three verbs look at is there.
  const call = { db, surroundings, account: { id: '' }, now: '2024-01-01T00:00:00Z', requestId: '' } as unknown as Call

  await rows.page(call, { count: 200, with_deleted: false, with_draft: false } as Parameters<typeof rows.page>[1])
  const list = reading(last)
  await rows.read(call, '').catch(() => {})
  const get = reading(last)
  rows.insert(call, blank, blankFunds)
  return { list, get, create: writing(last) }
}

/** The statements of a whole create as the service sends them between `begin` and `commit`, in their order. */
export async function wholeCreate(): Promise<readonly string[]> {
  const texts: string[] = []
  const record = ({ text }: Sql) => texts.push(text)
  const db = {
    // A lock that is free, and a funding instrument without limits.
    row: async (statement: Sql) => (record(statement), ['t']),
    value: async (statement: Sql) => (record(statement), '0'),
    run: async (statement: Sql) => (record(statement), 1),
    later: record,
  }
  const surroundings = { ids: { entity: () => '' }, clock: { ms: () => 0 } }
  const account = { id: '', active_campaign_limit: 200, approval_status: 'ACCEPTED' }
  const once = (_key: string, read: () => Promise<unknown>) => read()
  // Only what these three look at is there.
  const call = { db, surroundings, account, once, now: '2024-01-01T00:00:00Z', requestId: '' } as unknown as Call
  const claim = { userId: '1', door: 'production', key: '', requestHash: '' }
  await claimOrReplay(call.db, claim, 0)
  const given = { ...nothing, account_id: '', entity_status: 'ACTIVE', daily_budget_amount_local_micro: 1n }
  await handlers.create(call, given as unknown as Parameters<typeof handlers.create>[1])
  storeAnswer(call.db, claim, { status: 201, body: '' }, 0)
  return texts
}

type Insert = Parameters<typeof rows.insert>

const nothing = {
  name: '',
  funding_instrument_id: '',
  budget_optimization: 'CAMPAIGN',
  entity_status: 'PAUSED',
  daily_budget_amount_local_micro: null,
  total_budget_amount_local_micro: null,
  standard_delivery: null,
  purchase_order_number: null,
  duration_in_days: null,
  frequency_cap: null,
  currency: 'USD',
  complete: false,
  flight_start: null,
  flight_end: null,
  last_effective_status: null,
} as const
const blank: Insert[1] = nothing
const blankFunds: Insert[2] = {
  funding_type: 'CREDIT_LINE',
  funding_start_time: '2024-01-01T00:00:00Z',
  funding_end_time: null,
  funding_entity_status: 'ACTIVE',
  funding_credit_limit_local_micro: null,
  funding_funded_amount_local_micro: null,
  funding_spent_local_micro: 0n,
  funding_deleted: false,
}

function reading({ text }: Sql): Statement {
  return { text, columns: namesIn(/select (.*?) from/s.exec(text)?.[1]) }
}

function writing({ text }: Sql): Statement {
  return { text, columns: namesIn(/\((.*?)\)/s.exec(text)?.[1]) }
}

function namesIn(list = ''): string[] {
  return list.split(',').map((column) => column.trim().replace(/^campaigns\./, ''))
}
