import type { Surroundings } from '../surroundings/index.ts'
import { nodeCount } from '../surroundings/ids.ts'
import { timestamp } from '../surroundings/clock.ts'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

/** A node number that only this process uses in its ids, leased from the database and renewed while it runs. */
export interface NodeLease {
  number(): number
  renew(): Promise<void>
  release(): Promise<void>
}

const leaseMs = 60_000

export async function leaseNode(
  database: Database,
  { clock, random }: Pick<Surroundings, 'clock' | 'random'>,
): Promise<NodeLease> {
  const holder = random.uuid()
  const until = () => timestamp(clock.ms() + leaseMs)

  async function take(): Promise<number> {
    const number = await database.value(sql`
      insert into nodes (number, holder, leased_until)
      select free, ${holder}, ${until()}::timestamptz from generate_series(0, ${nodeCount - 1}) free
      where not exists (select from nodes where nodes.number = free and nodes.leased_until > ${timestamp(clock.ms())}::timestamptz)
      order by free limit 1
      on conflict (number) do update set holder = excluded.holder, leased_until = excluded.leased_until
        where nodes.leased_until <= ${timestamp(clock.ms())}::timestamptz
      returning number`)
    // Another process was quicker at the same number; the next one is free.
    return number === undefined ? take() : Number(number)
  }

  let current = await take()
  return {
    number: () => current,
    async renew() {
      const kept = await database.run(
        sql`update nodes set leased_until = ${until()} where number = ${current} and holder = ${holder}`,
      )
      // The lease ran out while this process stood still, and somebody else has the number now.
      if (kept === 0) current = await take()
    },
    async release() {
      await database.run(sql`delete from nodes where number = ${current} and holder = ${holder}`)
    },
  }
}
