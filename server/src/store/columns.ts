import { nodeOf } from '@billposter/contract/language/field'
import type { TSchema } from 'typebox'
import { type Codec, codecOf } from './codec.ts'
import { raw, type Sql, type SqlValue } from './sql.ts'

/** What a table says of its columns, as far as their order and codecs go. */
interface Described {
  readonly resource: { readonly schema: { readonly properties: Readonly<Record<string, TSchema>> } }
  readonly name: string
  readonly hidden?: Readonly<Record<string, TSchema>>
  readonly joined?: {
    readonly columns: Readonly<Record<string, TSchema>>
    readonly select: readonly string[]
    readonly join: string
  }
  readonly derived?: { readonly fields: readonly PropertyKey[] }
  readonly accountColumn?: string
}

interface Column {
  readonly name: string
  readonly codec: Codec
}

/** The columns of a table: how they are selected, where each stands in a row, and how each is bound. */
export interface Columns {
  /** All columns of a row, in the order in which they are selected. */
  readonly columns: readonly Column[]
  readonly stored: readonly string[]
  readonly fields: readonly string[]
  readonly select: Sql
  readonly from: Sql
  place(column: string): number
  insert(row: StoredRow): Sql
  /** Writes all columns but those that never change. */
  update(row: StoredRow, accountId: string, id: string): Sql
}

type StoredRow = Readonly<Record<string, unknown>>

export function columnsOf({
  resource,
  name,
  hidden,
  joined,
  derived,
  accountColumn = 'account_id',
}: Described): Columns {
  const schemas = resource.schema.properties
  const derivedFields = new Set(derived?.fields ?? [])
  const own = Object.entries(schemas).filter(([field]) => !derivedFields.has(field))
  const kept = [...own, ...Object.entries(hidden ?? {})]
  const read = [...kept, ...Object.entries(joined?.columns ?? {})]
  const columns = read.map(([column, schema]) => ({ name: column, codec: codecOf(nodeOf(schema)) }))
  const stored = kept.map(([column]) => column)
  if (accountColumn !== 'id' && !stored.includes(accountColumn)) stored.push(accountColumn)
  const codecs = new Map(columns.map((column) => [column.name, column.codec]))
  const order = new Map(columns.map((column, index) => [column.name, index]))
  const changing = stored.filter((column) => !['id', accountColumn, 'created_at'].includes(column))
  const insertText = `insert into ${name} (${stored.join(', ')}) values (${places(stored.length).join(', ')})`
  const assignments = changing.map((column, index) => `${column} = $${index + 1}`).join(', ')
  const updateText =
    `update ${name} set ${assignments} ` +
    `where ${name}.${accountColumn} = $${changing.length + 1} and ${name}.id = $${changing.length + 2}`

  function bind(column: string, row: StoredRow): SqlValue {
    const value = row[column] ?? null
    if (value === null) return null
    // The account's column is in no schema of most tables; it is text like any id.
    return codecs.get(column)?.bind(value) ?? String(value)
  }

  return {
    columns,
    stored,
    fields: Object.keys(schemas),
    select: raw([...kept.map(([column]) => `${name}.${column}`), ...(joined?.select ?? [])].join(', ')),
    from: raw(joined ? `${name} ${joined.join}` : name),
    place: (column) => order.get(column) ?? 0,
    insert: (row) => ({ text: insertText, values: stored.map((column) => bind(column, row)) }),
    update: (row, accountId, id) => ({
      text: updateText,
      values: [...changing.map((column) => bind(column, row)), accountId, id],
    }),
  }
}

function places(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `$${index + 1}`)
}
