import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Connection } from '../server/src/store/database.ts'
import type { Order, Outcome } from './load.ts'

/** Everything that the benchmark keeps: databases, data directories, files of peers. */
export const scratch = fileURLToPath(new URL('.data', import.meta.url))

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** A server that is measured. */
export interface Server {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** Starts a server of `servers/` over the database; it tells its port when it listens. */
export async function startServer(file: string, connection: Connection, args: string[] = []): Promise<Server> {
  const child = fork(here(`servers/${file}`), args, {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      BENCH_CONNECTION: JSON.stringify(connection),
      BENCH_SCRATCH: scratch,
    },
    // Log lines are written, as in production, but nobody keeps them.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { port } = await firstMessage<{ port: number }>(child, file)
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => end(child) }
}

export interface LoadGenerator {
  run(order: Order): Promise<Outcome>
  stop(): Promise<void>
}

export function startLoadGenerator(): LoadGenerator {
  const child = fork(here('load.ts'), [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  return {
    run(order) {
      child.send(order)
      return firstMessage<Outcome>(child, 'the load generator')
    },
    stop: () => end(child),
  }
}

async function firstMessage<T>(child: ChildProcess, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`${name} ended with code ${code}`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message as T)
    })
  })
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** What Linux knows of a process: CPU seconds so far, and resident memory now and at most, in MB. */
export function usageOf(pid: number): { cpuSeconds: number; residentMb: number; mostMb: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  // Clock ticks are hundredths of a second on every Linux that Node runs on.
  const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / 100
  return { cpuSeconds, residentMb: megabytes('VmRSS'), mostMb: megabytes('VmHWM') }
}
