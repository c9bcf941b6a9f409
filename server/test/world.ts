import { after } from 'node:test'
import {
  type Client,
  createClient,
  createOperatorClient,
  type OperatorClient,
  type Transport,
} from '@billposter/client'
import type { Door } from '@billposter/contract/language/operation'
import type { Permission } from '@billposter/contract/language/permissions'
import { type App, createApp } from '../src/app.ts'
import { prepareInstallation } from '../src/store/installation.ts'
import type { Database } from '../src/store/database.ts'
import { leaseNode } from '../src/store/nodes.ts'
import { type HandClock, handClock } from '../src/surroundings/clock.ts'
import { snowflakeIds } from '../src/surroundings/ids.ts'
import { createKeys } from '../src/surroundings/keys.ts'
import { createLog } from '../src/surroundings/log.ts'
import { systemRandom } from '../src/surroundings/random.ts'
import { testDatabase } from './database.ts'

export const urls = { production: 'http://production.test', sandbox: 'http://sandbox.test' } as const
export const operatorToken = 'the-operators-token-of-this-test'

/** A user of the platform with a way to speak for themselves at either door. */
export interface Person {
  readonly id: string
  readonly screen_name: string
  readonly bearerToken: string
  readonly oauth1: { consumer_key: string; consumer_secret: string; access_token: string; access_token_secret: string }
  readonly client: Client
  readonly sandbox: Client
}

/** An account with money, and the person who administers it. */
export interface Advertiser extends Person {
  readonly account_id: string
  readonly funding_instrument_id: string
}

interface AdvertiserOptions {
  readonly permissions?: readonly Permission[]
  readonly environment?: Door
  readonly currency?: string
}

/** The real service in this process, over a database of its own and with a clock that is moved by hand. */
export interface World {
  readonly app: App
  readonly clock: HandClock
  readonly database: Database
  readonly operator: OperatorClient
  readonly transport: Transport
  person(): Promise<Person>
  /** A person who holds the permissions on a new account that can fund for years. */
  advertiser(options?: AdvertiserOptions): Promise<Advertiser>
}

/** Starts at noon on 15 January 2026, UTC. Rate limits are off unless a factor is given. */
export async function createWorld({ rateLimits = null }: { rateLimits?: number | null } = {}): Promise<World> {
  const { database, drop } = await testDatabase()
  const clock = handClock(Date.UTC(2026, 0, 15, 12))
  const keys = createKeys(Buffer.alloc(32, 7), systemRandom)
  const node = await leaseNode(database, { clock, random: systemRandom })
  const log = createLog(process.env['TEST_LOG_LEVEL'] ?? 'silent')
  const surroundings = { clock, keys, log, random: systemRandom, ids: snowflakeIds(node.number) }
  await prepareInstallation(database, keys)
  const app = createApp(surroundings, database, node, { operatorToken, rateLimits, work: true })
  await app.tick()
  after(async () => {
    await app.close()
    await drop()
  })

  const transport = transportTo(app)
  const operator = createOperatorClient({ baseUrl: urls.production, operatorToken, transport })
  let people = 0

  async function person(): Promise<Person> {
    const { data: user } = await operator.users.create({ screen_name: `person_${++people}` })
    const { data: tokens } = await operator.users.createTokens({ user_id: BigInt(user.id) })
    const options = {
      baseUrl: urls.production,
      sandboxUrl: urls.sandbox,
      transport,
      auth: { bearerToken: tokens.bearer_token },
      retries: 0,
    }
    return {
      id: user.id,
      screen_name: user.screen_name,
      bearerToken: tokens.bearer_token,
      oauth1: tokens.oauth1,
      client: createClient(options),
      sandbox: createClient({ ...options, environment: 'sandbox' }),
    }
  }

  return {
    app,
    clock,
    database,
    operator,
    transport,
    person,
    async advertiser(options: AdvertiserOptions = {}) {
      const { permissions = ['ACCOUNT_ADMIN', 'POST_COMPOSER'], environment = 'production', currency = 'USD' } = options
      const someone = await person()
      const { data: account } = await operator.accounts.create({ name: 'Acme', environment })
      await operator.accounts.grant({
        account_id: account.id,
        user_id: BigInt(someone.id),
        permissions: [...permissions],
      })
      const { data: funding } = await operator.accounts.createFundingInstrument({
        account_id: account.id,
        currency,
        type: 'INSERTION_ORDER',
        start_time: '2026-01-01T00:00:00Z',
        end_time: '2036-01-01T00:00:00Z',
      })
      return { ...someone, account_id: account.id, funding_instrument_id: funding.id }
    },
  }
}

/** Carries the client's requests into the app without a socket. */
function transportTo(app: App): Transport {
  return async ({ method, url, headers, body }) => {
    const door = url.startsWith(urls.sandbox) ? app.sandbox : app.production
    const answer = await door.inject({
      // The client sends no other methods than the contract knows.
      method: method as 'GET',
      url: url.replace(/^https?:\/\/[^/]+/, ''),
      headers: { host: new URL(url).host, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    })
    const answered = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
    return { status: answer.statusCode, headers: Object.fromEntries(answered), body: answer.body }
  }
}
