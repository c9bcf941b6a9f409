import { Snowflake } from '@sapphire/snowflake'

/**
 * Makes 63-bit ids whose order is the order of creation. They follow the machine's time even where a test or a
 * sandbox moves its own clock, since two clocks at one instant must not make one id twice.
 */
export interface Ids {
  /** For entities: 12 characters of base 36, so that ids compare as text in order of creation. */
  entity(): string
  /** For posts, users and cards: a decimal number. */
  decimal(): bigint
}

// From this epoch, base 36 has 12 digits from 2021 to 2055.
const epoch = Date.UTC(2020, 0, 1)
const perMillisecond = 4096
const nodeBits = 5

export function snowflakeIds(node: () => number, nowMs: () => number = Date.now): Ids {
  const snowflake = new Snowflake(epoch)
  let lastMs = 0
  let increment = 0

  function next(): bigint {
    const ms = Math.max(nowMs(), lastMs)
    increment = ms === lastMs ? increment + 1 : 0
    // More ids than a millisecond holds borrow from the next one; time that steps back waits at the last one.
    lastMs = increment === perMillisecond ? ms + 1 : ms
    increment %= perMillisecond
    const number = node()
    return snowflake.generate({
      timestamp: lastMs,
      increment: BigInt(increment),
      workerId: BigInt(number >> nodeBits),
      processId: BigInt(number & ((1 << nodeBits) - 1)),
    })
  }

  return { entity: () => next().toString(36), decimal: next }
}

/** Node numbers that ids can carry: 0 to 1023. */
export const nodeCount = 1024
