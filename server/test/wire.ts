import type { ErrorEntry } from '@billposter/client'
import type { FastifyInstance } from 'fastify'

/** What a request says besides method and path. */
export interface Said {
  readonly token?: string
  readonly query?: string
  readonly form?: string
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is; `headers` name its type. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer as it came, and its parsed body. */
export interface Heard {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly body: {
    readonly data?: unknown
    readonly request?: unknown
    readonly errors?: readonly ErrorEntry[]
    readonly operation_errors?: readonly (readonly ErrorEntry[])[]
    readonly next_cursor?: string | null
    readonly total_count?: number
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Says a request to a door word for word, for promises about the wire itself. */
export async function onTheWire(door: FastifyInstance, method: Method, path: string, said: Said = {}): Promise<Heard> {
  const { token, query, form, json, body = json === undefined ? form : JSON.stringify(json) } = said
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
  const answer = await door.inject({
    method,
    url: query === undefined ? path : `${path}?${query}`,
    headers: {
      host: 'production.test',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(json === undefined && form === undefined ? {} : { 'content-type': type }),
      ...said.headers,
    },
    ...(body === undefined ? {} : { payload: body }),
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: JSON.parse(answer.body) }
}

/** Somebody who says requests to one door, all below one path. */
export function speaker(door: FastifyInstance, token: string, base: string) {
  return (method: Method, path: string, said: Said = {}): Promise<Heard> =>
    onTheWire(door, method, `${base}${path}`, { token, ...said })
}
