/** The service as it is, every step of its pipeline on, over the benchmark's database. */
import { createApp } from '../../server/src/app.ts'
import { openDatabase } from '../../server/src/store/database.ts'
import { leaseNode } from '../../server/src/store/nodes.ts'
import { sql } from '../../server/src/store/sql.ts'
import { systemClock } from '../../server/src/surroundings/clock.ts'
import { snowflakeIds } from '../../server/src/surroundings/ids.ts'
import { createKeys } from '../../server/src/surroundings/keys.ts'
import { createLog } from '../../server/src/surroundings/log.ts'
import { systemRandom } from '../../server/src/surroundings/random.ts'
import { givenConnection, tellPort } from './child.ts'

const database = openDatabase(givenConnection())
const random = systemRandom
const keys = createKeys(random.bytes(32), random)
await database.run(sql`insert into house (key_fingerprint) values (${keys.fingerprint}) on conflict do nothing`)
const node = await leaseNode(database, { clock: systemClock, random })
const surroundings = {
  clock: systemClock,
  ids: snowflakeIds(node.number),
  random,
  keys,
  log: createLog('info'),
}
// Limits count every request, and the factor keeps them from refusing any.
const settings = { operatorToken: random.alphanumerics(40), rateLimits: 1_000_000, work: true }
const app = createApp(surroundings, database, node, settings)
app.start()
await app.production.listen({ host: '127.0.0.1', port: 0 })
tellPort(app.production.server.address())
