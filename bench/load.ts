/** The load generator, a process of its own: told what to send, it answers with what came of it. */
import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'

/** One cell of the measurement: requests of one kind to one server. */
export interface Order {
  readonly url: string
  readonly seconds: number
  readonly connections: number
  readonly headers: Readonly<Record<string, string>>
  readonly method: 'GET' | 'POST'
  /** Paths, and for writes bodies, that are sent in turns. */
  readonly requests: readonly { readonly path: string; readonly body?: string }[]
  /** Every request gets an Idempotency-Key of its own. */
  readonly keyed: boolean
}

export interface Outcome {
  readonly perSecond: number
  readonly p99: number
  /** Answers with another status than 2xx, and requests without one. */
  readonly failed: number
}

process.on('message', async (order: Order) => {
  process.send?.(await run(order))
})

async function run({ url, seconds, connections, headers, method, requests, keyed }: Order): Promise<Outcome> {
  let turn = 0
  const next = (request: autocannon.Request) => {
    const { path, body } = requests[turn++ % requests.length] ?? { path: '/' }
    request.path = path
    if (body !== undefined) request.body = body
    if (keyed) request.headers = { ...headers, 'idempotency-key': randomUUID() }
    return request
  }
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [{ method, headers: { ...headers }, setupRequest: next }],
  })
  return {
    perSecond: result['2xx'] / result.duration,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  }
}
