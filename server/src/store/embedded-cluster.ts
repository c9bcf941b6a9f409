import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Random } from '../surroundings/random.ts'
import { syncFolder } from './data-dir.ts'
import { type Account, handOver, type Launcher } from './embedded-account.ts'
import type { Binaries } from './embedded-binaries.ts'
import { codeOf, readIfThere, startOf, stillRuns } from './operating-system.ts'

/** The superuser of the cluster, and the only one. */
export const user = 'billposter'

const passwordName = 'billposter.password'
const patienceMs = 20_000
const stepMs = 10

export function clusterExists(cluster: string): boolean {
  return existsSync(join(cluster, 'PG_VERSION'))
}

/** An empty folder, the account's, that a cluster is made in. What a crash left of an earlier one is thrown away. */
export function freshFolder(path: string, account: Account | undefined): void {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { mode: 0o700 })
  handOver(path, account)
}

/** Makes a cluster in `fresh` and, when it is whole and on the disk, gives it its name. */
export async function makeCluster(
  place: { fresh: string; cluster: string; dataDir: string },
  binaries: Binaries,
  launcher: Launcher,
  account: Account | undefined,
  random: Random,
): Promise<void> {
  const password = join(place.dataDir, passwordName)
  writeFileSync(password, random.alphanumerics(32), { mode: 0o600, flush: true })
  handOver(password, account)
  const [program, ...args] = [
    ...launcher.before,
    binaries.initdb,
    `--pgdata=${place.fresh}`,
    `--username=${user}`,
    `--pwfile=${password}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // The socket is its owner's alone; a port is open to everyone on the machine.
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
  ]
  await promisify(execFile)(program, args, launcher.options).catch((error: Error & { stderr?: string }) => {
    throw new Error(`The embedded PostgreSQL could not be created.\n${error.stderr?.trim() || error.message}`)
  })
  renameSync(password, join(place.fresh, passwordName))
  syncFolder(place.fresh)
  renameSync(place.fresh, place.cluster)
  syncFolder(place.dataDir)
}

/** The superuser's password, for where there is a port instead of a socket. */
export function passwordOf(cluster: string): string {
  return readFileSync(join(cluster, passwordName), 'utf8')
}

/**
 * Ends the PostgreSQL that a killed process left behind on the cluster. A pid file that names nobody, or a process that
 * has nothing to do with the cluster, is removed: PostgreSQL would take it for a running server.
 */
export async function endOrphan(cluster: string, binaries: Binaries, launcher: Launcher): Promise<number | undefined> {
  const pidFile = join(cluster, 'postmaster.pid')
  const pid = Number.parseInt(readIfThere(pidFile) ?? '', 10)
  if (startOf(pid) !== undefined && serves(pid, cluster)) {
    await endPostmaster(pid, cluster, binaries, launcher)
    return pid
  }
  rmSync(pidFile, { force: true })
  return undefined
}

/** Whether a process is a PostgreSQL on this cluster, by its command line or its working folder. */
function serves(pid: number, cluster: string): boolean {
  if (process.platform === 'win32') return true
  const line = readIfThere(`/proc/${pid}/cmdline`)
  if (line !== undefined) return line.split('\0').includes(cluster) || workingFolder(pid) === cluster
  try {
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' }).includes(cluster)
  } catch {
    return false
  }
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** Fast shutdown: transactions are rolled back and everything is written; after 20 s, immediate shutdown. */
export async function endPostmaster(
  pid: number,
  cluster: string,
  binaries: Binaries,
  launcher: Launcher,
): Promise<void> {
  const start = startOf(pid)
  if (start === undefined) return
  // Windows has no signals; there, PostgreSQL listens to its own program.
  if (process.platform === 'win32') {
    const args = ['stop', '--pgdata', cluster, '--mode', 'fast', '--timeout', `${patienceMs / 1000}`]
    await promisify(execFile)(binaries.pgCtl, args, launcher.options)
    return
  }
  signal(pid, 'SIGINT')
  for (let waitedMs = 0; stillRuns(pid, start); waitedMs += stepMs) {
    if (waitedMs === patienceMs) signal(pid, 'SIGQUIT')
    await sleep(stepMs)
  }
}

/** Sends a signal to a process that may just have ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}
