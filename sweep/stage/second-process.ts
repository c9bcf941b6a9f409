import { after } from 'node:test'
import { operatorToken, type World } from '../../server/test/world.ts'
import { testServer } from '../../server/test/database.ts'
import { type App, createApp } from '../../server/src/app.ts'
import { openDatabase } from '../../server/src/store/database.ts'
import { leaseNode } from '../../server/src/store/nodes.ts'
import { sql } from '../../server/src/store/sql.ts'
import { snowflakeIds } from '../../server/src/surroundings/ids.ts'
import { createKeys } from '../../server/src/surroundings/keys.ts'
import { createLog } from '../../server/src/surroundings/log.ts'
import { systemRandom } from '../../server/src/surroundings/random.ts'

/** The same service as another process would run it: nothing in common with the world's own but database and time. */
export async function secondProcess({ database, clock }: World, rateLimits: number | null = null): Promise<App> {
  const name = await database.value(sql`select current_database()`)
  const own = openDatabase({ ...testServer(), database: name ?? '' })
  const node = await leaseNode(own, { clock, random: systemRandom })
  const surroundings = {
    clock,
    // The key of every world.
    keys: createKeys(Buffer.alloc(32, 7), systemRandom),
    log: createLog('silent'),
    random: systemRandom,
    ids: snowflakeIds(node.number),
  }
  const app = createApp(surroundings, own, node, { operatorToken, rateLimits, work: false })
  // The world has dropped its database by then, so that there is no lease to give back.
  after(async () => {
    await Promise.all([app.production.close(), app.sandbox.close(), own.close()])
  })
  return app
}
