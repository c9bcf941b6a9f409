import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '../../test/database.ts'
import { isDuplicate, isUnreachable } from './database.ts'
import { sql } from './sql.ts'

const { database, drop } = await testDatabase()
await database.run(sql`create table numbers (n int primary key, t text)`)
after(async () => {
  await database.close()
  await drop()
})

const numbers = async () => (await database.rows(sql`select n from numbers order by n`)).map(([n]) => Number(n))

test('what is written later is there after the commit, in order', async () => {
  await database.transaction(async (db) => {
    db.later(sql`insert into numbers values (${1}, ${'one'})`)
    db.later(sql`update numbers set t = ${'uno'} where n = ${1}`)
    assert.equal(await db.value(sql`select t from numbers where n = ${1}`), 'uno')
    db.later(sql`insert into numbers values (${2}, ${null})`)
  })
  assert.deepEqual(await numbers(), [1, 2])
})

test('a write that fails only at the commit undoes all of it, and its own error is thrown', async () => {
  const failing = database.transaction(async (db) => {
    db.later(sql`insert into numbers values (${3}, ${'three'})`)
    db.later(sql`insert into numbers values (${1}, ${'again'})`)
    db.later(sql`insert into numbers values (${4}, ${'four'})`)
  })
  await assert.rejects(failing, isDuplicate)
  assert.deepEqual(await numbers(), [1, 2])
})

test('a statement after a failed one is told of the first failure', async () => {
  const failing = database.transaction(async (db) => {
    db.later(sql`insert into numbers values (${1}, ${'again'})`)
    await db.value(sql`select count(*) from numbers`)
  })
  await assert.rejects(failing, isDuplicate)
})

test('statements that were new in a failed group work afterwards', async () => {
  const fresh = () => sql`select n + ${10}::int from numbers where n = ${1}`
  for (let round = 0; round < 20; round++) {
    await assert.rejects(
      database.transaction(async (db) => {
        db.later(sql`insert into numbers values (${1}, ${'again'})`)
        db.later(fresh())
      }),
      isDuplicate,
    )
    assert.equal(await database.transaction((db) => db.value(fresh())), '11')
  }
})

test('what is not to be kept is undone, though all of it was tried', async () => {
  await database.transaction(async (db) => db.later(sql`insert into numbers values (${5}, ${null})`), {
    ending: () => 'try',
  })
  assert.deepEqual(await numbers(), [1, 2])
  const failing = database.transaction(async (db) => db.later(sql`insert into numbers values (${1}, ${null})`), {
    ending: () => 'try',
  })
  await assert.rejects(failing, isDuplicate)
})

test('what the work throws is thrown, and the connection is used again', async () => {
  for (let round = 0; round < 20; round++) {
    await assert.rejects(
      database.transaction(async (db) => {
        db.later(sql`insert into numbers values (${6}, ${null})`)
        throw new Error('changed my mind')
      }),
      /changed my mind/,
    )
  }
  assert.deepEqual(await numbers(), [1, 2])
})

test('transactions that deadlock are run again until both are done', async () => {
  const swap = (first: number, second: number, text: string) =>
    database.transaction(async (db) => {
      await db.run(sql`update numbers set t = ${text} where n = ${first}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
      await db.run(sql`update numbers set t = ${text} where n = ${second}`)
    })
  await Promise.all([swap(1, 2, 'left'), swap(2, 1, 'right')])
  const texts = (await database.rows(sql`select t from numbers`)).map(([text]) => text)
  assert.equal(new Set(texts).size, 1)
})

test('many reads at once each get their own rows', async () => {
  const asked = Array.from({ length: 500 }, (_, n) => database.value(sql`select ${n}::int + 1`))
  assert.deepEqual(
    await Promise.all(asked),
    Array.from({ length: 500 }, (_, n) => String(n + 1)),
  )
})

test('text, bytes, arrays, big integers and null arrive as they were sent', async () => {
  const odd = ['a,b', '{"}', '\\', '', 'null', 'ü\n']
  const row = await database.row(
    sql`select to_json(${odd}::text[]), ${9_223_372_036_854_775_807n}::bigint,
          encode(${Buffer.from([0, 255])}::bytea, 'hex'), ${null}::text, ${true}::boolean`,
  )
  assert.deepEqual(row, [JSON.stringify(odd), '9223372036854775807', '00ff', null, 't'])
})

test('a connection that PostgreSQL ends is replaced', async () => {
  await database.rows(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()`,
  )
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => numbers()))
  assert.ok(outcomes.length === 20)
  assert.deepEqual(await numbers(), [1, 2])
  assert.equal(await database.transaction((db) => db.value(sql`select 1`)), '1')
})

test('a connection that PostgreSQL ends within a transaction fails this transaction and nothing else', async () => {
  const failing = database.transaction(async (db) => {
    const pid = await db.value(sql`select pg_backend_pid()`)
    await database.value(sql`select pg_terminate_backend(${pid ?? ''}::int)`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await db.run(sql`insert into numbers values (${8}, ${null})`)
  })
  await assert.rejects(failing, isUnreachable)
  assert.deepEqual(await numbers(), [1, 2])
  assert.equal(await database.transaction((db) => db.value(sql`select 1`)), '1')
})

test('a statement that comes after the end of its transaction is not sent', async () => {
  let late: Promise<unknown> | undefined
  const failing = database.transaction(async (db) => {
    late = new Promise((resolve) => setTimeout(resolve, 50)).then(() => db.run(sql`insert into numbers values (${9})`))
    throw new Error('changed my mind')
  })
  await assert.rejects(failing, /changed my mind/)
  await assert.rejects(late ?? Promise.resolve(), /is over/)
  assert.deepEqual(await numbers(), [1, 2])
})

test('what is left is undone without its last writes being tried, and the connection is used again', async () => {
  for (let round = 0; round < 20; round++) {
    await database.transaction(
      async (db) => {
        await db.run(sql`insert into numbers values (${10}, ${null})`)
        db.later(sql`insert into numbers values (${1}, ${'would fail'})`)
      },
      { ending: () => 'leave' },
    )
  }
  assert.deepEqual(await numbers(), [1, 2])
})
