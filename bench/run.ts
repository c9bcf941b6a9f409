/** `npm run bench`: loads a large world, measures the service beside its peers, and says which marks it reaches. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Embedded, startEmbedded } from '../server/src/store/embedded.ts'
import { createLog } from '../server/src/surroundings/log.ts'
import { type LoadGenerator, scratch, startLoadGenerator, startServer } from './child-process.ts'
import { marksOf } from './marks.ts'
import { measure, type Variant } from './measure.ts'
import { names } from './names.ts'
import { type Options, readOptions } from './options.ts'
import { installPackages } from './packages.ts'
import { progress } from './progress.ts'
import { consoleReport, page } from './report.ts'
import { measuredSettings, startService, startTimes, tokenOf } from './billposter-process.ts'
import { walk, type Workload, workloads } from './workloads.ts'
import { callerId, prepareWorld, worldOf } from './world.ts'

type Connection = Embedded['connection']

const options = readOptions(process.argv.slice(2))
const undo: (() => Promise<void>)[] = []

async function prepare(): Promise<{ connection: Connection; variants: Variant[]; load: LoadGenerator }> {
  const size = options.campaigns
  progress('starting PostgreSQL')
  const embedded = await startEmbedded({ dataDir: join(scratch, `database-${size}`), log: createLog('warn') })
  undo.push(() => embedded.stop())
  const { connection } = embedded
  const world = worldOf(size)
  await prepareWorld(connection, world, progress)
  const kinds = await workloads(connection, world)
  progress('starting the servers')
  const service = await startService(join(scratch, `service-${size}`), measuredSettings(connection))
  undo.push(() => service.stop())
  const headers = { authorization: `Bearer ${await tokenOf(service, callerId)}` }
  const { first, late } = await walk(service.url, headers)
  const singles = [kinds.get, kinds.list, kinds.create]
  const variants: Variant[] = [
    { name: names.service, server: service, headers, workloads: [...singles, kinds.batch, first, late] },
    await peer(names.bare, 'bare.ts', connection, singles),
    await peer(names.bareWhole, 'bare.ts', connection, [kinds.create], ['whole']),
  ]
  if (!options.quick) variants.push(...(await otherPeers(connection, singles)))
  await checkAnswers(variants, singles.slice(0, 2))
  const load = startLoadGenerator()
  undo.push(() => load.stop())
  return { connection, variants, load }
}

async function otherPeers(connection: Connection, singles: readonly Workload[]): Promise<Variant[]> {
  const [get] = singles
  const requests = Array.from({ length: 1000 }, (_, index) => ({
    path: `/campaigns/3${String(20 * index + 1).padStart(11, '0')}`,
  }))
  const mocked = get ? [{ ...get, order: { ...get.order, requests } }] : []
  return [
    await peer(names.nest, 'nest.js', connection, singles, ['same-job']),
    await peer(names.nestPlain, 'nest.js', connection, singles),
    await peer(names.jsonServer, 'json-server.js', connection, mocked),
  ]
}

async function peer(
  name: string,
  file: string,
  connection: Connection,
  own: readonly Workload[],
  args: string[] = [],
): Promise<Variant> {
  const server = await startServer(file, connection, args)
  undo.push(() => server.stop())
  return { name, server, headers: {}, workloads: own }
}

/** The bare server is a measure of the service only as long as both answer the same data. */
async function checkAnswers([service, bare]: readonly Variant[], reads: readonly Workload[]): Promise<void> {
  for (const { name, order } of reads) {
    const path = order.requests[0]?.path ?? ''
    const [own, other] = await Promise.all(
      [service, bare].map(async (variant) => {
        const answer = await fetch(`${variant?.server.url}${path}`, { headers: variant?.headers ?? {} })
        return JSON.stringify(((await answer.json()) as { data: unknown }).data)
      }),
    )
    if (own !== other) throw new Error(`${name}: the service and the bare server answer ${path} differently.`)
  }
}

async function versionOf(connection: Connection): Promise<string> {
  const client = new pg.Client({ ...connection })
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  return rows[0]?.server_version ?? ''
}

async function stop(): Promise<void> {
  for (const step of undo.splice(0).toReversed()) await step()
}

async function bench(options: Options): Promise<void> {
  installPackages(progress)
  mkdirSync(scratch, { recursive: true })
  progress('measuring starts')
  const starts = await startTimes(join(scratch, 'starts'))
  const { connection, variants, load } = await prepare()
  const measured = await measure(variants, load, options, progress)
  const postgres = await versionOf(connection)
  await stop()
  const report = { measured, marks: marksOf(measured, starts), options, postgres }
  console.log(consoleReport(report))
  if (options.quick) return
  const file = new URL('../docs/benchmarks.md', import.meta.url)
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, page(report))
  progress('written to docs/benchmarks.md')
}

process.once('SIGINT', () => void stop().then(() => process.exit(130)))
try {
  await bench(options)
} finally {
  await stop()
}
