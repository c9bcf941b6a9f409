import { spawn } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Log } from '../surroundings/log.ts'
import { type Random, systemRandom } from '../surroundings/random.ts'
import { type Account, accountFor, chooseLauncher, type Launcher, letThrough } from './embedded-account.ts'
import { type Binaries, findBinaries } from './embedded-binaries.ts'
import {
  clusterExists,
  endOrphan,
  endPostmaster,
  freshFolder,
  makeCluster,
  passwordOf,
  signal,
  user,
} from './embedded-cluster.ts'
import { codeOf } from './operating-system.ts'

/** A PostgreSQL that this process runs for itself. */
export interface Embedded {
  readonly connection: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly password?: string
    readonly database: string
    readonly ssl: false
  }
  /** Settles when PostgreSQL ends without being told to. */
  readonly lost: Promise<Error>
  stop(): Promise<void>
}

type Connection = Embedded['connection']

/** Everything about one start that stays the same over its attempts. */
interface Site {
  readonly dataDir: string
  readonly cluster: string
  readonly socketDir: string
  readonly logFile: string
  readonly binaries: Binaries
  readonly launcher: Launcher
  readonly account: Account | undefined
  readonly log: Log
}

const database = 'billposter'
const socketPort = 5432
// The system allows 104 to 108 bytes for the path of a socket.
const socketPathLimit = 100
const logLimit = 1_000_000

const settings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
  max_connections: '100',
  max_wal_size: '1GB',
  wal_compression: 'on',
  checkpoint_completion_target: '0.9',
  jit: 'off',
  autovacuum: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_checkpoints: 'off',
  // What was in a failed statement or row may be secret; whoever sent it gets the whole error.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

/** Starts the PostgreSQL in `dataDir`, which it creates where it is missing, and waits until it answers. */
export async function startEmbedded(given: { dataDir: string; log: Log; random?: Random }): Promise<Embedded> {
  mkdirSync(given.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = realpathSync(given.dataDir)
  const cluster = join(dataDir, 'postgres')
  const socketDir = join(dataDir, 'socket')
  const fresh = join(dataDir, 'postgres.new')
  const binaries = await findBinaries()
  const account = accountFor(cluster)
  letThrough(dataDir, account)
  const isNew = !clusterExists(cluster)
  if (isNew) freshFolder(fresh, account)
  const launcher = chooseLauncher(binaries, dataDir, [isNew ? fresh : cluster], account)
  if (launcher.before.includes('--ambient-caps')) {
    given.log.debug('Folders above DATA_DIR are closed to PostgreSQL; it passes them by the capability dac_override.')
  }
  if (isNew) {
    await makeCluster({ fresh, cluster, dataDir }, binaries, launcher, account, given.random ?? systemRandom)
  } else {
    const orphan = await endOrphan(cluster, binaries, launcher)
    if (orphan !== undefined) given.log.warn({ pid: orphan }, 'ended the PostgreSQL that a killed process left behind')
  }
  const logFile = join(dataDir, 'postgres.log')
  return launch({ dataDir, cluster, socketDir, logFile, binaries, launcher, account, log: given.log })
}

/** Starts, again where something that is about to pass stood in the way. */
async function launch(site: Site): Promise<Embedded> {
  for (let attempt = 1; ; attempt++) {
    const connection = await chooseConnection(site)
    const postmaster = run(site, connection)
    try {
      await answer(postmaster, connection)
      return watch(site, postmaster, connection)
    } catch (error) {
      await postmaster.end()
      // Another program took the free port, or the last sessions of a killed PostgreSQL have not ended yet.
      const passing = /Address already in use|shared memory block .* still in use/.test(String(error))
      if (!passing || attempt === 100) throw error
      await sleep(100)
    }
  }
}

/** A socket that only its owner reaches; a port of this machine where sockets do not exist or the path is too long. */
async function chooseConnection({ cluster, socketDir, account }: Site): Promise<Connection> {
  const path = join(socketDir, `.s.PGSQL.${socketPort}`)
  if (process.platform !== 'win32' && Buffer.byteLength(path) <= socketPathLimit) {
    // PostgreSQL would heed a lock file that a crash left beside the socket.
    freshFolder(socketDir, account)
    return { host: socketDir, port: socketPort, user, database, ssl: false }
  }
  return { host: '127.0.0.1', port: await freePort(), user, password: passwordOf(cluster), database, ssl: false }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

interface Postmaster {
  /** Settles with the reason when the process has ended, with the last of its log. */
  readonly ended: Promise<Error>
  hasEnded(): boolean
  /** Stops it in order. */
  end(): Promise<void>
}

function run(site: Site, connection: Connection): Postmaster {
  const { cluster, binaries, launcher, logFile } = site
  const isSocket = connection.password === undefined
  const all = {
    ...settings,
    listen_addresses: isSocket ? '' : connection.host,
    port: connection.port,
    unix_socket_directories: isSocket ? connection.host : '',
    unix_socket_permissions: '0700',
  }
  const switches = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [program = '', ...args] = [...launcher.before, binaries.postgres, '-D', cluster, ...switches]
  bound(logFile)
  const output = openSync(logFile, 'a', 0o600)
  const logStart = statSync(logFile).size
  // Detached: a Ctrl-C in the terminal reaches this process alone, which then ends PostgreSQL in order.
  const child = spawn(program, args, { ...launcher.options, detached: true, stdio: ['ignore', output, output] })
  closeSync(output)
  // Where this process ends without stopping it, as by an exception that nobody catches.
  const lastResort = () => child.pid !== undefined && signal(child.pid, 'SIGINT')
  process.once('exit', lastResort)
  let isOver = false
  const ended = new Promise<Error>((resolve) => {
    const over = (reason: string) => {
      isOver = true
      process.removeListener('exit', lastResort)
      resolve(new Error(`The embedded PostgreSQL ended (${reason}). ${logFile}:\n${tail(logFile, logStart)}`))
    }
    child.once('error', (error) => over(error.message))
    child.once('exit', (code, signalName) => over(signalName ?? `code ${code}`))
  })
  return {
    ended,
    hasEnded: () => isOver,
    async end() {
      if (isOver || child.pid === undefined) return
      await endPostmaster(child.pid, cluster, binaries, launcher)
      await ended
    },
  }
}

/** Waits until PostgreSQL takes connections, however long it recovers, and makes the database where it is missing. */
async function answer(postmaster: Postmaster, connection: Connection): Promise<void> {
  for (let tries = 0; ; tries++) {
    if (postmaster.hasEnded()) throw await postmaster.ended
    const code = await failureCode(connection)
    if (code === undefined) return
    if (code === '3D000') await failureCode({ ...connection, database: 'postgres' }, `create database ${database}`)
    // A long recovery is asked more rarely, since PostgreSQL logs each time that it refuses.
    else await sleep(tries < 100 ? 10 : 250)
  }
}

// Not there yet, not listening yet, just closing, starting up, shutting down, all connections taken.
const notYet = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03', '57P01', '53300', '3D000']

/** Connects and runs a statement: `undefined` when that went well, a code when it may go well later. */
async function failureCode(connection: Connection, statement = 'select 1'): Promise<string | undefined> {
  const client = new Client(connection)
  // A connection that breaks while it is closed has said all it had to say.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(statement)
    return undefined
  } catch (error) {
    const code = codeOf(error) ?? ''
    if (notYet.includes(code) || /Connection terminated unexpectedly/.test(String(error))) return code
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Looks after a running PostgreSQL until it is stopped. */
function watch(site: Site, postmaster: Postmaster, connection: Connection): Embedded {
  let stopping: Promise<void> | undefined
  const bounding = setInterval(() => bound(site.logFile), 60_000).unref()

  const lost = new Promise<Error>((resolve) => {
    void postmaster.ended.then((error) => {
      clearInterval(bounding)
      if (stopping) return
      site.log.fatal(error.message)
      resolve(error)
    })
  })
  return {
    connection,
    lost,
    stop() {
      stopping ??= postmaster.end().then(() => rmSync(site.socketDir, { recursive: true, force: true }))
      return stopping
    },
  }
}

/** Keeps the log and one older one, neither much over the limit. */
function bound(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size <= logLimit) return
  copyFileSync(logFile, `${logFile}.old`)
  truncateSync(logFile)
}

function tail(logFile: string, from: number): string {
  return readFileSync(logFile).subarray(from).toString().trim().split('\n').slice(-20).join('\n')
}
