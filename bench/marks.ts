import type { Cell, Measured } from './measure.ts'
import { names } from './names.ts'

/** One promise about speed or memory, and what was measured. */
export interface Mark {
  readonly what: string
  readonly mark: string
  readonly measured: string
  /** `undefined`: not measured in this run. */
  readonly reached: boolean | undefined
}

export interface StartTimes {
  readonly newMs: number
  readonly warmMs: number
}

const batchSize = 40
const mostMemoryMb = 350

/** The marks of the project, each with its measured value. */
export function marksOf({ cells, mostMb }: Measured, starts: StartTimes): Mark[] {
  const rate = (variant: string, workload: string) => cellOf(cells, variant, workload)?.perSecond
  const times = (what: string, workload: string, other: string, atLeast: number): Mark => {
    const [own, others] = [rate(names.service, workload), rate(other, workload)]
    return least(`${what}, against ${other}`, own, others, atLeast)
  }
  const batches = rate(names.service, names.batch)
  return [
    times('GET one campaign', names.get, names.bare, 0.6),
    times('GET one campaign', names.get, names.nest, 3),
    times('list of 200', names.list, names.bare, 0.8),
    times('list of 200', names.list, names.nest, 3),
    times('create, durable, with history', names.create, names.bareWhole, 0.5),
    times('create, durable, with history (one insert)', names.create, names.bare, 0.5),
    times('create, durable, with history', names.create, names.nest, 5),
    least(
      'batch of 40, campaigns per second against single creates',
      batches && batches * batchSize,
      rate(names.service, names.create),
      2.5,
    ),
    most(
      'page 90 of a walk, time against page 1',
      ratio(rate(names.service, names.pageOne), rate(names.service, names.pageLate)),
      1.2,
      'x',
    ),
    most('start, warm data directory', starts.warmMs / 1000, 2, ' s'),
    most('start, new data directory with demo world', starts.newMs / 1000, 10, ' s'),
    most('resident memory under load', mostMb.get(names.service), mostMemoryMb, ' MB'),
  ]
}

export function cellOf(cells: readonly Cell[], variant: string, workload: string): Cell | undefined {
  return cells.find((cell) => cell.variant === variant && cell.workload === workload)
}

function ratio(own: number | undefined, other: number | undefined): number | undefined {
  return own === undefined || other === undefined ? undefined : own / other
}

function least(what: string, own: number | undefined, other: number | undefined, atLeast: number): Mark {
  const value = ratio(own, other)
  const reached = value === undefined ? undefined : value >= atLeast
  return { what, mark: `at least ${atLeast}x`, measured: value === undefined ? '–' : `${value.toFixed(2)}x`, reached }
}

function most(what: string, value: number | undefined, atMost: number, unit: string): Mark {
  const digits = unit === ' MB' ? 0 : 2
  const reached = value === undefined ? undefined : value <= atMost
  return {
    what,
    mark: `at most ${atMost}${unit}`,
    measured: value === undefined ? '–' : `${value.toFixed(digits)}${unit}`,
    reached,
  }
}

export function verdict({ reached }: Mark): string {
  return reached === undefined ? '–' : reached ? 'ok' : 'MISS'
}
