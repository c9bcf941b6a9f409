import { pino } from 'pino'

export type Log = pino.Logger

/** Structured log lines on standard output. What could hold a secret is never passed in. */
export function createLog(level: string): Log {
  return pino({ level, base: null })
}
