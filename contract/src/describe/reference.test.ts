import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract, operatorContract } from '../index.ts'
import { errorCatalogue } from '../language/errors.ts'
import { referencePages } from './reference.ts'

const pages = referencePages()

function anchors(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase().replaceAll(' ', '-'))
}

test('the reference has a page for every resource and a heading with an example for every operation', () => {
  for (const [interfaces, prefix] of [
    [contract, ''],
    [operatorContract, 'operator-'],
  ] as const) {
    for (const [key, operations] of Object.entries(interfaces)) {
      const file = `${prefix}${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`
      const page = pages[file]
      assert.ok(page, file)
      for (const name of Object.keys(operations)) assert.match(page, new RegExp(`^## ${name}$`, 'm'), file)
      assert.equal(page.match(/^curl .+$/gm)?.length, Object.keys(operations).length, file)
    }
  }
})

test('the reference links only to pages and headings that exist', () => {
  for (const [file, page] of Object.entries(pages)) {
    for (const [, target = file, anchor] of page.matchAll(/\]\(([^)#]+)?(?:#([^)]+))?\)/g)) {
      const linked = pages[target]
      assert.ok(linked !== undefined, `${file} links to ${target}`)
      if (anchor) assert.ok(anchors(linked).includes(anchor), `${file} links to ${target}#${anchor}`)
    }
  }
})

test('the reference lists every error code', () => {
  for (const code of Object.keys(errorCatalogue)) assert.ok(pages['README.md']?.includes(`\`${code}\``), code)
})

test('the reference leaves nothing undefined', () => {
  for (const [file, page] of Object.entries(pages)) assert.doesNotMatch(page, /undefined|\[object|NaN/, file)
})
