import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, statSync } from 'node:fs'
import type { Binaries } from './embedded-binaries.ts'

/**
 * Who runs PostgreSQL. It refuses to run as root, so root lends it to a user of its own: the owner of the cluster, or
 * the system user `postgres`.
 */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** A way to start a program: what stands before its path, and what `spawn` is told. */
export interface Launcher {
  readonly before: readonly string[]
  readonly options: { uid?: number; gid?: number; cwd: string; env?: Record<string, string> }
}

// Variables such as PGDATA or LC_ALL in the operator's shell must not change what is started.
const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** The account for the given cluster folder, or `undefined` where this process's own will do. */
export function accountFor(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return systemUser() ?? makeSystemUser()
}

function systemUser(): Account | undefined {
  const { stdout } = spawnSync('id', ['postgres'], { env, encoding: 'utf8' })
  const ids = /uid=(\d+).*?gid=(\d+)/.exec(stdout ?? '')
  return ids ? { uid: Number(ids[1]), gid: Number(ids[2]) } : undefined
}

function makeSystemUser(): Account {
  const ways: [string, ...string[]][] = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/bin/false'],
    ['adduser', '-S', '-D', '-H', '-h', '/nonexistent', '-s', '/bin/false'],
  ]
  for (const [program, ...args] of ways) {
    spawnSync(program, [...args, 'postgres'], { env })
    const user = systemUser()
    if (user) return user
  }
  throw new Error(
    'PostgreSQL does not run as root, and no user `postgres` could be made. ' +
      'Start as another user, make that one, or give a PostgreSQL of yours by DATABASE_URL.',
  )
}

/** Gives a file or folder to the account. */
export function handOver(path: string, account: Account | undefined): void {
  if (account) chownSync(path, account.uid, account.gid)
}

/** Lets the account, and nobody else, pass through a folder that is closed to all but root. */
export function letThrough(dataDir: string, account: Account | undefined): void {
  if (!account) return
  const { uid, mode } = statSync(dataDir)
  if (uid !== 0 || (mode & 0o077) !== 0) return
  chownSync(dataDir, 0, account.gid)
  chmodSync(dataDir, (mode & 0o700) | 0o010)
}

/**
 * Finds a way in which PostgreSQL can be run on these folders, by trying. Ways through `setpriv` come first: they have
 * the kernel stop PostgreSQL when this process is killed. Capabilities come last: the folders above may be closed.
 */
export function chooseLauncher(
  binaries: Binaries,
  dataDir: string,
  folders: readonly string[],
  account?: Account,
): Launcher {
  if (process.platform === 'win32') return { before: [], options: { cwd: dataDir } }
  const failures: string[] = []
  for (const launcher of launchers(dataDir, account)) {
    const failure = failureOf(launcher, binaries, folders)
    if (failure === undefined) return launcher
    failures.push(`${[...launcher.before, 'postgres'].join(' ')}: ${failure}`)
  }
  throw new Error(
    account
      ? `Root cannot lend PostgreSQL to user ${account.uid}, since folders above ${dataDir} or ${binaries.root} are closed ` +
          `to it. Move the program and DATA_DIR to where all users may pass, or start as another user, or give a ` +
          `PostgreSQL of yours by DATABASE_URL. Tried:\n${failures.join('\n')}`
      : `PostgreSQL does not run here. Give one of yours by DATABASE_URL. Tried:\n${failures.join('\n')}`,
  )
}

function launchers(dataDir: string, account?: Account): Launcher[] {
  const setpriv = ['setpriv', '--pdeathsig', 'INT']
  const plain = { cwd: dataDir, env }
  if (!account)
    return [
      { before: setpriv, options: plain },
      { before: [], options: plain },
    ]
  const lent = [...setpriv, '--reuid', `${account.uid}`, '--regid', `${account.gid}`, '--clear-groups']
  // Without the bit, access(2), which PostgreSQL asks before it runs its programs, leaves capabilities out.
  const able = (...names: string[]) => {
    const list = names.map((name) => `+${name}`).join(',')
    return [...lent, '--securebits', '+no_setuid_fixup', '--inh-caps', list, '--ambient-caps', list]
  }
  return [
    { before: lent, options: plain },
    { before: [], options: { ...plain, ...account } },
    { before: able('dac_override', 'dac_read_search'), options: plain },
    { before: able('dac_override'), options: plain },
  ]
}

/** Has `initdb` find its programs, libraries and shared files without making anything, and enters the folders. */
function failureOf(launcher: Launcher, binaries: Binaries, folders: readonly string[]): string | undefined {
  const script = '"$0" --show --pgdata="$1" && for folder; do cd "$folder" || exit; done'
  const [program = '', ...args] = [...launcher.before, '/bin/sh', '-c', script, binaries.initdb, ...folders]
  const { status, stderr, error } = spawnSync(program, args, { ...launcher.options, encoding: 'utf8' })
  if (status === 0) return undefined
  return error?.message ?? `code ${status}, ${stderr.trim().split('\n').at(-1)}`
}
