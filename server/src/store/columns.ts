import { nodeOf } from '@billposter/contract/language/field'
import type { TSchema } from 'typebox'
import { type Codec, codecOf } from './codec.ts'
import { raw, type Sql, sql } from './sql.ts'

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
  bind(column: string, row: Readonly<Record<string, unknown>>): Sql
}

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
  const places = new Map(columns.map((column, index) => [column.name, index]))
  return {
    columns,
    stored,
    fields: Object.keys(schemas),
    select: raw([...kept.map(([column]) => `${name}.${column}`), ...(joined?.select ?? [])].join(', ')),
    from: raw(joined ? `${name} ${joined.join}` : name),
    place: (column) => places.get(column) ?? 0,
    bind: (column, row) => {
      const value = row[column] ?? null
      const codec = codecs.get(column)
      return sql`${value === null ? null : codec ? codec.bind(value) : String(value)}`
    },
  }
}
