import { raw, type Sql, sql } from './sql.ts'

/** The row is one of these. */
export function anyOf(column: string): (values: readonly string[]) => Sql {
  return (values) => sql`${raw(column)} = any(${values})`
}

/** The text begins like this, whatever the case. */
export function beginsWith(column: string): (prefix: string) => Sql {
  return (prefix) => sql`lower(${raw(column)}) like lower(${prefix.replaceAll(/[\\%_]/g, '\\$&')}) || '%'`
}

/** Drafts are left out unless asked for. */
export function withDraft(table: string): (shown: boolean) => Sql | undefined {
  return (shown) => (shown ? undefined : raw(`${table}.entity_status <> 'DRAFT'`))
}
