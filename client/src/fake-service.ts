import { type Client, type ClientOptions, createClient } from './client.ts'
import type { HttpRequest, HttpResponse, Transport } from './transport.ts'

/** What a service that is made up for a test answers with. This file serves tests only. */
export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body?: string
}

/** A transport that gives the replies in turn, an `Error` as a broken connection, and keeps the requests. */
export function fakeTransport(...replies: readonly (Reply | Error)[]): {
  transport: Transport
  requests: HttpRequest[]
} {
  const requests: HttpRequest[] = []
  const transport: Transport = async (request): Promise<HttpResponse> => {
    const reply = replies[requests.length]
    requests.push(request)
    if (reply === undefined) throw new Error('The test expects no further request.')
    if (reply instanceof Error) throw reply
    return {
      status: reply.status ?? 200,
      headers: reply.headers ?? {},
      body: reply.body ?? '{"data":{},"request":{"params":{}}}',
    }
  }
  return { transport, requests }
}

/** A client of such a service. Its clock stands at second 1,000 and moves by sleeping; `slept` holds the ms. */
export function fakeClient(
  replies: readonly (Reply | Error)[],
  options: Partial<ClientOptions> = {},
): { client: Client; requests: HttpRequest[]; slept: number[] } {
  const { transport, requests } = fakeTransport(...replies)
  const slept: number[] = []
  let now = 1_000_000
  let made = 0
  const client = createClient({
    baseUrl: 'http://ads.test',
    sandboxUrl: 'http://sandbox.test',
    auth: { bearerToken: 'token' },
    transport,
    now: () => now,
    random: () => 0,
    uuid: () => `key-${++made}`,
    async sleep(ms) {
      slept.push(ms)
      now += ms
    },
    ...options,
  })
  return { client, requests, slept }
}
