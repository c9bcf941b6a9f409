import { nodeOf } from '@billposter/contract/language/field'
import { refuse } from '@billposter/contract/language/errors'
import { jsonWriter } from '@billposter/contract/language/json'
import type { Resource } from '@billposter/contract/language/resource'
import type { Static, TObject, TSchema } from 'typebox'
import type { Call, Written } from './call.ts'
import { columnsOf } from './columns.ts'
import type { TextRow } from './database.ts'
import { checkIfMatch } from './etag.ts'
import { recordChange } from './history.ts'
import { type ListParameters, type Page, readPage } from './listing.ts'
import { rowWriter } from './row-writer.ts'
import { raw, type Sql, sql } from './sql.ts'

type Schemas = Record<string, TSchema>
export type Values<S extends Schemas> = { [K in keyof S]: Static<S[K]> }
type Stamp = 'id' | 'account_id' | 'created_at' | 'updated_at' | 'deleted'

/** Fields that are not stored but follow from stored and joined ones, the account and the time. */
interface Derivation<Row, From extends keyof Row, Derived> {
  readonly from: readonly From[]
  readonly fields: readonly (keyof Derived)[]
  derive(row: Pick<Row, From>, call: Call): Derived
}

/** A table of one room: its columns are the fields of the resource that are not derived, then `hidden` ones. */
export interface Table<
  F extends Schemas,
  D extends keyof F,
  H extends Schemas,
  J extends Schemas,
  From extends keyof Row<F, D, H, J> = never,
> {
  readonly resource: Resource<TObject<F>>
  readonly name: string
  /** Stored columns that no answer shows. */
  readonly hidden?: H
  /** Columns of other tables, read along; `join` names them in the same order. */
  readonly joined?: { readonly columns: J; readonly select: readonly string[]; readonly join: string }
  readonly derived?: Derivation<Row<F, D, H, J>, From, Pick<Values<F>, D>>
  /** The column that holds the account; only the table of accounts has another one. */
  readonly accountColumn?: string
  /** Restricts a list to the account in the path, unless given. */
  readonly scope?: (call: Call) => Sql
  /** Leaves rows out of lists (not out of single reads) unless `with_deleted`, beyond those that are deleted. */
  readonly alsoHidden?: Sql
  /** The condition of each filter parameter; `undefined` filters nothing. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each filter knows the type of its own parameter
  readonly filters?: Readonly<Record<string, (value: any) => Sql | undefined>>
}

/** A row with all that is known of it: stored, hidden and joined columns. */
export type Row<F extends Schemas, D extends keyof F, H extends Schemas, J extends Schemas> = Values<Omit<F, D>> &
  Values<H> &
  Values<J>

/** What a room says when it stores a row; id, account and stamps are added. */
type Stored<F extends Schemas, D extends keyof F, H extends Schemas> = Values<Omit<F, D | Stamp>> & Values<H>

/** The verbs over one table. Every one is bound to the account of the call. */
export function table<
  F extends Schemas,
  D extends keyof F = never,
  H extends Schemas = Record<never, never>,
  J extends Schemas = Record<never, never>,
  From extends keyof Row<F, D, H, J> = never,
>(definition: Table<F, D, H, J, From>) {
  type Entity = Values<F>
  type FullRow = Row<F, D, H, J>
  const { resource, name, accountColumn = 'account_id', derived } = definition
  const shape = columnsOf(definition)
  const accountIs = (call: Call) => sql`${raw(`${name}.${accountColumn}`)} = ${call.account.id}`
  const scope = definition.scope ?? accountIs
  const selectOne = `select ${shape.select.text} from ${shape.from.text} where ${name}.${accountColumn} = $1 and ${name}.id = $2`

  function parse(text: TextRow): FullRow {
    const row: Record<string, unknown> = {}
    shape.columns.forEach((column, index) => {
      const cell = text[index] ?? null
      row[column.name] = cell === null ? null : column.codec.value(cell)
    })
    // The columns are exactly those of the row's type, each read by the codec of its schema.
    return row as FullRow
  }

  function show(row: FullRow, call: Call): Entity {
    const known: Record<string, unknown> = derived ? { ...row, ...derived.derive(row, call) } : row
    // Every field of the resource is either a column or derived.
    return Object.fromEntries(shape.fields.map((field) => [field, known[field]])) as Entity
  }

  const writerFor = rowWriter(definition, shape)
  const writeEntity = jsonWriter(nodeOf(resource.schema))

  function notFound(call: Call, id: string): never {
    refuse('NOT_FOUND', `${resource.title} ${id} was not found for Account ${call.account.id}.`, {
      parameter: resource.idParam,
    })
  }

  async function select(call: Call, id: string, { with_deleted = false, lock = false } = {}): Promise<TextRow> {
    const live = with_deleted ? '' : ` and not ${name}.deleted`
    const locking = lock ? ` for no key update of ${name}` : ''
    const row = await call.db.row({ text: selectOne + live + locking, values: [call.account.id, id] })
    return row ?? notFound(call, id)
  }

  function conditions(given: Readonly<Record<string, unknown>>): Sql[] {
    return Object.entries(definition.filters ?? {}).flatMap(([parameter, condition]) => {
      const value = given[parameter]
      return value === undefined ? [] : (condition(value) ?? [])
    })
  }

  const rows = {
    /** One page of the list, filtered by the parameters that the table has filters for. */
    page(call: Call, given: ListParameters & { with_deleted?: boolean }): Promise<Page> {
      const live = given.with_deleted
        ? []
        : [raw(`not ${name}.deleted`), ...(definition.alsoHidden ? [definition.alsoHidden] : [])]
      return readPage(call, given, {
        table: name,
        columns: shape.select,
        from: shape.from,
        // The parameters of the operation are looked up by the names of the filters.
        where: [scope(call), ...live, ...conditions(given as unknown as Record<string, unknown>)],
        place: shape.place,
        write: writerFor(call),
      })
    },

    /** The entity as JSON. Refuses NOT_FOUND what is absent, another account's, or deleted without `with_deleted`. */
    async read(call: Call, id: string, options: { with_deleted?: boolean } = {}): Promise<Written<Entity>> {
      return { written: writerFor(call)(await select(call, id, options)) }
    },

    /** The row, for a room that needs its values. Refuses like `read`. */
    async get(call: Call, id: string, options: { with_deleted?: boolean } = {}): Promise<FullRow> {
      return parse(await select(call, id, options))
    },

    /** The row, locked until the end of the transaction: what a change starts from. Obeys `If-Match`. */
    async take(call: Call, id: string): Promise<FullRow> {
      const text = await select(call, id, { lock: true })
      if (call.ifMatch !== undefined) checkIfMatch(call.ifMatch, writerFor(call)(text))
      return parse(text)
    },

    /** Stores a new row with id, account and stamps, and its history. `joined` is what a read would join. */
    insert(call: Call, values: Stored<F, D, H>, joined: Values<J>, id = call.surroundings.ids.entity()): Entity {
      const stamps = { id, created_at: call.now, updated_at: call.now, deleted: false }
      // Stored values, stamps and joined columns make up a whole row.
      const row = {
        ...values,
        ...stamps,
        ...(accountColumn === 'id' ? {} : { account_id: call.account.id }),
        ...joined,
      } as unknown as FullRow
      call.db.later(shape.insert(row))
      return changed(call, 'CREATE', row)
    },

    /** Stores changed values of a row that was taken, and its history. */
    update(call: Call, before: FullRow, changes: Partial<Stored<F, D, H>>): Entity {
      return store(call, 'UPDATE', before, changes)
    },

    /** Deletes a row that was taken, softly and for good, and keeps its history. */
    remove(call: Call, before: FullRow, changes: Partial<Stored<F, D, H>> = {}): Entity {
      return store(call, 'DELETE', before, { ...changes, deleted: true })
    },
  }

  function store(call: Call, type: 'UPDATE' | 'DELETE', before: FullRow, changes: object): Entity {
    const row = { ...before, ...changes, updated_at: call.now }
    call.db.later(shape.update(row, call.account.id, String(row['id'])))
    return changed(call, type, row, before)
  }

  function changed(call: Call, type: 'CREATE' | 'UPDATE' | 'DELETE', row: FullRow, before?: FullRow): Entity {
    const after = show(row, call)
    if (resource.history) {
      const change = { entity: resource.history, type, id: String(row['id']), after }
      recordChange(call, before ? { ...change, before: show(before, call) } : change)
    }
    return after
  }

  return { ...rows, write: writeEntity }
}
