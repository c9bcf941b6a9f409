import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { pino } from 'pino'
import { type Embedded, startEmbedded } from './embedded.ts'
import { startOf } from './operating-system.ts'

const log = pino({ level: 'silent' })
const root = mkdtempSync(join(tmpdir(), 'embedded-'))
const running: Embedded[] = []

after(async () => {
  await Promise.all(running.map((one) => one.stop()))
  rmSync(root, { recursive: true, force: true })
})

async function start(dataDir: string): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, log })
  running.push(embedded)
  return embedded
}

async function ask(embedded: Embedded, statement: string): Promise<unknown[]> {
  const client = new Client(embedded.connection)
  await client.connect()
  try {
    return (await client.query({ text: statement, rowMode: 'array' })).rows[0] ?? []
  } finally {
    await client.end()
  }
}

const pidOf = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
const readNumber = 'select n from numbers'
const writeNumber = (n: number) => `create table numbers as select ${n} as n`
const home = join(root, 'home')

test('a fresh start makes a durable UTF-8 cluster that only its owner reaches, and a stop leaves no process', async () => {
  const embedded = await start(home)
  const [version] = await ask(embedded, "select current_setting('server_version_num')::int / 10000")
  assert.equal(version, 18)
  const names = [
    'server_encoding',
    'data_checksums',
    'fsync',
    'synchronous_commit',
    'timezone',
    'listen_addresses',
    'jit',
  ]
  const found = await ask(embedded, `select ${names.map((name) => `current_setting('${name}')`).join(', ')}`)
  assert.deepEqual(found, ['UTF8', 'on', 'on', 'on', 'UTC', '', 'off'])
  assert.deepEqual(await ask(embedded, "select lower('ÄÉ'), 'a' < 'B'"), ['äé', false])
  assert.equal(statSync(embedded.connection.host).mode & 0o777, 0o700)
  assert.equal(statSync(join(home, 'postgres')).mode & 0o777, 0o700)
  assert.equal(statSync(home).mode & 0o007, 0)
  await ask(embedded, writeNumber(7))

  const pid = pidOf(home)
  await embedded.stop()
  await embedded.stop()
  assert.equal(startOf(pid), undefined)
  assert.deepEqual(readdirSync(home).sort(), ['postgres', 'postgres.log'])
})

test('the next start finds what was written, whatever files a crash left', async () => {
  mkdirSync(join(home, 'postgres.new'), { recursive: true })
  writeFileSync(join(home, 'postgres', 'postmaster.pid'), `${process.pid}\n/elsewhere\n`)
  const embedded = await start(home)
  assert.deepEqual(await ask(embedded, readNumber), [7])
})

test('a PostgreSQL that nobody minds any more is ended and replaced', async () => {
  const [, left] = running
  const before = pidOf(home)
  const embedded = await start(home)
  assert.notEqual(pidOf(home), before)
  assert.equal(startOf(before), undefined)
  assert.match(String(await left?.lost), /The embedded PostgreSQL ended/)
  assert.deepEqual(await ask(embedded, readNumber), [7])
  await embedded.stop()
})

test('after a kill -9 of its process the next start has every committed row', async () => {
  const script = `
    import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
    import { pino } from 'pino'
    import pg from 'pg'
    const { connection } = await startEmbedded({ dataDir: process.argv[1], log: pino({ level: 'silent' }) })
    const client = new pg.Client(connection)
    await client.connect()
    await client.query('insert into numbers values (8)')
    console.log('written')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, home], { cwd: import.meta.dirname })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.kill('SIGKILL')
  const embedded = await start(home)
  assert.deepEqual(await ask(embedded, 'select array_agg(n order by n) from numbers'), [[7, 8]])
  await embedded.stop()
})

test('a half-made cluster is not trusted', async () => {
  const dataDir = join(root, 'half')
  mkdirSync(join(dataDir, 'postgres.new', 'base'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n')
  const embedded = await start(dataDir)
  assert.deepEqual(await ask(embedded, 'select 1'), [1])
  assert.ok(!existsSync(join(dataDir, 'postgres.new')))
  await embedded.stop()
})

test('a start that fails says what PostgreSQL said', async () => {
  appendFileSync(join(home, 'postgres', 'postgresql.conf'), '\nno_such_setting = 1\n')
  await assert.rejects(start(home), /ended \(code 1\)[\s\S]*no_such_setting/)
})

test('where the path is too long for a socket there is a port with a password', async () => {
  const embedded = await start(join(root, 'long-'.repeat(20)))
  const { host, port, password } = embedded.connection
  assert.equal(host, '127.0.0.1')
  assert.match(String(password), /^\w{32}$/)
  assert.deepEqual(await ask(embedded, "select current_setting('unix_socket_directories')"), [''])
  const stranger = new Client({ ...embedded.connection, port, password: 'guess' })
  await assert.rejects(stranger.connect(), { code: '28P01' })
  await embedded.stop()
})
