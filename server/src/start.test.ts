import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from './config.ts'
import { start } from './start.ts'

const dataDir = join(mkdtempSync(join(tmpdir(), 'billposter-start-')), 'data')
after(() => rmSync(join(dataDir, '..'), { recursive: true, force: true }))

const readyFile = join(dataDir, 'ready.json')
// The tightest limits: the demo world must not be held up by them.
const config = readConfig({ DATA_DIR: dataDir, PORT: '0', SANDBOX_PORT: '0', LOG_LEVEL: 'silent', RATE_LIMITS: '0.01' })

async function accountsAt(baseUrl: string, token: string): Promise<string[]> {
  const answer = await fetch(`${baseUrl}/12/accounts`, { headers: { authorization: `Bearer ${token}` } })
  const { data } = (await answer.json()) as { data: { id: string }[] }
  return data.map(({ id }) => id)
}

test('a first start loads the demo world, opens both doors and says where they are', async () => {
  const { ready, stop } = await start(config)
  assert.deepEqual(JSON.parse(readFileSync(readyFile, 'utf8')), ready)
  assert.equal(statSync(readyFile).mode & 0o777, 0o600)
  const { demo, base_url, sandbox_url, operator_token } = ready
  assert.ok(demo && operator_token)
  assert.equal(demo.accounts.length, 2)
  assert.equal(demo.sandbox_accounts.length, 1)
  assert.deepEqual(await accountsAt(base_url, demo.bearer_token), demo.accounts)
  assert.deepEqual(await accountsAt(sandbox_url, demo.bearer_token), demo.sandbox_accounts)
  assert.equal((await fetch(`${base_url}/ready`)).status, 200)
  assert.equal((await fetch(`${base_url}/reference`)).status, 200)

  await assert.rejects(start(config), /is in use by process/)
  await stop()
  assert.equal(existsSync(readyFile), false)
  await assert.rejects(fetch(`${base_url}/health`))
})

test('a later start finds the same world and the same way into it', async () => {
  const first = await start(config)
  const { demo } = first.ready
  await first.stop()
  const second = await start(config)
  assert.deepEqual(second.ready.demo, demo)
  assert.deepEqual(await accountsAt(second.ready.base_url, demo?.bearer_token ?? ''), demo?.accounts)
  await second.stop()
})

test('a database that is sealed with another key is refused', async () => {
  const secrets = join(dataDir, 'secrets.json')
  rmSync(secrets)
  await assert.rejects(start(config), /sealed with another key/)
})
