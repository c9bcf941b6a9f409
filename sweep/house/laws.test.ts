import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { test } from 'node:test'
import { files, importsOf, type SourceFile } from './files.ts'

const sources = files(/^(contract|server|client|sweep|scripts|bench)\/.*\.ts$/)
const code = sources.filter(({ path }) => !path.endsWith('.test.ts'))
const server = code.filter(({ path }) => path.startsWith('server/src/'))

/** The path that a relative import leads to, and package names as they are. */
function targets(file: SourceFile): string[] {
  return importsOf(file).map((name) => (name.startsWith('.') ? posix.join(posix.dirname(file.path), name) : name))
}

function offences(among: readonly SourceFile[], isOffence: (target: string, file: SourceFile) => boolean): string[] {
  return among.flatMap((file) =>
    targets(file)
      .filter((target) => isOffence(target, file))
      .map((target) => `${file.path} imports ${target}`),
  )
}

const room = (path: string) => /^server\/src\/resources\/([^/]+)\//.exec(path)?.[1]
const inFile = (name: string) => server.filter(({ path }) => path.endsWith(`/${name}`))
const isHttp = (target: string) => target.startsWith('server/src/http/')

test('there is enough code for these laws to see', () => {
  assert.ok(server.length > 60)
  assert.ok(inFile('handlers.ts').length > 8)
})

test('the contract imports itself and TypeBox only', () => {
  const contract = code.filter(({ path }) => path.startsWith('contract/'))
  assert.deepEqual(
    offences(contract, (target) => !target.startsWith('contract/') && target !== 'typebox'),
    [],
  )
})

test('rules know the contract and other rules only', () => {
  const allowed = (target: string) => target.startsWith('@billposter/contract') || target.endsWith('/rules.ts')
  const data = (target: string) => target.startsWith('server/src/reference-data/')
  assert.deepEqual(
    offences(inFile('rules.ts'), (target) => !allowed(target) && !data(target)),
    [],
  )
})

test('rows know the contract, the store and the rules that derive fields only', () => {
  const allowed = (target: string) =>
    target.startsWith('@billposter/contract') || target.startsWith('server/src/store/') || target.endsWith('/rules.ts')
  assert.deepEqual(
    offences(inFile('rows.ts'), (target) => !allowed(target)),
    [],
  )
})

test('handlers know nothing of HTTP', () => {
  const rooms = server.filter(({ path }) => path.startsWith('server/src/resources/'))
  assert.deepEqual(offences(rooms, isHttp), [])
})

test('store, surroundings, identity, platform and work know no resources, and nothing below knows HTTP', () => {
  const below = server.filter(({ path }) => /^server\/src\/(store|surroundings|identity|platform|work)\//.test(path))
  assert.deepEqual(
    offences(below, (target) => target.startsWith('server/src/resources/') || isHttp(target)),
    [],
  )
})

test('a table is written by one room only', () => {
  const writers = new Map<string, Set<string>>()
  for (const { path, text } of server) {
    for (const [, table = ''] of text.matchAll(
      /\b(?:insert into|update|delete from)\s+([a-z_]+)\b(?=\s*(?:\(|set|where|\n|select))/g,
    )) {
      if (table === 'set') continue
      writers.set(table, (writers.get(table) ?? new Set()).add(room(path) ?? posix.dirname(path)))
    }
  }
  assert.ok(writers.size > 8)
  assert.deepEqual(
    [...writers].filter(([, rooms]) => rooms.size > 1),
    [],
  )
})

test('time, ids and chance come from the surroundings', () => {
  const outside = server.filter(({ path }) => !path.startsWith('server/src/surroundings/'))
  const reads = /Date\.now\(|new Date\(\)|Math\.random\(|randomUUID\(|randomBytes\(/
  assert.deepEqual(
    outside.filter(({ text }) => reads.test(text)).map(({ path }) => path),
    [],
  )
})

test('the environment is read in one file', () => {
  const readers = server.filter(({ text }) => text.includes('process.env')).map(({ path }) => path)
  assert.deepEqual(readers, ['server/src/config.ts'])
})

test('a file over 300 lines is two files', () => {
  const lists = /reference-data/
  const long = sources
    .filter(({ path, text }) => !lists.test(path) && text.split('\n').length > 301)
    .map(({ path }) => path)
  assert.deepEqual(long, [])
})

test('names say something, in kebab-case', () => {
  const vague = /(^|\/)(utils?|helpers?|common|shared|misc|lib|manager|service)(\/|\.tsx?$)/
  assert.deepEqual(
    sources.filter(({ path }) => vague.test(path) || !/^[a-z0-9./-]+$/.test(path)).map(({ path }) => path),
    [],
  )
})

test('no test is skipped or narrowed', () => {
  const narrowed = /\b(test|it|describe)\.(only|skip|todo)\b/
  assert.deepEqual(
    sources.filter(({ text, path }) => narrowed.test(text) && !path.includes('/house/')).map(({ path }) => path),
    [],
  )
})
