import { type Contract, contract, type OperatorContract, operatorContract } from '@billposter/contract'
import type { Batch } from '@billposter/contract/language/batch'
import type { ErrorCode } from '@billposter/contract/language/errors'
import { errorCatalogue } from '@billposter/contract/language/errors'
import { defaultBodyLimit } from '@billposter/contract/language/limits'
import { type Door, fullPath, type Operation } from '@billposter/contract/language/operation'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { AnyHandler } from './batch.ts'
import { oauthRoutes, type Route } from './oauth/routes.ts'
import { answer, type Answered, batchWork, type House, operationWork, type Work } from './pipeline.ts'
import { refusalAnswer } from './respond.ts'

/** The handlers of every resource, as the pipeline calls them. */
export type Rooms<C> = { readonly [R in keyof C]: Readonly<Record<string, AnyHandler>> }

export interface DoorParts {
  readonly house: House
  readonly door: Door
  readonly rooms: Rooms<Contract>
  readonly operatorRooms: Rooms<OperatorContract>
}

/** One door of the house: an HTTP server with a route for every operation that this door has. */
export function createDoor({ house, door, rooms, operatorRooms }: DoorParts): FastifyInstance {
  const app = createServer(house)
  const paths = new Map<string, string[]>()
  app.setErrorHandler((error: { statusCode?: number; code?: string }, request, reply) =>
    request.is404 ? refuseUnknown(request, reply, paths) : refuseBroken(house, error, request, reply),
  )
  app.setNotFoundHandler((request, reply) => refuseUnknown(request, reply, paths))
  const works = worksOf(door, rooms, operatorRooms)
  for (const route of [...works.map((named) => operationRoute(house, door, named)), ...oauthRoutes(house)]) {
    const { method, url } = route
    paths.set(url, [...(paths.get(url) ?? []), method])
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        const started = performance.now()
        const incoming = incomingOf(request)
        // The router takes nothing for a parameter too; no path has such a part.
        if (Object.values(incoming.pathParams).includes('')) return refuseUnknown(request, reply, paths)
        const answered = await route.answer(incoming)
        send(request, reply, answered)
        logRequest(house, door, route.name, request, answered, performance.now() - started)
        return reply
      },
    })
  }
  return app
}

/** A server that knows no routes yet: it hands bodies over as bytes, and refuses what is no HTTP/1.1 in JSON. */
function createServer(house: House): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: defaultBodyLimit,
    // Such requests are refused below, in JSON.
    http: { requireHostHeader: false },
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    routerOptions: { maxParamLength: 500, querystringParser: (text) => ({ text }) },
    frameworkErrors: (_error, request, reply) => {
      refuseEarly(request, reply, 'INVALID_PARAMETER', 'The path is not percent-encoded UTF-8.')
    },
    clientErrorHandler: refuseUnreadable,
    genReqId: (request) => requestId(request.headers['x-request-id'], house),
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers.host !== undefined || request.raw.httpVersion === '1.0') return done()
    refuseEarly(request, reply, 'INVALID_PARAMETER', 'A request of HTTP/1.1 needs a Host header.')
  })
  // An expectation that nobody knows is no reason for an answer that is not JSON; it may be passed over.
  app.server.on('checkExpectation', (...exchange) => app.server.emit('request', ...exchange))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  return app
}

type Named = readonly [string, Work]

function operationRoute(house: House, door: Door, [name, work]: Named): Route {
  const { operation } = work
  return {
    name,
    method: operation.method,
    url: fullPath(operation),
    answer: (incoming) => answer(house, door, work, incoming),
  }
}

/** Every operation that this door has, by name. The operator's are behind the production door only. */
function worksOf(door: Door, rooms: Rooms<Contract>, operatorRooms: Rooms<OperatorContract>): Named[] {
  const ofResources = (resources: Resources, handlers: Rooms<Resources>, prefix: string) =>
    Object.entries(resources).flatMap(([resource, operations]) =>
      Object.entries(operations)
        .filter(([, operation]) => operation.kind === 'batch' || operation.doors.includes(door))
        .map(
          ([verb, operation]): Named => [
            `${prefix}${resource}.${verb}`,
            workOf(operation, handlers[resource] ?? {}, verb),
          ],
        ),
    )
  return [
    ...ofResources(contract, rooms, ''),
    ...(door === 'production' ? ofResources(operatorContract, operatorRooms, 'operator.') : []),
  ]
}

type Resources = Readonly<Record<string, Readonly<Record<string, Operation | Batch>>>>

function workOf(operation: Operation | Batch, handlers: Readonly<Record<string, AnyHandler>>, verb: string): Work {
  if (operation.kind === 'batch') return batchWork(operation, handlers)
  const handler = handlers[verb]
  if (!handler) throw new Error(`${operation.method} ${operation.path} has no handler.`)
  return operationWork(operation, handler)
}

function incomingOf(request: FastifyRequest) {
  const [path = '', ...query] = request.url.split('?')
  const { headers } = request
  return {
    method: request.method,
    path,
    query: query.join('?'),
    // Fastify parses parameters of these routes as text and, with the parser above, the body as a buffer.
    pathParams: request.params as Readonly<Record<string, string>>,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    contentType: headers['content-type'],
    authorization: headers.authorization,
    host: headers.host,
    requestId: request.id,
    ifMatch: headers['if-match'],
    idempotencyKey: singleHeader(headers['idempotency-key']),
  }
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}

function requestId(given: string | string[] | undefined, { identity }: House): string {
  const wanted = singleHeader(given)
  return wanted !== undefined && /^[\x21-\x7e]{1,128}$/.test(wanted) ? wanted : identity.surroundings.random.uuid()
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answered: Pick<Answered, 'status' | 'body' | 'etag' | 'headers'>,
): void {
  reply.code(answered.status).headers({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': request.id,
    'x-transaction': request.id,
    'x-current-api-version': '12',
    'x-access-level': 'read-write',
    ...answered.headers,
    ...(answered.etag ? { etag: answered.etag } : {}),
  })
  reply.send(answered.body)
}

/** One line for each request; an internal error with its cause, which the caller never sees. */
function logRequest(
  house: House,
  door: Door,
  operation: string,
  request: FastifyRequest,
  answered: Answered,
  ms: number,
): void {
  const { log } = house.identity.surroundings
  const { status, userId, accountId, cause } = answered
  const line = { requestId: request.id, door, operation, status, ms: Math.round(ms * 10) / 10, userId, accountId }
  if (cause === undefined) log.info(line, 'request')
  else log.error({ ...line, err: cause }, 'request failed')
}

function refuseEarly(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode,
  message: string,
  place: { parameter?: string } = {},
): FastifyReply {
  // The operator's errors have no echo.
  const echo = request.url.startsWith('/operator/') ? undefined : { params: {} }
  const refused = refusalAnswer(errorCatalogue[code].status, [{ code, message, ...place }], echo)
  send(request, reply, { ...refused, headers: {} })
  return reply
}

/** A path that is known, but not with this method, or not known at all. */
function refuseUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  paths: ReadonlyMap<string, readonly string[]>,
): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? ''
  const methods = methodsOf(paths, path)
  if (methods) {
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')
    const message = `${request.method} is not possible here; allowed: ${allow}.`
    return refuseEarly(request, reply.header('allow', allow), 'METHOD_NOT_ALLOWED', message)
  }
  const version = /^\/(\d+(?:\.\d+)?)(\/|$)/.exec(path)?.[1]
  if (version !== undefined && version !== '12') {
    return refuseEarly(request, reply, 'INVALID', `Version ${version} is not available.`)
  }
  return refuseEarly(request, reply, 'ROUTE_NOT_FOUND', `No operation has the path ${path.slice(0, 200)}.`)
}

/** The methods of the route that the path belongs to; the router itself only finds routes with the method asked for. */
function methodsOf(paths: ReadonlyMap<string, readonly string[]>, path: string): readonly string[] | undefined {
  const parts = path.split('/')
  const fits = (part: string, given = '') => (part.startsWith(':') ? given !== '' : given === part)
  const route = [...paths].find(([url]) => {
    const expected = url.split('/')
    return expected.length === parts.length && expected.every((part, index) => fits(part, parts[index]))
  })
  return route?.[1]
}

/** What the HTTP server refuses by itself: bodies over their limit, broken lengths, and our own mistakes. */
function refuseBroken(
  house: House,
  error: { statusCode?: number; code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return refuseEarly(
      request,
      reply,
      'REQUEST_TOO_COMPLEX',
      `The request body is larger than ${defaultBodyLimit} bytes.`,
    )
  }
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return refuseEarly(request, reply, 'INVALID_PARAMETER', 'The request could not be read.')
  }
  house.identity.surroundings.log.error({ requestId: request.id, err: error }, 'request failed')
  return refuseEarly(request, reply, 'INTERNAL_ERROR', 'The service failed to answer; nothing was changed.')
}

/** Bytes that are no HTTP get a JSON answer too, as far as the connection still takes one. */
function refuseUnreadable(
  _error: Error,
  socket: { writable: boolean; end(text: string): void; destroy(): void },
): void {
  if (!socket.writable) return socket.destroy()
  const { body } = refusalAnswer(
    400,
    [{ code: 'INVALID_PARAMETER', message: 'This is not a readable HTTP request.' }],
    { params: {} },
  )
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
