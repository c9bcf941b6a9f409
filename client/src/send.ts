import { BillposterError, ConnectionError } from './errors.ts'
import { type HttpInfo, httpInfo } from './http-info.ts'
import { parsedBody, refusalOf } from './refusal.ts'
import { encodedPairs, type Message } from './request.ts'
import type { RequestOptions } from './request-options.ts'
import { isTransient, waitAfter } from './retry.ts'
import type { Signable } from './signing.ts'
import type { Surroundings } from './surroundings.ts'
import type { HttpRequest, HttpResponse, Transport } from './transport.ts'

/** How requests get to a service. */
export interface Connection {
  readonly transport: Transport
  /** The value of the `Authorization` header; asked anew for each attempt. */
  readonly authorize: (request: Signable) => string
  /** Further attempts after the first. */
  readonly retries: number
  /** How long one attempt may take; 0 for as long as it takes. */
  readonly timeoutMs: number
  /** How long one call may wait between its attempts, in all. */
  readonly maxWaitMs: number
  /** Whether changes get an idempotency key of their own. */
  readonly keysChanges: boolean
  readonly surroundings: Surroundings
}

/** An answer of success. */
export interface Received {
  readonly http: HttpInfo
  readonly body: Record<string, unknown>
}

/** One call: what it asks for, and where. */
export interface Outgoing {
  readonly baseUrl: string
  readonly message: Message
  readonly options: RequestOptions
  /** Gives a parsed body its declared types. */
  readonly readBody: (body: Record<string, unknown>) => void
}

/**
 * Sends a request, again where that is safe and may help: reads, and changes with an idempotency key.
 * @throws BillposterError of the kind that the last attempt ended with; the reason of `signal` when it is aborted.
 */
export async function send(connection: Connection, outgoing: Outgoing): Promise<Received> {
  const { message, options } = outgoing
  const key = keyOf(connection, outgoing)
  const repeatable = message.method === 'GET' || key !== undefined
  let waited = 0
  for (let attempt = 0; ; attempt++) {
    const outcome = await tryOnce(connection, outgoing, key)
    if (!(outcome instanceof BillposterError)) return outcome
    if (!repeatable || attempt >= connection.retries || !isTransient(outcome)) throw outcome
    const wait = waitAfter(outcome, attempt, connection.surroundings)
    if (waited + wait > connection.maxWaitMs) throw outcome
    await connection.surroundings.sleep(wait, options.signal)
    waited += wait
  }
}

function keyOf({ keysChanges, surroundings }: Connection, { message, options }: Outgoing): string | undefined {
  if (message.method === 'GET' || options.idempotencyKey === false) return undefined
  return options.idempotencyKey ?? (keysChanges ? surroundings.uuid() : undefined)
}

async function tryOnce(
  connection: Connection,
  outgoing: Outgoing,
  key: string | undefined,
): Promise<Received | BillposterError> {
  const { message, options, readBody } = outgoing
  options.signal?.throwIfAborted()
  const request = httpRequest(connection, outgoing, key)
  let response: HttpResponse
  try {
    response = await connection.transport(request)
  } catch (cause) {
    options.signal?.throwIfAborted()
    const reason = cause instanceof Error ? cause.message : String(cause)
    return new ConnectionError({
      message: `${message.method} ${message.path} got no answer: ${reason}`,
      requestId: options.requestId,
      cause,
    })
  }
  const http = httpInfo(response)
  const body = parsedBody(response.body)
  if (body) readBody(body)
  if (http.status >= 300) return refusalOf(http, body, connection.surroundings.now())
  return body ? { http, body } : new BillposterError({ message: 'The answer is not a JSON object.', http })
}

function httpRequest(
  { authorize, timeoutMs }: Connection,
  { baseUrl, message, options }: Outgoing,
  key: string | undefined,
): HttpRequest {
  const { method, path, query, form, json } = message
  const url = `${baseUrl}${path}`
  const asked = options.validateOnly ? [...query, ['validate_only', 'true'] as const] : query
  const body = json ?? (form.length > 0 ? encodedPairs(form) : undefined)
  const limits = [options.signal, timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : undefined].filter(
    (limit) => limit !== undefined,
  )
  const headers: Record<string, string> = {
    accept: 'application/json',
    authorization: authorize({ method, url, parameters: [...asked, ...form] }),
  }
  if (body !== undefined) headers['content-type'] = json === undefined ? formType : 'application/json'
  if (key !== undefined) headers['idempotency-key'] = key
  if (options.ifMatch !== undefined) headers['if-match'] = options.ifMatch
  if (options.requestId !== undefined) headers['x-request-id'] = options.requestId
  for (const [name, value] of Object.entries(options.headers ?? {})) headers[name.toLowerCase()] = value
  return {
    method,
    url: asked.length > 0 ? `${url}?${encodedPairs(asked)}` : url,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(limits.length > 0 ? { signal: AbortSignal.any(limits) } : {}),
  }
}

const formType = 'application/x-www-form-urlencoded'
