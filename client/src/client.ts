import { type Contract, contract, type OperatorContract, operatorContract } from '@billposter/contract'
import type { Door } from '@billposter/contract/language/operation'
import { type Listing, listingOf } from './listing.ts'
import type { Methods, OperatorMethods, Resources } from './methods.ts'
import { bodyReader } from './read-answer.ts'
import { type Endpoint, messageOf, type Values } from './request.ts'
import type { RequestOptions } from './request-options.ts'
import { type Connection, send } from './send.ts'
import { type OAuth1Credentials, oauth1Signer } from './signing.ts'
import { realSurroundings, type Surroundings } from './surroundings.ts'
import { fetchTransport, type Transport } from './transport.ts'

/** Every operation of the interface as a method: `client.campaigns.create({ … })`. */
export type Client = Methods<Contract>

/** Every operation of the operator as a method: `operator.accounts.create({ … })`. */
export type OperatorClient = OperatorMethods<OperatorContract>

interface SharedOptions extends Partial<Surroundings> {
  /** Where the service is, such as `https://ads.example.org`. */
  readonly baseUrl: string
  /** Sends the requests; the runtime's `fetch` unless given. */
  readonly transport?: Transport
  /** Further attempts after the first; 3 unless given. */
  readonly retries?: number
  /** How long one attempt may take, in milliseconds; 30,000 unless given, 0 for no limit. */
  readonly timeoutMs?: number
  /** How long one call may wait between attempts in all, in milliseconds; 90,000 unless given. */
  readonly maxWaitMs?: number
}

export interface ClientOptions extends SharedOptions {
  /** Where the sandbox is; `baseUrl` unless given. Operations that only the sandbox has go there. */
  readonly sandboxUrl?: string
  /** `sandbox` sends everything to the sandbox. */
  readonly environment?: Door
  readonly auth: { readonly bearerToken: string } | { readonly oauth1: OAuth1Credentials }
  /** False: changes get no idempotency key unless a call gives one, and are then not retried. */
  readonly idempotencyKeys?: boolean
}

export interface OperatorClientOptions extends SharedOptions {
  readonly operatorToken: string
}

/**
 * Makes a client of the interface. It keeps no state between calls.
 * @throws TypeError when an address is not a URL.
 */
export function createClient(options: ClientOptions): Client {
  const surroundings = surroundingsOf(options)
  const { auth, environment = 'production' } = options
  const production = baseOf(options.baseUrl)
  const sandbox = options.sandboxUrl === undefined ? production : baseOf(options.sandboxUrl)
  const sign = 'oauth1' in auth ? oauth1Signer(auth.oauth1, surroundings) : bearer(auth.bearerToken)
  const connection = connectionOf(options, sign, options.idempotencyKeys ?? true, surroundings)
  const door = (endpoint: Endpoint) => (environment === 'sandbox' || isSandboxOnly(endpoint) ? sandbox : production)
  // The loop makes a method of each endpoint; the mapped type says the same of the same data.
  return methodsOver(contract, connection, door) as Client
}

/**
 * Makes a client of the operator's interface. Its changes know no idempotency keys, so only reads are retried.
 * @throws TypeError when the address is not a URL.
 */
export function createOperatorClient(options: OperatorClientOptions): OperatorClient {
  const base = baseOf(options.baseUrl)
  const connection = connectionOf(options, bearer(options.operatorToken), false, surroundingsOf(options))
  // As in createClient.
  return methodsOver(operatorContract, connection, () => base) as OperatorClient
}

function surroundingsOf({ now, sleep, random, uuid }: Partial<Surroundings>): Surroundings {
  return {
    now: now ?? realSurroundings.now,
    sleep: sleep ?? realSurroundings.sleep,
    random: random ?? realSurroundings.random,
    uuid: uuid ?? realSurroundings.uuid,
  }
}

function connectionOf(
  { transport = fetchTransport, retries = 3, timeoutMs = 30_000, maxWaitMs = 90_000 }: SharedOptions,
  authorize: Connection['authorize'],
  keysChanges: boolean,
  surroundings: Surroundings,
): Connection {
  return { transport, authorize, retries, timeoutMs, maxWaitMs, keysChanges, surroundings }
}

function bearer(token: string): Connection['authorize'] {
  return () => `Bearer ${token}`
}

/** The address without query and trailing slash; its host in the form that signatures are made over. */
function baseOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname.replace(/\/+$/, '')}`
}

function isSandboxOnly(endpoint: Endpoint): boolean {
  return endpoint.kind === 'operation' && !endpoint.doors.includes('production')
}

type AnyMethod = (values?: Values, options?: RequestOptions) => unknown

function methodsOver(resources: Resources, connection: Connection, door: (endpoint: Endpoint) => string): unknown {
  return mapped(resources, (endpoints) =>
    mapped(endpoints, (endpoint) => methodOf(endpoint, connection, door(endpoint))),
  )
}

function mapped<From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}

function methodOf(endpoint: Endpoint, connection: Connection, baseUrl: string): AnyMethod {
  const readBody = bodyReader(endpoint)

  async function call(values: Values, options: RequestOptions): Promise<Record<string, unknown>> {
    const message = messageOf(endpoint, values)
    const outgoing = {
      baseUrl,
      message,
      options,
      readBody: (parsed: Record<string, unknown>) => readBody(parsed, values),
    }
    const { http, body } = await send(connection, outgoing)
    return Object.defineProperty(body, 'http', { value: http })
  }

  if (endpoint.kind === 'batch' || endpoint.answer.kind !== 'list') {
    return (values = {}, options = {}) => call(values, options)
  }
  return (values = {}, options = {}) =>
    listing((cursor) => call(cursor === undefined ? values : after(cursor, values), options))
}

type AnyPage = { readonly data: readonly unknown[]; readonly next_cursor: string | null }

function listing(call: (cursor?: string) => Promise<Record<string, unknown>>): Listing<unknown, AnyPage> {
  // An operation whose answer is a list answers with these keys.
  return listingOf(async (cursor) => (await call(cursor)) as AnyPage)
}

/** The values for the page at `cursor`, which excludes counting the rows anew. */
function after(cursor: string, values: Values): Values {
  const { with_total_count: _counted, ...rest } = values
  return { ...rest, cursor }
}
