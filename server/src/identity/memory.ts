import type { Db } from '../store/database.ts'
import { identityEpoch } from '../store/installation.ts'
import type { Clock } from '../surroundings/clock.ts'

/** Remembers what was read of users, tokens and access, for as long as nobody has changed any of it. */
export interface Memory {
  recall<T>(key: string, read: () => Promise<T>): Promise<T>
  /** Forgets everything; a read that is under way is not remembered either. */
  forget(): void
  /** Asks whether another process has changed something. Called a few times a second. */
  refresh(): Promise<void>
}

const capacity = 20_000
// Unless the database has confirmed within this time that nothing changed, nothing remembered is used.
const trustedMs = 800

export function createMemory(db: Db, clock: Clock): Memory {
  const known = new Map<string, unknown>()
  let generation = 0
  let epoch: string | null | undefined
  let confirmedMs = Number.NEGATIVE_INFINITY

  function forget(): void {
    known.clear()
    generation++
  }

  return {
    forget,
    async recall<T>(key: string, read: () => Promise<T>): Promise<T> {
      const trusted = clock.ms() - confirmedMs <= trustedMs
      // What a key remembers is what its own `read` gave.
      if (trusted && known.has(key)) return known.get(key) as T
      const before = generation
      const value = await read()
      // What is not there is asked for again each time: it may appear, and strangers must not fill the memory.
      if (value !== undefined && before === generation) {
        if (known.size >= capacity) known.clear()
        known.set(key, value)
      }
      return value
    },
    async refresh() {
      const asked = clock.ms()
      const now = await identityEpoch(db)
      if (now !== epoch) forget()
      epoch = now
      confirmedMs = asked
    },
  }
}
