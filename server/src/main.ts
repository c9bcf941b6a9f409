import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { ConfigError, readConfig } from './config.ts'
import { checkNodeVersion } from './node-version.ts'
import type { Running } from './start.ts'

/** Says on standard error why the service does not start, and ends with 1. */
function giveUp(error: unknown): never {
  for (const line of messagesOf(error)) console.error(line)
  process.exit(1)
}

function messagesOf(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.faults
  if (!(error instanceof Error)) return [String(error)]
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return [
      `Port ${String(error.port)} is in use by another program. Set PORT and SANDBOX_PORT to free ones; 0 finds some.`,
    ]
  }
  return [error.message]
}

async function begin(): Promise<Running> {
  const config = readConfig()
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
let ending = false

async function end(reason: string, code: number): Promise<void> {
  // A second signal does not wait any longer.
  if (ending) process.exit(1)
  ending = true
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
