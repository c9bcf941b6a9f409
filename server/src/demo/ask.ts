import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { systemRandom } from '../surroundings/random.ts'

type Fields = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** Speaks the interface from within the process, so that the demo world is made as any caller would make it. */
export interface Asker {
  operator(method: Method, path: string, body: Fields): Promise<Answered>
  user(door: 'production' | 'sandbox', token: string, method: Method, path: string, fields?: Fields): Promise<Answered>
  password(): string
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The `data` of an answer; what the demo world reads of it are ids and tokens. */
export interface Answered {
  readonly id: string
  readonly bearer_token: string
  readonly oauth1: { consumer_key: string; consumer_secret: string; access_token: string; access_token_secret: string }
}

export function asker(app: App, operatorToken: string): Asker {
  return {
    operator: (method, path, body) =>
      send(app.production, method, `/operator/1${path}`, operatorToken, JSON.stringify(body)),
    user: (door, token, method, path, fields = {}) =>
      send(app[door], method, `/12${path}`, token, JSON.stringify(fields)),
    password: () => systemRandom.alphanumerics(16),
  }
}

async function send(
  door: FastifyInstance,
  method: Method,
  url: string,
  token: string,
  payload: string,
): Promise<Answered> {
  const answer = await door.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { payload }),
  })
  if (answer.statusCode >= 300) throw new Error(`The demo world cannot be made: ${method} ${url}: ${answer.body}`)
  const { data } = answer.json()
  return Array.isArray(data) ? data[0] : data
}
