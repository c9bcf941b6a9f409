import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createWorld } from '../server/test/world.ts'
import { included } from './exceptions.ts'
import { type Flock, flockOf, identityOf, readPage, sortsOf, type Variation } from './stage/flock.ts'
import { pagedLists, type Swept, type Values } from './stage/operations.ts'
import { createScene, type Scene } from './stage/scene.ts'

const world = await createWorld()

interface Event {
  readonly kind: 'insert' | 'change' | 'remove'
  /** Which of the rows that were there at first. */
  readonly pick: number
  readonly variation: Variation
}

interface Walk {
  readonly count: number
  readonly withDeleted: boolean
  readonly sort_by: readonly string[]
  /** What happens after each page. */
  readonly events: readonly (readonly Event[])[]
}

function walksOver(list: Swept, flock: Flock): fc.Arbitrary<Walk> {
  const keys = sortsOf(list).flatMap((name) => [`${name}-asc`, `${name}-desc`])
  const event = fc.record({
    kind: fc.constantFrom('insert' as const, 'change' as const, 'remove' as const),
    pick: fc.nat(40),
    variation: flock.variations,
  })
  return fc.record({
    count: fc.integer({ min: 1, max: 4 }),
    withDeleted: fc.boolean(),
    sort_by: keys.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...keys), { maxLength: 3 }),
    events: fc.array(fc.array(event, { maxLength: 2 }), { maxLength: 5 }),
  })
}

function valuesFor(list: Swept, example: Values, { sort_by, withDeleted }: Walk): Values {
  const { params } = list.operation
  return {
    ...example,
    ...(sort_by.length > 0 ? { sort_by } : {}),
    ...(params['with_deleted'] ? { with_deleted: withDeleted } : {}),
    ...(params['with_draft'] ? { with_draft: true } : {}),
  }
}

/** Walks while things happen, and answers with how often each row was seen, and with the rows that were left alone. */
async function observe(scene: Scene, list: Swept, flock: Flock, example: Values, walk: Walk) {
  const values = valuesFor(list, example, walk)
  const { rows: before } = await readPage(scene, list, { ...values, count: 1000 })
  const alone = new Set(before.map(identityOf))
  const removed = new Set(before.filter(({ deleted }) => deleted === true).map(identityOf))
  const seen = new Map<string, number>()
  const events = walk.events.slice()
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await readPage(scene, list, {
      ...values,
      count: walk.count,
      ...(cursor === undefined ? {} : { cursor }),
    })
    for (const row of page.rows) seen.set(identityOf(row), (seen.get(identityOf(row)) ?? 0) + 1)
    for (const { kind, pick, variation } of events.shift() ?? []) {
      world.clock.advance('1s')
      const id = identityOf(before[pick % before.length] ?? {})
      if (kind === 'insert') await flock.insert(variation)
      else if (flock.can[kind] && !removed.has(id)) {
        if (kind === 'change') await flock.change(id, variation)
        else await flock.remove(id)
        if (kind === 'remove') removed.add(id)
        if (!stays(flock, walk, kind)) alone.delete(id)
      }
    }
    cursor = page.next
  }
  return { seen, alone }
}

/** A row that is changed stays where it is in an order by what did not change. A deleted one stays if it is shown. */
function stays(flock: Flock, { sort_by, withDeleted }: Walk, kind: 'change' | 'remove'): boolean {
  const inPlace = sort_by.every((key) => flock.isFixed(key.replace(/-(asc|desc)$/, '')))
  return inPlace && (kind === 'change' || withDeleted)
}

for (const list of included('walks', pagedLists)) {
  test(`a walk over ${list.name} neither skips nor repeats a row that was there all along, whatever happens meanwhile`, async () => {
    const scene = await createScene(world, 'sandbox')
    // The account in the path stays; those that the list shows may come and go.
    const example = await scene.valuesOf(list)
    const flock = flockOf(scene, list, example)
    for (const variation of fc.sample(flock.variations, { numRuns: 8, seed: 3 })) await flock.insert(variation)
    await fc.assert(
      fc.asyncProperty(walksOver(list, flock), async (walk) => {
        const { seen, alone } = await observe(scene, list, flock, example, walk)
        for (const id of alone) assert.equal(seen.get(id), 1, id)
      }),
      { numRuns: 25, endOnFailure: true },
    )
  })
}
