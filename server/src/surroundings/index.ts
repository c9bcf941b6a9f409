import type { Clock } from './clock.ts'
import type { Ids } from './ids.ts'
import type { Keys } from './keys.ts'
import type { Log } from './log.ts'
import type { Random } from './random.ts'

/** All that comes in from outside the program: time, ids, chance, the key, and a place to write to. */
export interface Surroundings {
  readonly clock: Clock
  readonly ids: Ids
  readonly random: Random
  readonly keys: Keys
  readonly log: Log
}
