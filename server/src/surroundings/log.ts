import { pino } from 'pino'

export type Log = pino.Logger

/**
 * Structured log lines on standard output, gathered for up to a second and written together; a process that ends by
 * itself writes what is left. What could hold a secret is never passed in.
 */
export function createLog(level: string): Log {
  return pino({ level, base: null }, pino.destination({ fd: 1, sync: false, minLength: 8_192, periodicFlush: 1_000 }))
}
