import assert from 'node:assert/strict'
import { nodeOf, type SchemaNode, unwrapNull } from '@billposter/contract/language/field'
import fc from 'fast-check'
import { rowSources } from '../examples.ts'
import { type Answer, rowsOf } from './answer.ts'
import { entityParam, everyOperation, ownParams, type Swept, type Values } from './operations.ts'
import { draftOf } from './request.ts'
import type { Scene } from './scene.ts'

/** Values for some parameters of an operation; which ones is left to chance. */
export type Variation = Values

/** The rows behind a list: how they come, change and go. */
export interface Flock {
  /** Values for what the list shows and can be sorted by, absent ones among them. */
  readonly variations: fc.Arbitrary<Variation>
  insert(variation: Variation): Promise<void>
  change(id: string, variation: Variation): Promise<void>
  remove(id: string): Promise<void>
  /** True for attributes that no change of a row touches. */
  isFixed(attribute: string): boolean
  /** What the list can do about rows that are there. */
  readonly can: { readonly change: boolean; readonly remove: boolean }
}

/** The operations that bring rows into the list, best first: its own section's, then whatever answers with its record. */
function makersOf(list: Swept, { door }: Scene): Swept[] {
  const isMaker = ({ operation, batch }: Swept) =>
    operation.method === 'POST' && !batch && (operation.caller === 'operator' || operation.doors.includes(door))
  const own = everyOperation.filter((one) => one.section === list.section && one.name.endsWith('.create'))
  const same = everyOperation.filter(({ operation }) => operation.answer.data === list.operation.answer.data)
  return [...own, ...same].filter(isMaker)
}

function siblingOf(list: Swept, verb: 'update' | 'remove', { door }: Scene): Swept | undefined {
  return everyOperation.find(
    ({ name, operation }) => name === `${list.section}.${verb}` && operation.doors.includes(door),
  )
}

/** The rows of the list as the example `values` ask for it. */
export function flockOf(scene: Scene, list: Swept, values: Values): Flock {
  const [maker] = makersOf(list, scene)
  const source = rowSources[list.name]
  assert.ok(maker ?? source, `${list.name} has no rows to walk: name their source in sweep/examples.ts`)
  const update = siblingOf(list, 'update', scene)
  const remove = siblingOf(list, 'remove', scene)
  const varied = choices(list, maker ? [maker, ...(update ? [update] : [])] : [])
  const names = new Set(Object.keys(varied))
  return {
    variations: fc.record(varied, { requiredKeys: [] }),
    async insert(variation) {
      if (source) return source(scene, values)
      if (maker) await asLikely(scene, maker, await scene.valuesOf(maker), variation, names)
    },
    async change(id, variation) {
      if (update) await asLikely(scene, update, namedBy(scene, update, id), variation, names)
    },
    async remove(id) {
      if (remove) await succeed(scene, remove, namedBy(scene, remove, id))
    },
    isFixed: (attribute) =>
      !['updated_at', 'deleted', ...Object.keys(update?.operation.params ?? {})].includes(attribute),
    can: { change: update !== undefined, remove: remove !== undefined },
  }
}

function namedBy({ account_id }: Scene, swept: Swept, id: string): Values {
  return { account_id, [entityParam(swept) ?? '']: id }
}

/** Rules of the entity may forbid the combination; then the plain values have to do. */
async function asLikely(scene: Scene, swept: Swept, plain: Values, variation: Variation, names: Names): Promise<void> {
  const params = ownParams(swept)
  const kept = Object.entries(plain).filter(([name]) => !names.has(name) || params[name]?.need === 'required')
  const chosen = Object.entries(variation).filter(([name]) => name in params)
  const varied = await scene.ask(swept, draftOf(swept, Object.fromEntries([...kept, ...chosen])))
  if (varied.status >= 300) await succeed(scene, swept, plain)
}

/** The parameters that variations may hold. */
type Names = ReadonlySet<string>

async function succeed(scene: Scene, swept: Swept, values: Values): Promise<Answer> {
  const answer = await scene.ask(swept, draftOf(swept, values))
  assert.ok(answer.status < 300, answer.text)
  return answer
}

/** Few values for each parameter, so that many rows are equal in what they are sorted by. */
function choices(list: Swept, makers: readonly Swept[]): Record<string, fc.Arbitrary<unknown>> {
  const sorts = new Set(sortsOf(list))
  const params = makers.flatMap((maker) => Object.entries(ownParams(maker)))
  const varied = params.filter(([name, { schema, need }]) => {
    const { enum: words } = unwrapNull(nodeOf(schema)).node
    return sorts.has(name) || (need !== 'required' && words !== undefined && words.length <= 3)
  })
  return Object.fromEntries(varied.map(([name, { schema }]) => [name, valuesIn(unwrapNull(nodeOf(schema)).node)]))
}

function valuesIn(node: SchemaNode): fc.Arbitrary<unknown> {
  if (node.enum) return fc.constantFrom(...node.enum)
  if (node.type === 'boolean') return fc.boolean()
  if (node.type === 'integer') return fc.constantFrom(1_000_000n, 2_000_000n, 3_000_000n, 9_007_199_254_740_993n)
  if (node.format === 'date-time') return fc.constantFrom('2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z')
  return fc.constantFrom('a', 'A', 'b', 'é', 'z z', 'Z', '_', '😀')
}

/** The attributes that a list can be sorted by. */
export function sortsOf({ operation }: Swept): string[] {
  return [...new Set(sortKeysOf(operation.params['sort_by']?.schema).map((key) => key.replace(/-(asc|desc)$/, '')))]
}

function sortKeysOf(schema: object | undefined): readonly string[] {
  // `sort_by` is a list of words.
  const { items } = (schema ?? {}) as SchemaNode
  return items?.enum ?? []
}

/** The fields that a list sorts by and that may be absent. */
export function nullableSorts(list: Swept): string[] {
  const fields = nodeOf(list.operation.answer.data).properties ?? {}
  return sortsOf(list).filter((name) => fields[name] !== undefined && unwrapNull(fields[name]).nullable)
}

/** What tells a row from all others. */
export function identityOf(row: Readonly<Record<string, unknown>>): string {
  return typeof row['id'] === 'string' ? row['id'] : JSON.stringify(row)
}

export interface Page {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly next: string | null
  readonly total: number | undefined
}

/** Reads one page. */
export async function readPage(scene: Scene, list: Swept, values: Values): Promise<Page> {
  const answer = await succeed(scene, list, values)
  const { next_cursor = null, total_count } = answer.body
  return { rows: rowsOf(answer), next: next_cursor, total: total_count }
}

/** Reads all pages, and fails when they do not end. */
export async function walk(scene: Scene, list: Swept, values: Values): Promise<Page['rows'][]> {
  const pages = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Page = await readPage(scene, list, { ...values, ...(cursor === undefined ? {} : { cursor }) })
    pages.push(page.rows)
    cursor = page.next
    assert.ok(pages.length < 500, `${list.name} does not end`)
  }
  return pages
}
