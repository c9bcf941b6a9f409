import pg from 'pg'
import type { Sql, SqlValue } from './sql.ts'

/** A row as PostgreSQL wrote it: text, in the order of the columns. */
export type TextRow = readonly (string | null)[]

/** What one statement answered: its rows, and how many it returned or touched. */
export interface Answer {
  readonly rows: readonly TextRow[]
  readonly count: number
}

/** The wire of the driver's connection, as far as it is spoken here. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  parse(message: { name: string; text: string; types: readonly number[] }): void
  bind(message: { portal: string; statement: string; values: readonly unknown[]; binary: boolean }): void
  execute(message: { portal: string; rows: number }): void
  close(message: { type: 'S'; name: string }): void
  sync(): void
}

/** What each connection knows: the statements it has parsed, and whether its writes are being gathered. */
interface Knowledge {
  readonly parsed: Map<string, 'surely' | 'perhaps'>
  gathering: boolean
}

const knowledge = new WeakMap<object, Knowledge>()
const names = new Map<string, string>()
// A connection remembers each named statement; orders and filters beyond this many go unnamed.
const namedStatements = 500

function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined && names.size < namedStatements) {
    name = `s${names.size}`
    names.set(text, name)
  }
  return name ?? ''
}

/**
 * Sends statements to PostgreSQL as one group: parsed by name once a connection, rows undescribed since all are text
 * by place, one Sync at the end. The first failure skips the rest of the group. With `patient`, writes of everything
 * that happens in this turn of the event loop travel together.
 */
export function exchange(
  client: pg.ClientBase,
  statements: readonly Sql[],
  { patient }: { patient: boolean },
): Promise<Answer[]> {
  return new Promise((resolve, reject) => {
    const answers: Answer[] = []
    let rows: TextRow[] = []
    let known: Knowledge | undefined

    // The driver's pipeline takes nothing but its own queries; this one speaks and listens for itself.
    const query = Object.assign(new pg.Query({ text: 'exchange' }), {
      submit(wire: Wire): null {
        known = knowledgeOf(wire)
        gather(wire, known, patient)
        for (const statement of statements) send(wire, known, statement)
        wire.sync()
        return null
      },
      handleRowDescription() {},
      handleEmptyQuery() {},
      handleDataRow(message: { fields: TextRow }) {
        rows.push(message.fields)
      },
      handleCommandComplete(message: { text: string }) {
        const count = Number(message.text.slice(message.text.lastIndexOf(' ') + 1))
        answers.push({ rows, count: Number.isNaN(count) ? 0 : count })
        rows = []
      },
      handleError(error: Error) {
        // What stands behind the failure was not parsed, unless the connection had parsed it before.
        for (const { text } of statements.slice(answers.length)) known?.parsed.set(nameOf(text), 'perhaps')
        reject(error)
      },
      handleReadyForQuery() {
        resolve(answers)
      },
    })
    client.query(query)
  })
}

function knowledgeOf(wire: Wire): Knowledge {
  let known = knowledge.get(wire)
  if (!known) {
    known = { parsed: new Map(), gathering: false }
    knowledge.set(wire, known)
  }
  return known
}

function gather({ stream }: Wire, known: Knowledge, patient: boolean): void {
  if (known.gathering) return
  known.gathering = true
  stream.cork()
  const open = () => {
    known.gathering = false
    stream.uncork()
  }
  if (patient) setImmediate(open)
  else process.nextTick(open)
}

function send(wire: Wire, { parsed }: Knowledge, { text, values }: Sql): void {
  const name = nameOf(text)
  const state = name === '' ? undefined : parsed.get(name)
  if (state !== 'surely') {
    if (state === 'perhaps') wire.close({ type: 'S', name })
    wire.parse({ name, text, types: [] })
    if (name !== '') parsed.set(name, 'surely')
  }
  wire.bind({ portal: '', statement: name, values: values.map(wireValue), binary: false })
  wire.execute({ portal: '', rows: 0 })
}

/** Values as PostgreSQL reads them: text, bytes, or null. Arrays become its array notation. */
function wireValue(value: SqlValue): string | Buffer | null {
  if (value === null || typeof value === 'string' || Buffer.isBuffer(value)) return value
  return Array.isArray(value) ? `{${value.map(quoted).join(',')}}` : String(value)
}

function quoted(item: string | bigint): string {
  return `"${String(item).replaceAll(/["\\]/g, '\\$&')}"`
}
