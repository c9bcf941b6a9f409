import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { derivedDocs } from './derived-docs.ts'
import { files, root } from './files.ts'

const pages = files(/\.md$/)

test('the derived documents are fresh; `npm run docs` makes them so', () => {
  const stale = [...derivedDocs()].filter(([name, text]) => {
    const path = join(root, 'docs', name)
    return !existsSync(path) || readFileSync(path, 'utf8') !== text
  })
  assert.deepEqual(
    stale.map(([name]) => name),
    [],
  )
})

test('every relative link in the documents leads somewhere', () => {
  const broken = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
      .map((match) => match[1] ?? '')
      .filter((link) => !existsSync(join(root, dirname(path), link)))
      .map((link) => `${path} -> ${link}`),
  )
  assert.deepEqual(broken, [])
})

test('every path that the documents name exists', () => {
  const handWritten = pages.filter(({ path }) => !path.startsWith('docs/reference/'))
  const named = /`((?:contract|server|client|sweep|scripts|bench|docs)\/[\w./-]*)`/g
  const missing = handWritten.flatMap(({ path, text }) =>
    [...text.matchAll(named)]
      .map((match) => match[1] ?? '')
      .filter((name) => !existsSync(join(root, name)))
      .map((name) => `${path} names ${name}`),
  )
  assert.deepEqual(missing, [])
})
