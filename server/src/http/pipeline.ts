import type { Batch } from '@billposter/contract/language/batch'
import { Refusal, refuse, refuseIfAny } from '@billposter/contract/language/errors'
import { writeAnyJson } from '@billposter/contract/language/json'
import { type Door, isWrite, type Operation } from '@billposter/contract/language/operation'
import { may } from '@billposter/contract/language/permissions'
import { accessTo, operatorAccess } from '../identity/access.ts'
import { authenticate, authenticateOperator, type Identity } from '../identity/authenticate.ts'
import type { Presented } from '../identity/presented.ts'
import type { AccountAccess, Call, Caller } from '../store/call.ts'
import { type Database, type Db, isUnreachable } from '../store/database.ts'
import { moveIdentityEpoch } from '../store/installation.ts'
import { timestamp } from '../surroundings/clock.ts'
import { type AnyHandler, batchRunner } from './batch.ts'
import { BatchRefusal, batchDecoderOf, decoderOf, type RawRequest } from './decode.ts'
import { claimOrReplay, type IdempotencyClaim, idempotencyKey, requestHash, storeAnswer } from './idempotency.ts'
import type { Counted, Limits } from './limits.ts'
import { answerWriter, batchAnswer, batchRefusalAnswer, type Outgoing, refusalAnswer } from './respond.ts'

/** What every request of every door goes through the house with. */
export interface House {
  readonly database: Database
  readonly identity: Identity
  readonly limits: Limits
  readonly operatorTokenDigest: Buffer
}

/** A request as the HTTP server hands it over. */
export interface Incoming extends Presented {
  readonly requestId: string
  readonly pathParams: Readonly<Record<string, string>>
  readonly ifMatch: string | undefined
  readonly idempotencyKey: string | undefined
}

/** An answer with its headers. */
export interface Answered extends Outgoing {
  readonly headers: Readonly<Record<string, string>>
  readonly userId?: string
  readonly accountId?: string
  /** The cause of an internal error, for the log. */
  readonly cause?: unknown
}

/** How one operation, or one batch, is decoded, handled and written. */
export interface Work {
  readonly operation: Pick<Operation, 'method' | 'version' | 'path' | 'caller' | 'ability'> & {
    readonly core?: boolean
  }
  /** Refuses a faulty request, after telling its echo. */
  readonly prepare: (request: RawRequest, echoed: (echo: unknown) => void) => Prepared
}

/** A decoded request: what it asks for, and how to do it. */
interface Prepared {
  readonly validateOnly: boolean
  /** Equal for requests that ask for the same. */
  readonly fingerprint: string
  run(call: Call): Promise<Outgoing>
}

/** The work of a single operation. */
export function operationWork(operation: Operation, handler: AnyHandler): Work {
  const decode = decoderOf(operation)
  const write = answerWriter(operation)
  return {
    operation,
    prepare(request, echoed) {
      const { given, echo, faults, validateOnly } = decode(request)
      if (operation.caller === 'user') echoed({ params: echo })
      refuseIfAny(faults)
      return {
        validateOnly,
        fingerprint: operation.takes === 'json' ? request.body.toString('latin1') : writeAnyJson(echo),
        run: async (call) => write(await handler(call, given as never), echo, validateOnly),
      }
    },
  }
}

/** The work of a batch over the handlers of its single operations. */
export function batchWork(batch: Batch, handlers: Readonly<Record<string, AnyHandler>>): Work {
  const decode = batchDecoderOf(batch)
  const run = batchRunner(batch, handlers)
  return {
    operation: { ...batch, caller: 'user' },
    prepare(request, echoed) {
      const { items, validateOnly } = decode(request)
      const echoes = items.map((item) => item.echo)
      echoed(echoes)
      return {
        validateOnly,
        fingerprint: request.body.toString('latin1'),
        run: async (call) => batchAnswer(await run(call, items), echoes, validateOnly),
      }
    },
  }
}

/** One request on its way: what the steps have found out so far. */
interface Passage {
  readonly house: House
  readonly door: Door
  readonly operation: Work['operation']
  readonly incoming: Incoming
  readonly headers: Record<string, string>
  user?: Caller | undefined
  account?: AccountAccess | undefined
}

/** Carries one request through the steps, the same for every operation of both doors. Never throws. */
export async function answer(house: House, door: Door, work: Work, incoming: Incoming): Promise<Answered> {
  const passage: Passage = { house, door, operation: work.operation, incoming, headers: {} }
  const request = { ...incoming, path: incoming.pathParams }
  let echo: unknown
  try {
    passage.user = await whoCalls(passage)
    const counted = countedIn(passage)
    if (counted) await house.limits.countOfUser(counted, passage.headers)
    passage.account = await whichAccount(passage)
    if (counted) await house.limits.countOnAccount(counted, passage.headers)
    mayTheCaller(passage)
    const prepared = work.prepare(request, (decoded) => {
      echo = decoded
    })
    return { ...(await perform(passage, prepared)), headers: passage.headers, ...about(passage) }
  } catch (error) {
    return {
      ...explain(error, echo ?? echoOf(work, request, passage.user)),
      headers: { ...passage.headers, ...retryHint(error) },
      ...about(passage),
    }
  }
}

/** What a request that was refused before it was decoded would have echoed, if it is known who asks. */
function echoOf({ operation, prepare }: Work, request: RawRequest, user: Caller | undefined): unknown {
  if (operation.caller === 'operator') return undefined
  let echo: unknown = { params: user ? request.path : {} }
  if (!user) return echo
  try {
    prepare(request, (decoded) => {
      echo = decoded
    })
  } catch {
    // It is refused already; its faults do not matter any more.
  }
  return echo
}

function about({ user, account }: Passage): { userId?: string; accountId?: string } {
  return { ...(user ? { userId: user.id } : {}), ...(account ? { accountId: account.id } : {}) }
}

async function whoCalls({ house, operation, incoming }: Passage): Promise<Caller | undefined> {
  if (operation.caller === 'user') return authenticate(house.identity, incoming)
  authenticateOperator(house.operatorTokenDigest, incoming.authorization)
  return undefined
}

/** What counts against the limits; the operator has none. */
function countedIn({ operation, incoming, user }: Passage): Counted | undefined {
  if (!user) return undefined
  const withTotalCount = /(^|&)with_total_count=(true|1)(&|$)/i.test(incoming.query)
  return { operation, userId: user.id, accountId: incoming.pathParams['account_id'], withTotalCount }
}

async function whichAccount({ house, door, operation, incoming, user }: Passage): Promise<AccountAccess | undefined> {
  const { memory, db } = house.identity
  const id = incoming.pathParams['account_id']
  if (id === undefined) return undefined
  const access = user
    ? await memory.recall(`access ${door} ${user.id} ${id}`, () => accessTo(db, door, user.id, id))
    : await operatorAccess(db, id)
  if (!access) {
    const message = `Account ${id.toWellFormed().slice(0, 64)} was not found.`
    // The operator may know of every account, so that there is nothing to hide.
    return user ? refuse('ACCOUNT_NOT_FOUND', message) : refuse('NOT_FOUND', message, { parameter: 'account_id' })
  }
  // A deleted account can only be read as such; nothing below it is visible any more.
  if (access.deleted && !operation.path.endsWith('/:account_id')) {
    refuse('NOT_FOUND', `Account ${id} was deleted.`, { parameter: 'account_id' })
  }
  return access
}

function mayTheCaller({ operation, user, account }: Passage): void {
  if (!user || !account || may(account.permissions, operation.ability)) return
  const held = account.permissions.join(', ')
  refuse('ACTION_NOT_ALLOWED', `Your permissions on Account ${account.id} (${held}) do not allow this.`)
}

async function perform(passage: Passage, prepared: Prepared): Promise<Outgoing> {
  const { house, operation, headers } = passage
  if (!isWrite(operation)) return prepared.run(callOn(passage, house.database, []))

  const claim = prepared.validateOnly ? undefined : claimOf(passage, prepared)
  const nowMs = house.identity.surroundings.clock.ms()
  const outcome = await house.database.transaction(
    async (db) => {
      const effects: (() => void)[] = []
      // The handler's first reads travel with the claim. Where that finds an answer, what the handler did is undone.
      const [claimed, ran] = await Promise.allSettled([
        claim && claimOrReplay(db, claim, nowMs),
        prepared.run(callOn(passage, db, effects)),
      ])
      if (claimed.status === 'rejected') throw claimed.reason
      if (claimed.value) return { outgoing: claimed.value, effects: [], replayed: true }
      if (ran.status === 'rejected') throw ran.reason
      if (claim) storeAnswer(db, claim, ran.value, nowMs)
      return { outgoing: ran.value, effects, replayed: false }
    },
    { ending: ({ replayed }) => (replayed ? 'leave' : prepared.validateOnly ? 'try' : 'keep') },
  )
  if (outcome.replayed) headers['idempotency-replayed'] = 'true'
  if (!prepared.validateOnly) for (const effect of outcome.effects) effect()
  return outcome.outgoing
}

function callOn({ house, door, operation, incoming, user, account }: Passage, db: Db, effects: (() => void)[]): Call {
  const { surroundings, memory } = house.identity
  const known = new Map<string, Promise<unknown>>()
  return {
    surroundings,
    door,
    requestId: incoming.requestId,
    now: timestamp(surroundings.clock.ms()),
    db,
    user,
    // It speaks of the one entity that the path ends with; a batch has many.
    ifMatch: user && /:[a-z_]+$/.test(operation.path) ? incoming.ifMatch : undefined,
    get account() {
      if (!account) throw new Error('This operation has no account in its path.')
      return account
    },
    once<T>(key: string, read: () => Promise<T>): Promise<T> {
      const reading = known.get(key) ?? read()
      known.set(key, reading)
      // What a key holds is what its own `read` gave.
      return reading as Promise<T>
    },
    after: (effect) => effects.push(effect),
    identityChanged() {
      moveIdentityEpoch(db)
      effects.push(memory.forget)
    },
  }
}

function claimOf(
  { door, operation, incoming, user }: Passage,
  { fingerprint }: Prepared,
): IdempotencyClaim | undefined {
  const key = idempotencyKey(incoming.idempotencyKey)
  if (key === undefined || !user) return undefined
  return { userId: user.id, door, key, requestHash: requestHash(operation.method, incoming.path, fingerprint) }
}

function explain(error: unknown, echo: unknown): Outgoing & { cause?: unknown } {
  if (error instanceof BatchRefusal) return refusalAnswer(error.status, error.faults, error.echo)
  if (error instanceof Refusal) {
    if (error.itemFaults) return batchRefusalAnswer(error.status, error.itemFaults, echo)
    return refusalAnswer(error.status, error.faults, echo && unattributed(error) ? { params: {} } : echo)
  }
  if (isUnreachable(error)) {
    const message = 'The database cannot be reached at the moment; repeat the request.'
    return { ...refusalAnswer(503, [{ code: 'SERVICE_UNAVAILABLE', message }], echo), cause: error }
  }
  const message = 'The service failed to answer; nothing was changed.'
  return { ...refusalAnswer(500, [{ code: 'INTERNAL_ERROR', message }], echo), cause: error }
}

/** A request from nobody known, or to an account that is not there for the caller, echoes nothing. */
function unattributed(refusal: Refusal): boolean {
  return refusal.faults.some(({ code }) => code === 'UNAUTHORIZED_ACCESS' || code === 'ACCOUNT_NOT_FOUND')
}

function retryHint(error: unknown): Record<string, string> {
  return error instanceof Refusal || !isUnreachable(error) ? {} : { 'retry-after': '1' }
}
