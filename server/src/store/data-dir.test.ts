import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { DataDirInUse, openDataDir } from './data-dir.ts'
import { startOf } from './operating-system.ts'

const root = mkdtempSync(join(tmpdir(), 'data-dir-'))
after(() => rmSync(root, { recursive: true, force: true }))

const modeOf = (...path: string[]) => statSync(join(...path)).mode & 0o777
const starter = `
  import { openDataDir } from ${JSON.stringify(new URL('./data-dir.ts', import.meta.url).href)}
  try {
    openDataDir(process.argv[1])
    console.log('taken')
    setTimeout(() => {}, 60_000)
  } catch (error) {
    console.log(error.name)
  }`

/** Starts a process that tries for the folder and keeps it when it gets it. */
function rival(path: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', starter, path])
  const said = new Promise<string>((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk).trim())))
  const gone = new Promise((resolve) => child.once('exit', resolve))
  return { child, said, gone }
}

test('the folder and its files are for their owner only', () => {
  const path = join(root, 'a', 'b')
  const dir = openDataDir(path)
  dir.secrets()
  dir.writeReady({ pid: 1 })
  dir.writeJson('demo.json', { a: 1 })
  assert.equal(modeOf(path), 0o700)
  for (const name of ['secrets.json', 'ready.json', 'demo.json', 'billposter.pid'])
    assert.equal(modeOf(path, name), 0o600)
  assert.deepEqual(dir.readJson('demo.json'), { a: 1 })
  assert.equal(dir.readJson('absent.json'), undefined)
  dir.removeReady()
  dir.release()
  assert.deepEqual(readdirSync(path).sort(), ['demo.json', 'secrets.json'])
})

test('secrets are made once and kept', () => {
  const path = join(root, 'secrets')
  const first = openDataDir(path)
  const made = first.secrets()
  assert.equal(made.key.length, 32)
  assert.match(made.operatorToken, /^\w{40}$/)
  assert.deepEqual(first.secrets(), made)
  first.release()
  const second = openDataDir(path)
  assert.deepEqual(second.secrets(), made)
  second.release()
})

test('damaged secrets are told, not replaced, and not shown', () => {
  const path = join(root, 'damaged')
  const dir = openDataDir(path)
  for (const text of ['{"key":"c2VjcmV0"', '{"key":"c2VjcmV0","operator_token":"t"}', 'null']) {
    writeFileSync(join(path, 'secrets.json'), text)
    assert.throws(
      () => dir.secrets(),
      (error: Error) => /secrets\.json .*backup/.test(error.message) && !error.message.includes('c2VjcmV0'),
    )
    assert.equal(readFileSync(join(path, 'secrets.json'), 'utf8'), text)
  }
  dir.release()
})

test('a second start on the folder is refused and told who holds it', async () => {
  const path = join(root, 'held')
  const { child, said, gone } = rival(path)
  assert.equal(await said, 'taken')
  assert.throws(
    () => openDataDir(path),
    (error: Error) =>
      error instanceof DataDirInUse && error.message.includes(`${path} is in use by process ${child.pid}`),
  )
  child.kill('SIGKILL')
  await gone
  openDataDir(path).release()
})

test('the same process cannot take the folder twice', () => {
  const path = join(root, 'twice')
  const dir = openDataDir(path)
  assert.throws(() => openDataDir(path), DataDirInUse)
  dir.release()
})

test('a lock whose pid now belongs to a later process, or that is damaged, does not stop the start', () => {
  const path = join(root, 'stale')
  openDataDir(path).release()
  const gone = spawnSync(process.execPath, ['-e', '']).pid
  const stale = [`${gone} ${startOf(process.pid)}`, '', 'nonsense', '-1 x', '0 x']
  if (process.platform === 'linux') stale.push(`${process.pid} earlier.1`, '1 earlier.1')
  for (const text of stale) {
    writeFileSync(join(path, 'billposter.pid'), text)
    const dir = openDataDir(path)
    assert.equal(readFileSync(join(path, 'billposter.pid'), 'utf8'), `${process.pid} ${startOf(process.pid)}\n`)
    dir.release()
  }
  assert.deepEqual(readdirSync(path), [])
})

test('a process that was killed while it replaced a stale lock does not stop the start', () => {
  const path = join(root, 'succession')
  openDataDir(path).release()
  const held = '999999999 a.1\n'
  const claim = `billposter.pid.${createHash('sha256').update(held).digest('hex').slice(0, 12)}`
  for (const name of ['billposter.pid', claim]) writeFileSync(join(path, name), held)
  openDataDir(path).release()
  assert.deepEqual(readdirSync(path), [])
})

test('of many starts on a stale lock exactly one gets the folder', async () => {
  const path = join(root, 'race')
  openDataDir(path).release()
  writeFileSync(join(path, 'billposter.pid'), '999999999 a.1\n')
  const rivals = Array.from({ length: 12 }, () => rival(path))
  const said = await Promise.all(rivals.map((one) => one.said))
  for (const { child } of rivals) child.kill('SIGKILL')
  await Promise.all(rivals.map((one) => one.gone))
  assert.equal(said.filter((word) => word === 'taken').length, 1)
  assert.equal(said.filter((word) => word === 'DataDirInUse').length, 11)
})

test('what a crash left of ready.json is gone as soon as the folder is taken', () => {
  const path = join(root, 'ready')
  const first = openDataDir(path)
  first.writeReady({ pid: 1 })
  first.release()
  const second = openDataDir(path)
  assert.deepEqual(readdirSync(path), ['billposter.pid'])
  second.release()
})

test('a folder that the system does not let anybody make is refused at once, with what to do', () => {
  assert.throws(() => openDataDir('/proc/no-such-folder/data'), /DATA_DIR cannot be made/)
})
