import type { Memory } from '../identity/memory.ts'
import type { Database } from '../store/database.ts'
import type { NodeLease } from '../store/nodes.ts'
import { raw, sql } from '../store/sql.ts'
import { timestamp } from '../surroundings/clock.ts'
import type { Surroundings } from '../surroundings/index.ts'
import type { Task } from './ticker.ts'

/** What every process does for itself, whether or not it does background work. */
export function ownTasks(memory: Memory, node: NodeLease): Task[] {
  return [
    { name: 'refresh memory of identity', everyMs: 300, run: () => memory.refresh() },
    { name: 'renew node lease', everyMs: 10_000, run: () => node.renew() },
  ]
}

/** Background work, of which one process in a group is enough. */
export function backgroundTasks(database: Database, { clock }: Surroundings): Task[] {
  const expired = ['idempotency_keys', 'oauth_nonces', 'request_tokens']
  return expired.map((table) => ({
    name: `forget expired ${table}`,
    everyMs: 60_000,
    async run() {
      await database.run(sql`delete from ${raw(table)} where expires_at < ${timestamp(clock.ms())}`)
    },
  }))
}
