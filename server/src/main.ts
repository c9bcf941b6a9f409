import { ConfigError, readConfig } from './config.ts'
import { checkNodeVersion } from './node-version.ts'

/** Says on standard error why the service does not start, and ends with 1. */
function giveUp(lines: readonly string[]): never {
  for (const line of lines) console.error(line)
  process.exit(1)
}

function messagesOf(error: unknown): string[] {
  if (error instanceof ConfigError) return [...error.faults]
  const { code, port, address } = error as { code?: string; port?: number; address?: string }
  if (code === 'EADDRINUSE')
    return [`${address}:${port} is in use by another program. Set PORT and SANDBOX_PORT to free ones.`]
  return [error instanceof Error ? error.message : String(error)]
}

try {
  checkNodeVersion(process.version)
} catch (error) {
  giveUp(messagesOf(error))
}

// Loaded after the check, since an older Node fails on them with messages that say nothing.
const { start } = await import('./start.ts')
const { banner } = await import('./banner.ts')

let ending = false
const running = await begin()

async function begin() {
  try {
    const config = readConfig()
    const service = await start(config)
    console.log(banner(service.ready, config))
    return service
  } catch (error) {
    return giveUp(messagesOf(error))
  }
}

async function end(reason: string, code: number): Promise<void> {
  // A second signal does not wait any longer.
  if (ending) process.exit(code || 1)
  ending = true
  console.log(reason)
  await running.stop()
  process.exit(code)
}

process.on('SIGINT', () => void end('Stopping: finishing what was begun. Press Ctrl-C again to stop at once.', 0))
process.on('SIGTERM', () => void end('Stopping: finishing what was begun.', 0))
void running.lost.then((error) => end(error.message, 1))
