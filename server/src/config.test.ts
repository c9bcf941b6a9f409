import assert from 'node:assert/strict'
import { isAbsolute, resolve } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'
import { checkNodeVersion } from './node-version.ts'

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.faults
  }
  return []
}

test('an empty environment gives the documented defaults', () => {
  assert.deepEqual(readConfig({}), {
    host: '127.0.0.1',
    port: 8012,
    sandboxPort: 8013,
    publicUrl: undefined,
    sandboxPublicUrl: undefined,
    dataDir: resolve('.data'),
    databaseUrl: undefined,
    redisUrl: undefined,
    demo: undefined,
    rateLimits: 1,
    operatorToken: undefined,
    logLevel: 'info',
    work: true,
  })
})

test('an empty value is as good as none', () => {
  assert.deepEqual(readConfig({ PORT: '', DATABASE_URL: ' ', DEMO: '' }), readConfig({}))
})

test('every setting is read', () => {
  const config = readConfig({
    HOST: '::1',
    PORT: '0',
    SANDBOX_PORT: '0',
    PUBLIC_URL: 'HTTPS://Ads.Example.org:443/',
    SANDBOX_PUBLIC_URL: 'http://localhost:9000/sandbox/',
    DATA_DIR: 'somewhere',
    DATABASE_URL: 'postgresql://me:secret@db/ads',
    REDIS_URL: 'rediss://cache:6379/1',
    DEMO: 'off',
    RATE_LIMITS: '2.5',
    OPERATOR_TOKEN: 'abcdefghijklmnop',
    LOG_LEVEL: 'silent',
    WORK: 'off',
  })
  assert.equal(config.host, '::1')
  assert.equal(config.port, 0)
  assert.equal(config.publicUrl, 'https://ads.example.org')
  assert.equal(config.sandboxPublicUrl, 'http://localhost:9000/sandbox')
  assert.ok(isAbsolute(config.dataDir))
  assert.equal(config.databaseUrl, 'postgresql://me:secret@db/ads')
  assert.equal(config.redisUrl, 'rediss://cache:6379/1')
  assert.equal(config.demo, false)
  assert.equal(config.rateLimits, 2.5)
  assert.equal(config.operatorToken, 'abcdefghijklmnop')
  assert.equal(config.logLevel, 'silent')
  assert.equal(config.work, false)
})

test('rate limits are on, off or multiplied', () => {
  assert.equal(readConfig({ RATE_LIMITS: 'on' }).rateLimits, 1)
  assert.equal(readConfig({ RATE_LIMITS: 'off' }).rateLimits, null)
  assert.equal(readConfig({ RATE_LIMITS: '10' }).rateLimits, 10)
})

test('each bad value is a fault that names the setting, what was given and what is allowed', () => {
  const bad: [string, string][] = [
    ['HOST', 'local host'],
    ['HOST', 'localhost:80'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['SANDBOX_PORT', '80.5'],
    ['PUBLIC_URL', 'ftp://ads.example.org'],
    ['SANDBOX_PUBLIC_URL', 'https://ads.example.org/a?b=c'],
    ['DATABASE_URL', 'mysql://db/ads'],
    ['REDIS_URL', 'http://cache'],
    ['DEMO', 'yes'],
    ['RATE_LIMITS', '0'],
    ['RATE_LIMITS', '-3'],
    ['RATE_LIMITS', 'Infinity'],
    ['OPERATOR_TOKEN', 'short'],
    ['OPERATOR_TOKEN', 'with a space in the middle'],
    ['LOG_LEVEL', 'loud'],
    ['WORK', 'true'],
  ]
  for (const [name, value] of bad) {
    const faults = faultsOf({ [name]: value })
    assert.equal(faults.length, 1, `${name}=${value}`)
    assert.match(String(faults[0]), new RegExp(`^${name}: given .+, allowed is .+$`))
  }
})

test('all faults are told at once, one per line', () => {
  const faults = faultsOf({ PORT: 'x', DEMO: 'maybe', LOG_LEVEL: 'loud' })
  assert.deepEqual(
    faults.map((line) => line.split(':')[0]),
    ['PORT', 'DEMO', 'LOG_LEVEL'],
  )
  assert.equal(new ConfigError(faults).message.split('\n').length, 3)
})

test('one port for both doors is a fault', () => {
  assert.match(String(faultsOf({ PORT: '9000', SANDBOX_PORT: '9000' })[0]), /^SANDBOX_PORT: given "9000"/)
})

test('a fault shows neither password nor token', () => {
  const faults = faultsOf({
    DATABASE_URL: 'mysql://me:hunter2hunter2@db/ads?password=hunter2hunter2',
    REDIS_URL: 'not a url hunter2hunter2',
    PUBLIC_URL: 'https://me:hunter2hunter2@ads.example.org',
    OPERATOR_TOKEN: 'hunter2hunter2',
  })
  assert.equal(faults.length, 4)
  assert.doesNotMatch(faults.join('\n'), /hunter2/)
})

test('Node below 24.11 is refused by name', () => {
  for (const version of ['24.11.0', 'v24.21.0', '25.0.0', '26.10.1']) checkNodeVersion(version)
  for (const version of ['20.20.2', 'v22.18.0', '24.10.9']) {
    assert.throws(
      () => checkNodeVersion(version),
      new RegExp(`24\\.11 or later, but this is Node ${version.replace('v', '')}`),
    )
  }
})
