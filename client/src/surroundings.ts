import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

/** Time and chance, so that tests can hold both still. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Waits; rejects with the signal's reason when it is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** From 0 up to, not including, 1. */
  readonly random: () => number
  /** A text that nobody has used before. */
  readonly uuid: () => string
}

export const realSurroundings: Surroundings = {
  now: Date.now,
  random: Math.random,
  uuid: randomUUID,
  async sleep(ms, signal) {
    try {
      await wait(ms, undefined, signal ? { signal } : {})
    } catch (error) {
      // The timer wraps the reason; a caller expects the one that it gave.
      signal?.throwIfAborted()
      throw error
    }
  },
}
