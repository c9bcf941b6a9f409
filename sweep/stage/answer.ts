import assert from 'node:assert/strict'
import type { ErrorEntry } from '@billposter/client'
import { parseJson } from '@billposter/contract/language/json'
import type { FastifyInstance } from 'fastify'
import type { Swept } from './operations.ts'
import type { Message } from './request.ts'

/** An answer as it came. Integers beyond 2^53 are big integers in its body. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly body: Body
}

export interface Body {
  readonly data?: unknown
  readonly request?: { readonly params: Readonly<Record<string, unknown>> } | readonly EchoedItem[]
  readonly errors?: readonly ErrorEntry[]
  readonly operation_errors?: readonly (readonly ErrorEntry[])[]
  readonly next_cursor?: string | null
  readonly total_count?: number
  readonly validate_only?: true
}

export interface EchoedItem {
  readonly operation_type: string | null
  readonly params: Readonly<Record<string, unknown>>
}

/** Sends a message to a door as it is. */
export async function send(door: FastifyInstance, message: Message, headers: Record<string, string>): Promise<Answer> {
  const answer = await door.inject({
    // Any word may stand here; the type knows the usual ones.
    method: message.method as 'GET',
    url: message.url,
    headers: {
      host: 'service.test',
      ...(message.contentType === undefined ? {} : { 'content-type': message.contentType }),
      ...headers,
    },
    ...(message.body === undefined ? {} : { payload: message.body }),
  })
  const named = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
  // Every answer of the service is one JSON object; what is in it is checked against the document.
  const body = (answer.body === '' ? {} : parseJson(answer.body)) as Body
  return { status: answer.statusCode, headers: Object.fromEntries(named), text: answer.body, body }
}

/** A problem without its wording. */
export interface Problem {
  readonly code: string
  readonly parameter?: string
  readonly attribute?: string
}

export function problemsOf(errors: readonly ErrorEntry[] | undefined): Problem[] {
  return (errors ?? []).map(({ message: _, ...problem }) => problem)
}

/** Fails unless the request was refused with this status for exactly these reasons, in this order. */
export function assertRefused(answer: Answer, status: number, problems: readonly Problem[], about?: string): void {
  assert.deepEqual(
    { status: answer.status, problems: problemsOf(answer.body.errors) },
    { status, problems },
    about === undefined ? answer.text : `${about}: ${answer.text}`,
  )
}

export function assertSucceeded({ operation, name }: Swept, { status, text }: Answer, about = ''): void {
  assert.equal(status, operation.success, `${name} ${about}: ${text}`)
}

/** The echo of a request that was not a batch. */
export function echoOf({ body, text }: Answer): Readonly<Record<string, unknown>> {
  assert.ok(body.request && 'params' in body.request, text)
  return body.request.params
}

/** The echo of a batch. */
export function echoedItems({ body, text }: Answer): readonly EchoedItem[] {
  assert.ok(Array.isArray(body.request), text)
  return body.request
}

type Row = Readonly<Record<string, unknown>>

/** The rows of a list, or the one entity of a single answer as the only row. */
export function rowsOf({ body, text }: Answer): readonly Row[] {
  assert.ok(typeof body.data === 'object' && body.data !== null, text)
  // Lists hold records, as the shape says; those of plain words are not read as rows.
  return (Array.isArray(body.data) ? body.data : [body.data]) as readonly Row[]
}

/** The text with what differs from one entity to the next made equal: ids of entities, and of users and posts. */
export function masked(text: string): string {
  return text.replaceAll(/\b(?=[a-z]*\d)[0-9a-z]{12}\b/g, '‹id›').replaceAll(/\b\d{17,19}\b/g, '‹number›')
}
