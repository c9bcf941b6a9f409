import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { type App, createApp } from './app.ts'
import type { Config } from './config.ts'
import { loadDemo, type Demo, resetHalfLoaded } from './demo/demo.ts'
import { type Connection, openDatabase } from './store/database.ts'
import { openDataDir } from './store/data-dir.ts'
import { type Embedded, startEmbedded } from './store/embedded.ts'
import { prepareInstallation } from './store/installation.ts'
import { migrate } from './store/migrate.ts'
import { leaseNode } from './store/nodes.ts'
import { systemClock } from './surroundings/clock.ts'
import { snowflakeIds } from './surroundings/ids.ts'
import { createKeys } from './surroundings/keys.ts'
import { createLog } from './surroundings/log.ts'
import { systemRandom } from './surroundings/random.ts'

/** What is written to `ready.json` when both doors answer. */
export interface Ready {
  readonly pid: number
  readonly base_url: string
  readonly sandbox_url: string
  readonly reference_url: string
  readonly operator_token: string
  readonly demo: Demo | null
}

/** A service that runs, until `stop`. `lost` settles when the database under it ends by itself. */
export interface Running {
  readonly ready: Ready
  readonly lost: Promise<Error>
  stop(): Promise<void>
}

/** Starts everything in order; what was started is stopped again when a later step fails. */
export async function start(config: Config): Promise<Running> {
  const undo: (() => Promise<void> | void)[] = []
  const stop = async () => {
    let failure: unknown
    for (const step of undo.splice(0).toReversed()) {
      try {
        await step()
      } catch (error) {
        // Where the database is lost its own steps fail; those that are left still give back what they hold.
        failure ??= error
      }
    }
    if (failure !== undefined) throw failure
  }
  try {
    return { ...(await startInto(config, undo)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startInto(config: Config, undo: (() => Promise<void> | void)[]): Promise<Omit<Running, 'stop'>> {
  const log = createLog(config.logLevel)
  const dataDir = openDataDir(config.dataDir)
  undo.push(() => dataDir.release())
  const secrets = dataDir.secrets()
  const operatorToken = config.operatorToken ?? secrets.operatorToken

  let embedded: Embedded | undefined
  if (!config.databaseUrl) {
    embedded = await startEmbedded({ dataDir: config.dataDir, log })
    undo.push(() => embedded?.stop())
  }
  const connection: Connection = embedded?.connection ?? { connectionString: config.databaseUrl ?? '' }
  if (embedded) await resetHalfLoaded(connection, dataDir)
  await migrate(connection)
  const database = openDatabase(connection)
  const keys = createKeys(secrets.key, systemRandom)
  await prepareInstallation(database, keys)
  const node = await leaseNode(database, { clock: systemClock, random: systemRandom })
  const redis = config.redisUrl
    ? new Redis(config.redisUrl, { maxRetriesPerRequest: 1, enableOfflineQueue: false })
    : undefined
  redis?.on('error', (error: Error) =>
    log.warn({ err: error }, 'Redis cannot be reached; limits are counted in this process'),
  )
  undo.push(() => redis?.disconnect())

  const surroundings = { clock: systemClock, random: systemRandom, ids: snowflakeIds(node.number), keys, log }
  const { publicUrl, sandboxPublicUrl, rateLimits, work } = config
  const settings = { operatorToken, rateLimits, publicUrl, sandboxPublicUrl, work, redis }
  const app = createApp(surroundings, database, node, settings)
  undo.push(() => app.close())

  const wanted = config.demo ?? embedded !== undefined
  // Limits are for callers, however tight they are set.
  const unlimited = () => createApp(surroundings, database, node, { ...settings, rateLimits: null })
  // The requests that make the demo world are nobody's; its lines would bury what a first start has to say.
  log.level = config.logLevel === 'info' ? 'warn' : config.logLevel
  const demo = await loadDemo({ app: unlimited, database, dataDir, operatorToken, wanted, log })
  log.level = config.logLevel
  const urls = await listen(app, config)
  app.start()
  const ready: Ready = {
    pid: process.pid,
    base_url: urls.production,
    sandbox_url: urls.sandbox,
    reference_url: `${urls.production}/reference`,
    operator_token: operatorToken,
    demo,
  }
  undo.push(() => dataDir.removeReady())
  dataDir.writeReady(ready)
  return { ready, lost: embedded?.lost ?? new Promise(() => {}) }
}

async function listen(app: App, config: Config): Promise<{ production: string; sandbox: string }> {
  const { host, port, sandboxPort, publicUrl, sandboxPublicUrl } = config
  const open = async (door: FastifyInstance, at: number, url: string | undefined) => {
    const address = await door.listen({ host, port: at })
    return url ?? address
  }
  const production = await open(app.production, port, publicUrl)
  const sandbox = await open(app.sandbox, sandboxPort, sandboxPublicUrl)
  app.knowPlace({ baseUrl: production, sandboxUrl: sandbox })
  return { production, sandbox }
}
