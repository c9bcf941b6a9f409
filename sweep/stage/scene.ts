import type { Door } from '@billposter/contract/language/operation'
import type { App } from '../../server/src/app.ts'
import { operatorToken, type Person, type World } from '../../server/test/world.ts'
import { examples } from '../examples.ts'
import { type Answer, rowsOf, send } from './answer.ts'
import { checkAnswer } from './every-answer.ts'
import { type OperationName, operationNamed, type Swept, type Values } from './operations.ts'
import { type Draft, draftOf, messageOf, type Way } from './request.ts'

/** How a request is sent, where it differs from the usual. */
export interface Asking {
  /** Another process of the same service. */
  readonly app?: App
  /** Null sends none. */
  readonly token?: string | null
  readonly way?: Way
  readonly headers?: Readonly<Record<string, string>>
  /** Added to the query as it is. */
  readonly query?: string
  /** Which door; the scene's own unless given. */
  readonly door?: Door
}

/** An account with money behind one door, the person who administers it, and a way to ask anything of the service. */
export interface Scene {
  readonly world: World
  readonly door: Door
  /** ACCOUNT_ADMIN and POST_COMPOSER of the account, and its FULL promotable user. */
  readonly owner: Person
  readonly account_id: string
  readonly funding_instrument_id: string
  /** A word that no other call has got. */
  word(): string
  /** Asks the operation's example, so that what it makes is there; answers with its id. */
  make(name: OperationName): Promise<string>
  /** A valid request of the operation; a new one at each call, with entities of its own. */
  example(swept: Swept): Promise<Draft>
  valuesOf(swept: Swept): Promise<Values>
  /** Sends the request as the owner, and checks what holds for every answer. */
  ask(swept: Swept, draft: Draft, asking?: Asking): Promise<Answer>
}

let words = 0
let requests = 0

/** A new account of a new owner, or of the given one. */
export async function createScene(world: World, door: Door, owner?: Person): Promise<Scene> {
  const person = owner ?? (await world.person())
  const user_id = BigInt(person.id)
  const { data: account } = await world.operator.accounts.create({ name: 'Swept', environment: door })
  const account_id = account.id
  const permissions = ['ACCOUNT_ADMIN', 'POST_COMPOSER'] as const
  await world.operator.accounts.grant({ account_id, user_id, permissions: [...permissions] })
  await world.operator.accounts.setPromotableUser({ account_id, user_id, promotable_user_type: 'FULL' })
  await world.operator.accounts.update({
    account_id,
    active_campaign_limit: 8000,
    features_add: ['REACH_FREQUENCY_CAP'],
  })
  const { data: funding } = await world.operator.accounts.createFundingInstrument({
    account_id,
    currency: 'USD',
    type: 'INSERTION_ORDER',
    start_time: '2026-01-01T00:00:00Z',
  })

  const valuesOf = async ({ name }: Swept): Promise<Values> => {
    // Each example is typed by its own operation; here any of them may come.
    const example = examples[name] as (scene: Scene) => Values | Promise<Values>
    return example(scene)
  }

  const scene: Scene = {
    world,
    door,
    owner: person,
    account_id,
    funding_instrument_id: funding.id,
    word: () => `sweep_${++words}`,
    valuesOf,
    example: async (swept) => draftOf(swept, await valuesOf(swept)),
    ask: (swept, draft, asking = {}) => ask(scene, swept, draft, asking),
    async make(name) {
      const swept = operationNamed(name)
      const answer = await scene.ask(swept, await scene.example(swept))
      const [row] = answer.status < 300 ? rowsOf(answer) : []
      if (typeof row?.['id'] !== 'string') throw new Error(`The example of ${name} is answered ${answer.text}`)
      return row['id']
    },
  }
  return scene
}

async function ask(scene: Scene, swept: Swept, draft: Draft, asking: Asking): Promise<Answer> {
  const { world, owner } = scene
  const usual = swept.operation.caller === 'operator' ? operatorToken : owner.bearerToken
  const { app = world.app, token = usual, way, query, headers = {} } = asking
  const door = swept.operation.caller === 'operator' ? 'production' : (asking.door ?? scene.door)
  const requestId = headers['x-request-id'] ?? `request-${++requests}`
  const answer = await send(app[door], messageOf(swept, draft, way, query), {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    'x-request-id': requestId,
    ...headers,
  })
  checkAnswer(swept, answer, requestId)
  return answer
}

/** A scene for each door that operations are swept at. */
export async function createScenes(world: World): Promise<Record<Door, Scene>> {
  const production = await createScene(world, 'production')
  return { production, sandbox: await createScene(world, 'sandbox', production.owner) }
}
