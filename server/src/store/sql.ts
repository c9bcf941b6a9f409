/** A statement: text with `$n` places and the values bound to them. */
export interface Sql {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/** What can be bound. Arrays become PostgreSQL arrays. */
export type SqlValue = string | number | bigint | boolean | null | Buffer | readonly (string | bigint)[]

function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && 'text' in value && 'values' in value
}

/** Builds a statement: values are bound, other statements are spliced in with their own values. */
export function sql(strings: TemplateStringsArray, ...parts: (SqlValue | Sql)[]): Sql {
  let text = strings[0] as string
  const values: SqlValue[] = []
  parts.forEach((part, index) => {
    if (isSql(part)) {
      const shift = values.length
      text += shift === 0 ? part.text : part.text.replaceAll(/\$(\d+)/g, (_, place) => `$${Number(place) + shift}`)
      values.push(...part.values)
    } else {
      values.push(part)
      text += `$${values.length}`
    }
    text += strings[index + 1] as string
  })
  return { text, values }
}

/** Text of our own making (column and table names), never of a caller's. */
export function raw(text: string): Sql {
  return { text, values: [] }
}

export function join(parts: readonly Sql[], separator: string): Sql {
  return parts.reduce((all, part, index) => (index === 0 ? part : sql`${all}${raw(separator)}${part}`), raw(''))
}
