import type { Timestamp } from '@billposter/contract/language/field'

/** What time it is. Nothing else in the server asks the machine. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  ms(): number
}

export const systemClock: Clock = { ms: () => Date.now() }

/** A clock that stands still until it is moved. */
export interface HandClock extends Clock {
  /** Moves forward by an amount such as `90s`, `15m`, `1h` or `2d`. */
  advance(amount: `${number}${'s' | 'm' | 'h' | 'd'}`): void
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

export function handClock(startMs: number): HandClock {
  let now = startMs
  return {
    ms: () => now,
    advance(amount) {
      const unit = amount.at(-1) as keyof typeof unitMs
      now += Number(amount.slice(0, -1)) * unitMs[unit]
    },
  }
}

/** The wire shape of an instant; fractions of a second are cut off. */
export function timestamp(ms: number): Timestamp {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}
