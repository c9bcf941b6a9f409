import type { Keys } from '../surroundings/keys.ts'
import type { Database, Db } from './database.ts'
import { sql } from './sql.ts'

/** Marks an empty database with the key, and refuses one whose secrets were sealed with another. */
export async function prepareInstallation(database: Database, keys: Keys): Promise<void> {
  await database.run(
    sql`insert into installation (key_fingerprint) values (${keys.fingerprint}) on conflict do nothing`,
  )
  const written = await database.value(sql`select key_fingerprint from installation`)
  if (written === keys.fingerprint) return
  throw new Error(
    'The secrets in this database were sealed with another key. Give the DATA_DIR whose secrets.json holds it, ' +
      'or copy that file here: without it no credential in the database can be used.',
  )
}

/** Tells every process, in the transaction of the change, that something about users or their access has changed. */
export function moveIdentityEpoch(db: Db): void {
  db.later(sql`update installation set identity_epoch = identity_epoch + 1`)
}

/** Counts the changes of users and their access. */
export function identityEpoch(db: Db): Promise<string | null | undefined> {
  return db.value(sql`select identity_epoch from installation`)
}
