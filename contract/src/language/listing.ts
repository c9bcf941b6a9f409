import { bool, csv, int, oneOf, text } from './field.ts'
import { defaulted, optional } from './params.ts'

export const defaultSorts = ['created_at', 'updated_at', 'deleted'] as const

/** How many rows a page holds, and its place in the walk. `next_cursor` of one page is `cursor` of the next. */
export function paging({ count = 200, max = 1000 }: { count?: number; max?: number } = {}) {
  return {
    count: defaulted(int({ min: 1, max }), count, `Rows per page, 1 to ${max}.`),
    cursor: optional(text({ max: 2000 }), 'The `next_cursor` of the page before, with the same filters and order.'),
  }
}

export const withDeleted = {
  with_deleted: defaulted(bool(), false, 'Deleted ones too.'),
}

const withTotalCount = {
  with_total_count: defaulted(bool(), false, 'Adds `total_count`. Not together with `cursor`; has a lower rate limit.'),
}

/** Up to three keys `<attribute>-asc` or `<attribute>-desc`; without it the order of creation. */
function sortBy<const S extends string>(sorts: readonly S[]) {
  const keys = sorts.flatMap((sort) => [`${sort}-asc`, `${sort}-desc`] as const)
  return {
    sort_by: optional(csv(oneOf(...keys), { max: 3 }), 'Order; creation order ascending unless given.'),
  }
}

/** The common list parameters (Part 4.1). */
export function listing<const S extends string = (typeof defaultSorts)[number]>({
  sorts,
  ...size
}: {
  count?: number
  max?: number
  sorts?: readonly S[]
} = {}) {
  // Without `sorts` the type parameter is its default, which is just these three.
  const keys = (sorts ?? defaultSorts) as readonly S[]
  return { ...paging(size), ...sortBy(keys), ...withDeleted, ...withTotalCount }
}

/** A case-insensitive prefix of the name. */
export function namePrefix(max = 255) {
  return { q: optional(text({ max }), 'A prefix of the name; case does not matter.') }
}
