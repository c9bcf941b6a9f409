import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Embedded } from '../server/src/store/embedded.ts'
import { end, type Server } from './child-process.ts'

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
const operatorToken = 'the-operator-of-the-benchmark'

interface Ready {
  readonly pid: number
  readonly base_url: string
  readonly sandbox_url: string
}

/** The service itself, as `npm start` runs it, and how long it took until both doors answered. */
export interface Service extends Server {
  readonly sandboxUrl: string
  readonly startMs: number
}

/** Starts the service and waits for its `ready.json`. */
export async function startService(dataDir: string, settings: Readonly<Record<string, string>>): Promise<Service> {
  const env = { ...process.env, PORT: '0', SANDBOX_PORT: '0', OPERATOR_TOKEN: operatorToken, ...settings }
  const started = performance.now()
  const child = spawn(process.execPath, [main], {
    env: { ...env, DATA_DIR: dataDir, NODE_ENV: 'production' },
    // Log lines are written, as in production, but nobody keeps them.
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ready = await readyOf(child, join(dataDir, 'ready.json'))
  await Promise.all([ready.base_url, ready.sandbox_url].map((url) => fetch(`${url}/health`)))
  const startMs = performance.now() - started
  return { url: ready.base_url, sandboxUrl: ready.sandbox_url, pid: ready.pid, startMs, stop: () => end(child) }
}

async function readyOf(child: ChildProcess, file: string): Promise<Ready> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The service ended with code ${child.exitCode} before it was ready.`)
    const ready = readReady(file)
    if (ready && ready.pid === child.pid) return ready
    await sleep(5)
  }
}

function readReady(file: string): Ready | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // Not there yet.
    return undefined
  }
}

/** How the service is told of the benchmark's database; limits count every request and refuse none. */
export function measuredSettings({ host, port, user, password, database }: Embedded['connection']) {
  const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`
  const place = host.startsWith('/') ? `localhost/${database}?host=${encodeURIComponent(host)}&port=${port}` : ''
  const url = `postgresql://${user}${secret}@${place || `${host}:${port}/${database}`}`
  return { DATABASE_URL: url, RATE_LIMITS: '1000000', DEMO: 'off' }
}

/** A bearer token of a user, from the operator API. */
export async function tokenOf(service: Service, userId: string): Promise<string> {
  const answer = await fetch(`${service.url}/operator/1/users/${userId}/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const { data } = (await answer.json()) as { data?: { bearer_token: string } }
  if (!data) throw new Error(`The operator API answered ${answer.status} to a token for user ${userId}.`)
  return data.bearer_token
}

/** Starts on an empty data directory with the demo world, then again on the same one, now warm. */
export async function startTimes(dataDir: string): Promise<{ newMs: number; warmMs: number }> {
  rmSync(dataDir, { recursive: true, force: true })
  const fresh = await startService(dataDir, { DATABASE_URL: '', DEMO: 'on' })
  await fresh.stop()
  const again: number[] = []
  for (let turn = 0; turn < 3; turn++) {
    const warm = await startService(dataDir, { DATABASE_URL: '', DEMO: '' })
    again.push(warm.startMs)
    await warm.stop()
  }
  rmSync(dataDir, { recursive: true, force: true })
  return { newMs: fresh.startMs, warmMs: again.toSorted((a, b) => a - b)[1] ?? 0 }
}
