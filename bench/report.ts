import { cpus, totalmem } from 'node:os'
import { readFileSync } from 'node:fs'
import { cellOf, type Mark, verdict } from './marks.ts'
import type { Cell, Measured } from './measure.ts'
import { names } from './names.ts'
import type { Options } from './options.ts'

export interface Report {
  readonly measured: Measured
  readonly marks: readonly Mark[]
  readonly options: Options
  readonly postgres: string
}

type Table = readonly (readonly string[])[]

function ratesTable(cells: readonly Cell[]): Table {
  const variants = [...new Set(cells.map((cell) => cell.variant))]
  const head = [
    '',
    'requests/s',
    'slowest to fastest round',
    'of bare',
    'p99 ms',
    'CPU of the server, µs/request',
    'failed',
  ]
  const rows = cells
    .toSorted(
      (a, b) => a.workload.localeCompare(b.workload) || variants.indexOf(a.variant) - variants.indexOf(b.variant),
    )
    .map((cell) => {
      const bare = cellOf(cells, names.bare, cell.workload)
      return [
        `${cell.workload}: ${cell.variant}`,
        cell.perSecond.toFixed(0),
        cell.range.map((rate) => rate.toFixed(0)).join(' to '),
        bare ? (cell.perSecond / bare.perSecond).toFixed(2) : '',
        cell.p99.toFixed(0),
        cell.cpuMicros.toFixed(0),
        String(cell.failed),
      ]
    })
  return [head, ...rows]
}

function marksTable(marks: readonly Mark[]): Table {
  return [
    ['what', 'mark', 'measured', ''],
    ...marks.map((mark) => [mark.what, mark.mark, mark.measured, verdict(mark)]),
  ]
}

function memoryTable({ mostMb }: Measured): Table {
  return [['process', 'most resident memory, MB'], ...[...mostMb].map(([name, most]) => [name, most.toFixed(0)])]
}

/** Columns side by side, which Markdown reads as a table too. */
function written(table: Table): string {
  const widths = (table[0] ?? []).map((_, column) => Math.max(3, ...table.map((row) => (row[column] ?? '').length)))
  const line = (row: readonly string[]) =>
    `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...rows] = table
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

export function consoleReport({ measured, marks }: Report): string {
  return [ratesTable(measured.cells), memoryTable(measured), marksTable(marks)].map(written).join('\n\n')
}

function machine({ postgres }: Report): string {
  const processors = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  const system = readFileSync('/etc/os-release', 'utf8').match(/PRETTY_NAME="(.*)"/)?.[1] ?? process.platform
  const day = new Date().toISOString().slice(0, 10)
  return `${processors.length} cores (${processors[0]?.model.trim()}), ${memory} GiB of memory, ${system}; Node ${process.version}, PostgreSQL ${postgres}; ${day}.`
}

/** The page of `docs/`, with the notes that stand beside this file. */
export function page(report: Report): string {
  const { campaigns, rounds, seconds, connections } = report.options
  const missed = report.marks.filter((mark) => mark.reached === false).map((mark) => `${mark.what} (${mark.measured})`)
  return `# Benchmarks

Written by \`npm run bench\`; the code and the peers are in \`bench/\`.

${machine(report)}

${campaigns.toLocaleString('en')} campaigns over 10,000 accounts. ${connections} connections from a load generator on the same machine, medians of ${rounds} rounds of ${seconds} s after one to warm up, all servers in turns within each round.

## Marks

${written(marksTable(report.marks))}

${missed.length === 0 ? 'All marks are reached.' : `Missed: ${missed.join('; ')}.`}

## What was measured

${written(ratesTable(report.measured.cells))}

${written(memoryTable(report.measured))}

${readFileSync(new URL('notes.md', import.meta.url), 'utf8')}`
}
