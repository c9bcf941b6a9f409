import { refuse } from '@billposter/contract/language/errors'
import { writeAnyJson } from '@billposter/contract/language/json'
import type { Call } from './call.ts'
import type { TextRow } from './database.ts'
import { join, raw, type Sql, sql } from './sql.ts'

/** The parameters that every list knows, as far as it takes them. */
export interface ListParameters {
  readonly count: number
  readonly cursor?: string | undefined
  readonly sort_by?: readonly string[] | undefined
  readonly with_total_count?: boolean
}

/** One page of a list, its rows already written as JSON. */
export interface Page {
  readonly json: string
  readonly next_cursor: string | null
  readonly total_count?: number
}

/** One list: where its rows are and how each is written. */
export interface Source {
  readonly table: string
  readonly columns: Sql
  /** The table with its joins, as it stands after `from`. Conditions may name the table only. */
  readonly from: Sql
  readonly where: readonly Sql[]
  /** The place of a sortable column in a row. */
  place(column: string): number
  write(row: TextRow): string
}

interface SortKey {
  readonly column: string
  readonly descending: boolean
}

/**
 * Reads one page by keyset: rows after the last one of the page before, in the order of the sort keys and then of
 * creation. Rows that come and go between pages neither skip nor repeat one that was there all along.
 */
export async function readPage(call: Call, given: ListParameters, source: Source): Promise<Page> {
  const order = [...(given.sort_by ?? []).map(sortKey), { column: 'id', descending: false }]
  const context = cursorContext(call, given, source)
  const last = given.cursor === undefined ? undefined : openCursor(call, given.cursor, context, order.length)
  const where = last ? [...source.where, after(source.table, order, last)] : source.where
  const ordering = join(
    order.map((key) => orderBy(source.table, key)),
    ', ',
  )
  const [rows, total] = await Promise.all([
    // The page is cut out of its own table first, so that joins never meet more rows than it holds.
    call.db.rows(sql`
      select ${source.columns} from (
        select * from ${raw(source.table)} where ${join(where, ' and ')} order by ${ordering} limit ${given.count + 1}
      ) ${source.from} order by ${ordering}`),
    given.with_total_count ? countRows(call, source) : undefined,
  ])
  const shown = rows.slice(0, given.count)
  const lastShown = shown.at(-1)
  const more = rows.length > given.count && lastShown !== undefined
  return {
    json: `[${shown.map(source.write).join(',')}]`,
    next_cursor: more
      ? makeCursor(
          call,
          context,
          order.map((key) => lastShown[source.place(key.column)] ?? null),
        )
      : null,
    ...(total === undefined ? {} : { total_count: total }),
  }
}

async function countRows(call: Call, source: Source): Promise<number> {
  return Number(
    await call.db.value(sql`select count(*) from ${raw(source.table)} where ${join(source.where, ' and ')}`),
  )
}

function sortKey(text: string): SortKey {
  const cut = text.lastIndexOf('-')
  return { column: text.slice(0, cut), descending: text.slice(cut) === '-desc' }
}

/** Values that are absent come last in both directions. */
function orderBy(table: string, { column, descending }: SortKey): Sql {
  return raw(column === 'id' ? `${table}.id` : `${table}.${column} ${descending ? 'desc' : 'asc'} nulls last`)
}

/** True for the rows that come after the one with these values. */
function after(table: string, order: readonly SortKey[], values: readonly (string | null)[]): Sql {
  const [key, ...rest] = order
  const value = values[0] ?? null
  if (!key) return raw('false')
  const column = raw(`${table}.${key.column}`)
  const beyond =
    value === null
      ? raw('false')
      : key.column === 'id'
        ? sql`${column} > ${value}`
        : sql`(${column} ${raw(key.descending ? '<' : '>')} ${value} or ${column} is null)`
  if (rest.length === 0) return beyond
  const equal = value === null ? sql`${column} is null` : sql`${column} = ${value}`
  return sql`(${beyond} or (${equal} and ${after(table, rest, values.slice(1))}))`
}

/** What a cursor belongs to: the same list with the same filters and order, whatever the page size. */
function cursorContext(call: Call, given: ListParameters, source: Source): string {
  const { count, cursor, with_total_count, ...filters } = given
  return `${call.door} ${source.table} ${call.user?.id} ${writeAnyJson(filters)}`
}

function makeCursor(call: Call, context: string, values: readonly (string | null)[]): string {
  const payload = Buffer.from(JSON.stringify(values)).toString('base64url')
  return `${payload}.${call.surroundings.keys.sign(`${context} ${payload}`)}`
}

function openCursor(call: Call, cursor: string, context: string, length: number): (string | null)[] {
  const [payload = '', signature, ...more] = cursor.split('.')
  // The signature is made over values of this very list, so that the payload needs no further check.
  if (more.length === 0 && signature === call.surroundings.keys.sign(`${context} ${payload}`)) {
    const values: (string | null)[] = JSON.parse(Buffer.from(payload, 'base64url').toString())
    if (values.length === length) return values
  }
  return refuse(
    'INVALID_PARAMETER',
    'The cursor is not one that this list gave for the same filters and order; start again without it.',
    { parameter: 'cursor' },
  )
}
