import { nodeOf } from '@billposter/contract/language/field'
import { jsonWriter } from '@billposter/contract/language/json'
import type { TSchema } from 'typebox'
import type { Call } from './call.ts'
import { codecOf } from './codec.ts'
import type { Columns } from './columns.ts'
import type { TextRow } from './database.ts'

interface Written<Row, From extends keyof Row, Derived> {
  readonly resource: { readonly schema: { readonly properties: Readonly<Record<string, TSchema>> } }
  readonly derived?: {
    readonly from: readonly From[]
    readonly fields: readonly (keyof Derived)[]
    derive(row: Pick<Row, From>, call: Call): Derived
  }
}

/**
 * Writes rows of text as JSON without making objects of them. Derived fields are written once for all rows of a page
 * that agree in what they follow from, since most do.
 */
export function rowWriter<Row, From extends keyof Row, Derived>(
  { resource, derived }: Written<Row, From, Derived>,
  { columns, place }: Columns,
): (call: Call) => (row: TextRow) => string {
  const derivedFields: readonly PropertyKey[] = derived?.fields ?? []
  const parts = Object.entries(resource.schema.properties).map(([field, schema], index) => ({
    lead: `${index === 0 ? '{' : ','}"${field}":`,
    place: place(field),
    derivedAt: derivedFields.indexOf(field),
    json: codecOf(nodeOf(schema)).json,
  }))
  const deriver = derived && derivedWriter(resource.schema.properties, derived, columns, place)

  return (call) => {
    const derivedJson = deriver?.(call)
    return (row) => {
      const known = derivedJson?.(row) ?? []
      let text = ''
      for (const part of parts) {
        text += part.lead
        if (part.derivedAt >= 0) text += known[part.derivedAt]
        else {
          const cell = row[part.place] ?? null
          text += cell === null ? 'null' : part.json(cell)
        }
      }
      return `${text}}`
    }
  }
}

/** The JSON of a row's derived fields, in their order. */
function derivedWriter<Row, From extends keyof Row, Derived>(
  properties: Readonly<Record<string, TSchema>>,
  derived: NonNullable<Written<Row, From, Derived>['derived']>,
  columns: Columns['columns'],
  place: Columns['place'],
): (call: Call) => (row: TextRow) => readonly string[] {
  const needed = derived.from.map((column) => {
    const at = place(String(column))
    return { column: String(column), at, value: columns[at]?.codec.value ?? String }
  })
  const writers = derived.fields.map((field) => {
    const schema = properties[String(field)]
    if (!schema) throw new Error(`${String(field)} is derived, but no field of the resource.`)
    return { field, write: jsonWriter(nodeOf(schema)) }
  })

  function deriveFrom(row: TextRow, call: Call): readonly string[] {
    const entries = needed.map(({ column, at, value }) => [column, typeof row[at] === 'string' ? value(row[at]) : null])
    // These are the columns that the derivation asks for, each read by the codec of its schema.
    const known = derived.derive(Object.fromEntries(entries) as Pick<Row, From>, call)
    return writers.map(({ field, write }) => write(known[field]))
  }

  return (call) => {
    const written = new Map<string, readonly string[]>()
    return (row) => {
      let key = ''
      // No text of PostgreSQL holds NUL, so that no two rows share a key by chance.
      for (const { at } of needed) key += `${row[at] ?? '\0'}\0`
      const before = written.get(key)
      if (before) return before
      const made = deriveFrom(row, call)
      written.set(key, made)
      return made
    }
  }
}
