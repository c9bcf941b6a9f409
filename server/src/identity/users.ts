import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Call } from '../store/call.ts'
import type { Db } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import type { Random } from '../surroundings/random.ts'
import { timestamp } from '../surroundings/clock.ts'

/** A person of the platform. Ids are decimal text. */
export interface User {
  readonly id: string
  readonly screen_name: string
  readonly name: string
  readonly created_at: string
}

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const row = await db.row(sql`select id, screen_name, name, created_at from users where id = ${id}`)
  if (!row) return undefined
  return {
    id: row[0] ?? '',
    screen_name: row[1] ?? '',
    name: row[2] ?? '',
    created_at: timestamp(Date.parse(row[3] ?? '')),
  }
}

/** Stores a user. A screen name that is taken, whatever its case, makes the database refuse (`isDuplicate`). */
export async function insertUser(call: Call, user: User, password: string | undefined): Promise<void> {
  const hashed = password === undefined ? null : await hashPassword(password, call.surroundings.random)
  await call.db.run(sql`
    insert into users (id, screen_name, name, password_hash, created_at)
    values (${user.id}, ${user.screen_name}, ${user.name}, ${hashed}, ${user.created_at})`)
}

/** The user with this screen name, if the password is theirs. Takes as long for a name that nobody has. */
export async function userByPassword(db: Db, screenName: string, password: string): Promise<string | undefined> {
  const row = await db.row(sql`select id, password_hash from users where lower(screen_name) = lower(${screenName})`)
  const matches = await verifyPassword(password, row?.[1] ?? nobody)
  return matches && row?.[1] ? (row[0] ?? undefined) : undefined
}

const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const nobody = `${'0'.repeat(32)}.${'0'.repeat(64)}`

async function hashPassword(password: string, random: Random): Promise<string> {
  const nonce = random.bytes(16)
  return `${nonce.toString('hex')}.${(await derive(password, nonce)).toString('hex')}`
}

async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [nonce = '', tag = ''] = stored.split('.')
  const expected = Buffer.from(tag, 'hex')
  const made = await derive(password, Buffer.from(nonce, 'hex'))
  return made.length === expected.length && timingSafeEqual(made, expected)
}

// Off the main thread: a password takes tens of milliseconds, in which other requests are to be answered.
const argon2InBackground = promisify(argon2)

function derive(password: string, nonce: Buffer): Promise<Buffer> {
  // One letter can be typed as one code point or as two, depending on the keyboard.
  return argon2InBackground('argon2id', { message: password.normalize('NFC'), nonce, ...cost })
}
