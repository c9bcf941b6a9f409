import { type LoadGenerator, type Server, usageOf } from './child-process.ts'
import type { Options } from './options.ts'
import type { Progress } from './progress.ts'
import type { Workload } from './workloads.ts'

/** A server in the comparison, under the name that the tables give it. */
export interface Variant {
  readonly name: string
  readonly server: Server
  readonly headers: Readonly<Record<string, string>>
  readonly workloads: readonly Workload[]
}

/** One run of one kind of request against one variant. */
interface Run {
  readonly perSecond: number
  readonly p99: number
  readonly cpuMicros: number
  readonly failed: number
}

/** Medians over the rounds. */
export interface Cell extends Run {
  readonly variant: string
  readonly workload: string
  /** The slowest and the fastest round. */
  readonly range: readonly [number, number]
}

export interface Measured {
  readonly cells: readonly Cell[]
  /** The most memory that the process of each variant held at any time. */
  readonly mostMb: ReadonlyMap<string, number>
}

/** Runs all in turns, round after round, so that whatever else the machine does falls on every variant alike. */
export async function measure(
  variants: readonly Variant[],
  load: LoadGenerator,
  options: Options,
  progress: Progress,
): Promise<Measured> {
  const runs = new Map<string, Run[]>()
  const pairs = variants.flatMap((variant) => variant.workloads.map((workload) => ({ variant, workload })))
  const inTurns = pairs.toSorted((a, b) => place(pairs, a.workload) - place(pairs, b.workload))
  for (let round = 0; round <= options.rounds; round++) {
    progress(round === 0 ? 'warming up' : `round ${round} of ${options.rounds}`)
    for (const { variant, workload } of round % 2 === 0 ? inTurns : inTurns.toReversed()) {
      const run = await measureOnce(variant, workload, load, options)
      if (round > 0)
        runs.set(`${variant.name} ${workload.name}`, [...(runs.get(`${variant.name} ${workload.name}`) ?? []), run])
    }
  }
  const cells = pairs.map(({ variant, workload }) =>
    cellOf(variant.name, workload.name, runs.get(`${variant.name} ${workload.name}`) ?? []),
  )
  return { cells, mostMb: new Map(variants.map(({ name, server }) => [name, usageOf(server.pid).mostMb])) }
}

/** Runs of one kind of request come one after the other. */
function place(pairs: readonly { workload: Workload }[], wanted: Workload): number {
  return pairs.findIndex(({ workload }) => workload.name === wanted.name)
}

async function measureOnce(
  { server, headers }: Variant,
  { order }: Workload,
  load: LoadGenerator,
  { seconds, connections }: Options,
): Promise<Run> {
  const sent = order.method === 'POST' ? { ...headers, 'content-type': 'application/json' } : headers
  const before = usageOf(server.pid).cpuSeconds
  const { perSecond, p99, failed } = await load.run({ url: server.url, seconds, connections, ...order, headers: sent })
  const cpuSeconds = usageOf(server.pid).cpuSeconds - before
  return { perSecond, p99, failed, cpuMicros: (cpuSeconds / (perSecond * seconds)) * 1_000_000 }
}

function cellOf(variant: string, workload: string, runs: readonly Run[]): Cell {
  const rates = runs.map((run) => run.perSecond)
  return {
    variant,
    workload,
    perSecond: median(rates),
    p99: median(runs.map((run) => run.p99)),
    cpuMicros: median(runs.map((run) => run.cpuMicros)),
    failed: runs.reduce((sum, run) => sum + run.failed, 0),
    range: [Math.min(...rates), Math.max(...rates)],
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
