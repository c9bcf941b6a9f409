import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { ConfigError, readConfig } from './config.ts'
import { checkNodeVersion } from './node-version.ts'
import type { Running } from './start.ts'

// Known once the settings are read; errors before that are about the settings themselves.
let isGivenDatabase = false

/** Says on standard error why the service does not start, and ends with 1. */
function giveUp(error: unknown): never {
  for (const line of messagesOf(error)) console.error(line)
  process.exit(1)
}

function messagesOf(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.faults
  if (!(error instanceof Error)) return [String(error)]
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE' && 'port' in error) {
    return [
      `Port ${String(error.port)} is in use by another program. Set PORT and SANDBOX_PORT to free ones; 0 finds some.`,
    ]
  }
  if (code === 'EADDRNOTAVAIL') return [`HOST is not an address of this machine: ${error.message}`]
  if (isGivenDatabase && /^(E[A-Z]+|3D000|28...|57P03)$/.test(code)) {
    return [`DATABASE_URL: the database cannot be used: ${error.message}`]
  }
  return [error.message]
}

async function begin(): Promise<Running> {
  const config = readConfig()
  isGivenDatabase = config.databaseUrl !== undefined
  // What is compiled is kept beside the dependencies: later starts are shorter and hold less memory.
  enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/billposter'))
  // Loaded after the check of the version, since an older Node fails on them with messages that say nothing.
  const [{ start }, { banner }] = await Promise.all([import('./start.ts'), import('./banner.ts')])
  const running = await start(config)
  console.log(banner(running.ready, config))
  return running
}

try {
  checkNodeVersion(process.version)
} catch (error) {
  giveUp(error)
}

const beginning = begin()
const patienceMs = 500
let ending = false
let impatient = false

async function end(reason: string, code: number): Promise<void> {
  // A Ctrl-C arrives twice at once, from the terminal and from npm; one that comes later does not wait any longer.
  if (impatient) process.exit(1)
  if (ending) return
  ending = true
  setTimeout(() => {
    impatient = true
  }, patienceMs).unref()
  console.log(reason)
  const running = await beginning
  await running.stop().catch(giveUp)
  process.exit(code)
}

process.on('SIGINT', () => void end('\nStopping: finishing what was begun. Ctrl-C again stops at once.', 0))
process.on('SIGTERM', () => void end('Stopping: finishing what was begun.', 0))

try {
  const { lost } = await beginning
  void lost.then((error) => end(error.message, 1))
} catch (error) {
  giveUp(error)
}
