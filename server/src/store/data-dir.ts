import { createHash } from 'node:crypto'
import {
  accessSync,
  closeSync,
  existsSync,
  constants,
  fchmodSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type Random, systemRandom } from '../surroundings/random.ts'
import { codeOf, readIfThere, startOf, stillRuns } from './operating-system.ts'

/** The folder that holds all a process keeps outside its database. Its files are for their owner only. */
export interface DataDir {
  /** Absolute. */
  readonly path: string
  /** The secrets of this installation, made on first use. */
  secrets(): Secrets
  /** Says to the outside that both doors answer. */
  writeReady(value: object): void
  removeReady(): void
  /** A private JSON file; `undefined` where there is none. */
  readJson(name: string): unknown
  /** Replaces a private JSON file as a whole: a crash leaves the old one or the new one. */
  writeJson(name: string, value: object): void
  /** Lets another process have the folder. */
  release(): void
}

export interface Secrets {
  /** 32 bytes. */
  readonly key: Buffer
  readonly operatorToken: string
}

/** Another process works on the folder. */
export class DataDirInUse extends Error {
  readonly path: string
  readonly pid: number

  constructor(path: string, pid: number) {
    super(`The data directory ${path} is in use by process ${pid}. Stop that one first, or give another DATA_DIR.`)
    this.name = 'DataDirInUse'
    this.path = path
    this.pid = pid
  }
}

const lockName = 'billposter.pid'
const readyName = 'ready.json'
const secretsName = 'secrets.json'

/** Makes one folder after the other: Node's own recursion never ends where the system refuses as it does in /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process that starts at the same time may have made it.
    if (existsSync(path)) return
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`DATA_DIR cannot be made (${reason}). Give one in a folder that you can write to.`, {
      cause: error,
    })
  }
}

/** Makes the folder where it is missing and takes it for this process, or throws {@link DataDirInUse}. */
export function openDataDir(given: string, random: Random = systemRandom): DataDir {
  const path = resolve(given)
  makeFolder(path)
  checkAccess(path)
  const lock = join(path, lockName)
  take(lock, `${process.pid} ${startOf(process.pid)}\n`)
  // Left over from a crash; until the doors are open again it would send callers to nobody.
  rmSync(join(path, readyName), { force: true })

  const readJson = (name: string) => parse(join(path, name))
  const writeJson = (name: string, value: object) => writeWhole(join(path, name), value)
  return {
    path,
    readJson,
    writeJson,
    secrets() {
      const kept = readJson(secretsName)
      if (kept !== undefined) return readSecrets(kept, join(path, secretsName))
      const made = { key: random.bytes(32), operatorToken: random.alphanumerics(40) }
      writeJson(secretsName, { key: made.key.toString('base64'), operator_token: made.operatorToken })
      return made
    },
    writeReady: (value) => writeJson(readyName, value),
    removeReady: () => rmSync(join(path, readyName), { force: true }),
    release: () => rmSync(lock, { force: true }),
  }
}

function checkAccess(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(
      `The data directory ${path} belongs to another user. Start as that user, or give another DATA_DIR.`,
      {
        cause: error,
      },
    )
  }
}

/**
 * Takes a lock file, which holds the pid and the start of its holder. Who finds a dead holder first takes the right of
 * succession to that very holder, so that of several only one replaces the file, and only while it is unchanged.
 */
function take(lock: string, holder: string): void {
  const mine = `${lock}.${process.pid}.tmp`
  writeFileSync(mine, holder, { mode: 0o600 })
  try {
    while (!linkNew(mine, lock)) {
      const held = readIfThere(lock)
      if (held === undefined) continue
      const [pid, start = ''] = held.trim().split(' ')
      if (stillRuns(Number(pid) || 0, start)) throw new DataDirInUse(dirname(lock), Number(pid))
      const succession = `${lock}.${createHash('sha256').update(held).digest('hex').slice(0, 12)}`
      take(succession, holder)
      const unchanged = readIfThere(lock) === held
      if (unchanged) renameSync(mine, lock)
      rmSync(succession, { force: true })
      if (unchanged) return
    }
  } finally {
    rmSync(mine, { force: true })
  }
}

/** Gives a file a second name, at once with its content; false when the name is taken. */
function linkNew(file: string, name: string): boolean {
  try {
    linkSync(file, name)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function parse(file: string): unknown {
  const text = readIfThere(file)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the text, which can be a secret.
    throw new Error(`${file} does not hold JSON. Restore it from a backup.`)
  }
}

function readSecrets(kept: unknown, file: string): Secrets {
  const fields = new Map<string, unknown>(Object.entries(kept ?? {}))
  const operatorToken = fields.get('operator_token')
  const bytes = Buffer.from(String(fields.get('key')), 'base64')
  if (bytes.length !== 32 || typeof operatorToken !== 'string' || operatorToken === '') {
    throw new Error(`${file} lacks a key of 32 bytes or an operator_token. Restore it from a backup.`)
  }
  return { key: bytes, operatorToken }
}

function writeWhole(file: string, value: object): void {
  const next = join(dirname(file), `.${basename(file)}.tmp`)
  const handle = openSync(next, 'w', 0o600)
  try {
    fchmodSync(handle, 0o600)
    writeFileSync(handle, `${JSON.stringify(value, null, 2)}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(next, file)
  syncFolder(dirname(file))
}

/** Makes a rename last through a power cut. Windows cannot open folders and does it by itself. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
