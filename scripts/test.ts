/** Runs the tests on a PostgreSQL that it starts and stops: all of them, or the files given. */
import { globSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import pg from 'pg'
import { template } from '../server/test/database.ts'
import { startEmbedded } from '../server/src/store/embedded.ts'
import { migrate } from '../server/src/store/migrate.ts'
import { checkNodeVersion } from '../server/src/node-version.ts'
import { createLog } from '../server/src/surroundings/log.ts'

checkNodeVersion(process.version)
const folders = ['contract', 'server', 'client', 'sweep']
const patterns = process.argv.length > 2 ? process.argv.slice(2) : folders
const files = patterns.flatMap((place) =>
  place.endsWith('.ts') ? [place] : globSync(`${place}/**/*.test.ts`, { exclude: ['**/node_modules/**'] }),
)

const allData = join(import.meta.dirname, '..', '.test-data')
const dataDir = join(allData, String(process.pid))
mkdirSync(dataDir, { recursive: true })
clearLeftovers()
const postgres = await startEmbedded({ dataDir, log: createLog('warn') })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void interrupted())
const started = performance.now()
const counts = { passed: 0, failed: 0, skipped: 0 }
try {
  await prepareTemplate()
  process.env['BILLPOSTER_TEST_DATABASE'] = JSON.stringify(postgres.connection)
  await runTests()
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`)
console.log(
  `${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`,
)
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0

/** Folders of runs that were killed before they could tidy up. */
function clearLeftovers(): void {
  for (const name of readdirSync(allData)) {
    if (!isRunning(Number(name))) rmSync(join(allData, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    // No process has this number, or none that concerns this user.
    return false
  }
}

async function interrupted(): Promise<void> {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
  console.log('Interrupted.')
  process.exit(130)
}

async function prepareTemplate(): Promise<void> {
  const client = new pg.Client(postgres.connection)
  await client.connect()
  await client.query(`create database ${template}`)
  await client.end()
  await migrate({ ...postgres.connection, database: template })
}

function runTests(): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = run({ files: files.map((file) => join(process.cwd(), file)), concurrency: 2, timeout: 300_000 })
    // Suites and files are no promises of their own; a file that fails as a whole is.
    stream.on('test:pass', ({ details, skip }) => {
      if (details.type === 'suite') return
      if (skip) counts.skipped++
      else counts.passed++
    })
    stream.on('test:fail', ({ details }) => {
      if (details.type !== 'suite') counts.failed++
    })
    stream.on('end', resolve)
    stream.on('error', reject)
    stream.compose(spec).pipe(process.stdout)
  })
}
