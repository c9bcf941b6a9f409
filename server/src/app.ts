import type { FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import packageJson from '../package.json' with { type: 'json' }
import { addAbout } from './http/about.ts'
import { createDoor } from './http/door.ts'
import { createLimits } from './http/limits.ts'
import type { House } from './http/pipeline.ts'
import { createMemory } from './identity/memory.ts'
import { digestOf } from './identity/tokens.ts'
import { operatorRooms, rooms } from './resources/index.ts'
import type { Database } from './store/database.ts'
import type { NodeLease } from './store/nodes.ts'
import type { Surroundings } from './surroundings/index.ts'
import { backgroundTasks, ownTasks } from './work/tasks.ts'
import { createTicker } from './work/ticker.ts'

const serviceVersion = packageJson.version

export interface AppSettings {
  readonly operatorToken: string
  /** Multiplies the rate limits; null turns them off. */
  readonly rateLimits: number | null
  readonly publicUrl?: string | undefined
  readonly sandboxPublicUrl?: string | undefined
  /** Whether this process does background work. */
  readonly work: boolean
  readonly redis?: Redis | undefined
}

/** The whole service over a database that is migrated: two doors, and the work between requests. */
export interface App {
  readonly production: FastifyInstance
  readonly sandbox: FastifyInstance
  /** Where the doors are found, for the documents that name them. */
  knowPlace(urls: { baseUrl: string; sandboxUrl: string }): void
  /** Runs the work that is due now. */
  tick(): Promise<void>
  /** Lets the work run by itself from now on. */
  start(): void
  /** Finishes what was begun. */
  close(): Promise<void>
}

export function createApp(surroundings: Surroundings, database: Database, node: NodeLease, settings: AppSettings): App {
  const memory = createMemory(database, surroundings.clock)
  const limits = createLimits(settings.rateLimits, surroundings.clock, settings.redis)
  const operatorTokenDigest = digestOf(settings.operatorToken)
  const house = (publicUrl: string | undefined): House => ({
    database,
    identity: { db: database, memory, surroundings, publicUrl },
    limits,
    operatorTokenDigest,
  })
  const parts = { rooms, operatorRooms }
  const production = createDoor({ ...parts, house: house(settings.publicUrl), door: 'production' })
  const sandbox = createDoor({ ...parts, house: house(settings.sandboxPublicUrl), door: 'sandbox' })
  let place = { version: serviceVersion, baseUrl: 'http://127.0.0.1:8012', sandboxUrl: 'http://127.0.0.1:8013' }
  addAbout(production, database, () => place)
  const tasks = [...ownTasks(memory, node), ...(settings.work ? backgroundTasks(database, surroundings) : [])]
  const ticker = createTicker(tasks, surroundings)
  return {
    production,
    sandbox,
    knowPlace(urls) {
      place = { version: serviceVersion, ...urls }
    },
    tick: ticker.tick,
    start: ticker.start,
    async close() {
      await Promise.all([closeDoor(production), closeDoor(sandbox)])
      await ticker.stop()
      await node.release()
      await database.close()
    },
  }
}

const patienceMs = 5_000

/** Lets requests that were begun finish; connections that stay open without one are cut after a while. */
async function closeDoor(door: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => door.server.closeAllConnections(), patienceMs)
  await door.close()
  clearTimeout(cut)
}
