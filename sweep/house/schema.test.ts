import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files } from './files.ts'

const migrations = files(/^server\/src\/store\/migrations\/.*\.sql$/)
const schema = migrations.map(({ text }) => text.replaceAll(/--.*$/gm, '')).join('\n')
const tables = [...schema.matchAll(/create table (\w+) \(([\s\S]*?)\n\);/g)].map(([, name = '', body = '']) => ({
  name,
  body,
}))
const ofAccounts = tables.filter(({ body }) => /^\s*account_id /m.test(body))

test('there are tables of account data', () => {
  assert.ok(ofAccounts.length >= 8)
})

test('account_id leads every primary key of account data', () => {
  const wrong = ofAccounts.filter(({ body }) => !/primary key \(account_id, /.test(body)).map(({ name }) => name)
  assert.deepEqual(wrong, [])
})

test('account_id leads every index of account data, but for the way from a user to their grants', () => {
  const names = ofAccounts.map(({ name }) => name)
  const indexes = [...schema.matchAll(/create (?:unique )?index (\w+) on (\w+) \(([^)]*)/g)]
  const wrong = indexes.filter(
    ([, , table = '', columns = '']) => names.includes(table) && !columns.startsWith('account_id'),
  )
  assert.deepEqual(
    wrong.map(([, name]) => name),
    ['grants_user'],
  )
})

test('the schema has no sequences, triggers, procedures or foreign keys', () => {
  assert.doesNotMatch(schema, /\b(serial|bigserial|generated|sequence|trigger|function|procedure|references)\b/i)
})
