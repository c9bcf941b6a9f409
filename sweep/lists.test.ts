import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodeOf } from '@billposter/contract/language/field'
import fc from 'fast-check'
import { createWorld } from '../server/test/world.ts'
import { included } from './exceptions.ts'
import { assertRefused } from './stage/answer.ts'
import { flockOf, identityOf, nullableSorts, type Page, readPage, sortsOf, walk } from './stage/flock.ts'
import { pagedLists, type Swept, type Values } from './stage/operations.ts'
import { draftOf } from './stage/request.ts'
import { createScene, type Scene } from './stage/scene.ts'

const world = await createWorld()

interface Filled {
  readonly scene: Scene
  readonly values: Values
  /** Every row, in the order of creation. */
  readonly rows: Page['rows']
}

const rowCount = 15

/** The largest page that the list gives. */
function most({ operation }: Swept): number {
  const { count } = operation.params
  return (count && nodeOf(count.schema).maximum) ?? 200
}

/** An account of its own with rows that are alike and unlike, present and deleted, with values and without. */
async function filled(list: Swept): Promise<Filled> {
  const scene = await createScene(world, 'sandbox')
  const example = await scene.valuesOf(list)
  const everything = { with_deleted: true, with_draft: true }
  const shown = Object.entries(everything).filter(([name]) => name in list.operation.params)
  const values = { ...example, ...Object.fromEntries(shown) }
  const flock = flockOf(scene, list, values)
  const rows = async () => (await readPage(scene, list, { ...values, count: most(list) })).rows
  for (const [index, variation] of fc.sample(flock.variations, { numRuns: 60, seed: 12 }).entries()) {
    if (index % 3 === 0) world.clock.advance('1s')
    if (index >= rowCount && unmixed(list, await rows()).length === 0) break
    await flock.insert(variation)
  }
  for (const [index, row] of (await rows()).entries()) {
    world.clock.advance('1s')
    if (index % 4 === 1)
      await flock.change(identityOf(row), fc.sample(flock.variations, { numRuns: 1, seed: index })[0] ?? {})
    if (index % 4 === 2) await flock.remove(identityOf(row))
  }
  return { scene, values, rows: await rows() }
}

/** The attributes that may be absent, but are so in all rows or in none. */
function unmixed(list: Swept, rows: Page['rows']): string[] {
  const absent = (name: string) => rows.filter((row) => row[name] === null).length
  return nullableSorts(list).filter((name) => absent(name) === 0 || absent(name) === rows.length)
}

for (const list of included('lists', pagedLists)) {
  const ready = filled(list)
  const orders: Values[] = [
    {},
    ...sortsOf(list).flatMap((name) => [{ sort_by: [`${name}-asc`] }, { sort_by: [`${name}-desc`] }]),
  ]

  test(`${list.name} has rows with a value and without one in every attribute that it sorts by`, async () => {
    const { rows } = await ready
    assert.ok(rows.length >= rowCount)
    assert.deepEqual(unmixed(list, rows), [])
    if (sortsOf(list).includes('deleted')) assert.ok(rows.some(({ deleted }) => deleted === false))
  })

  for (const order of orders) {
    const name = order['sort_by'] ? `sorted by ${String(order['sort_by'])}` : 'in order of creation'
    test(`a walk over ${list.name} ${name} visits every row once, whatever the size of its pages`, async () => {
      const { scene, values, rows } = await ready
      const whole = (await walk(scene, list, { ...values, ...order, count: most(list) })).flat()
      assert.deepEqual(whole.map(identityOf).toSorted(), rows.map(identityOf).toSorted())
      assertOrdered(whole, order, rows)
      for (const count of [1, 2, 7]) {
        const pages = await walk(scene, list, { ...values, ...order, count })
        assert.deepEqual(pages.flat(), whole)
        for (const page of pages.slice(0, -1)) assert.equal(page.length, count)
        assert.ok((pages.at(-1)?.length ?? 0) > 0, 'the last page is empty')
      }
    })
  }

  for (const name of sortsOf(list)) {
    test(`${list.name} sorted by ${name} downwards is the reverse of upwards`, async () => {
      const { scene, values } = await ready
      const [up, down] = await Promise.all(
        ['asc', 'desc'].map(
          async (way) => (await readPage(scene, list, { ...values, sort_by: [`${name}-${way}`] })).rows,
        ),
      )
      assert.deepEqual(distinct(down ?? [], name), distinct(up ?? [], name).toReversed())
      assert.ok(distinct(up ?? [], name).length > 0)
    })
  }

  test(`${list.name} ends exactly where its rows do`, async () => {
    const { scene, values, rows } = await ready
    for (const [count, isEnd] of [
      [rows.length, true],
      [rows.length + 1, true],
      [rows.length - 1, false],
    ] as const) {
      const { next, rows: page } = await readPage(scene, list, { ...values, count })
      assert.equal(next === null, isEnd, `${count}`)
      assert.equal(page.length, Math.min(count, rows.length))
    }
  })

  test(`${list.name} lets the size of the page change during a walk`, async () => {
    const { scene, values, rows } = await ready
    const first = await readPage(scene, list, { ...values, count: 2 })
    const rest = await readPage(scene, list, { ...values, count: most(list), cursor: first.next })
    assert.deepEqual([...first.rows, ...rest.rows], rows)
    assert.equal(rest.next, null)
  })

  if (list.operation.params['with_total_count']) {
    test(`${list.name} counts all of its rows when it is asked to, and only then`, async () => {
      const { scene, values, rows } = await ready
      for (const count of [1, most(list)]) {
        const { total } = await readPage(scene, list, { ...values, count, with_total_count: true })
        assert.equal(total, rows.length)
        assert.equal((await readPage(scene, list, { ...values, count, with_total_count: false })).total, undefined)
        assert.equal((await readPage(scene, list, { ...values, count })).total, undefined)
      }
      const live = await readPage(scene, list, { ...values, with_deleted: false, with_total_count: true })
      assert.equal(live.total, live.rows.length)
    })

    test(`${list.name} does not count in the middle of a walk`, async () => {
      const { scene, values } = await ready
      const { next } = await readPage(scene, list, { ...values, count: 1 })
      const asked = { ...values, count: 1, cursor: next, with_total_count: true }
      const exclusive = [{ code: 'EXCLUSIVE_PARAMETERS', parameter: 'with_total_count' }]
      assertRefused(await scene.ask(list, draftOf(list, asked)), 400, exclusive)
      await readPage(scene, list, { ...asked, with_total_count: false })
    })
  }

  if (list.operation.params['with_deleted']) {
    test(`${list.name} shows deleted rows only to who asks for them`, async () => {
      const { scene, values, rows } = await ready
      const { rows: live } = await readPage(scene, list, { ...values, with_deleted: false })
      assert.deepEqual(
        live,
        rows.filter(({ deleted }) => deleted === false),
      )
    })
  }
}

/** Rows follow their sort attribute, absent ones last; equal ones stay in the order of creation. */
function assertOrdered(rows: Page['rows'], { sort_by }: Values, created: Page['rows']): void {
  const [key = ''] = (sort_by ?? []) as string[]
  const name = key.replace(/-(asc|desc)$/, '')
  const age = new Map(created.map((row, index) => [identityOf(row), index]))
  for (const [index, row] of rows.slice(1).entries()) {
    const before = rows[index] ?? {}
    const [a, b] = [before[name] ?? null, row[name] ?? null]
    if (a === null && b !== null) assert.equal(key, '', `${name}: an absent value comes before ${String(b)}`)
    if (a === b) assert.ok((age.get(identityOf(before)) ?? 0) < (age.get(identityOf(row)) ?? 0), `${name}: ties`)
    else if (a !== null && b !== null) assertFollows(a, b, key)
  }
}

/** Text is ordered as the database does, which is only asked to be one order; the rest by size. */
function assertFollows(before: unknown, after: unknown, key: string): void {
  const isText = typeof before === 'string' && !/^\d{4}-\d\d-\d\dT/.test(before)
  if (isText) return
  const [less, more] = key.endsWith('-desc') ? [after, before] : [before, after]
  // Both are of the attribute's own type: numbers, truth values or times.
  assert.ok((less as number) < (more as number), `${key}: ${String(before)}, ${String(after)}`)
}

function distinct(rows: Page['rows'], name: string): unknown[] {
  return [...new Set(rows.map((row) => row[name] ?? null).filter((value) => value !== null))]
}
