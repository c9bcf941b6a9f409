import type { Timestamp } from '@billposter/contract/language/field'
import type { Answer, Door, GivenOf, Operation } from '@billposter/contract/language/operation'
import type { Params } from '@billposter/contract/language/params'
import type { Permission } from '@billposter/contract/language/permissions'
import type { FeatureKey } from '@billposter/contract/resources/features'
import type { Static, TSchema } from 'typebox'
import type { Surroundings } from '../surroundings/index.ts'
import type { Db } from './database.ts'
import type { Page } from './listing.ts'

/** JSON that a table has written itself; what it stands for is the type parameter. */
export interface Written<T> {
  readonly written: string
  readonly _of?: T
}

/** The user that a request is made for. Ids of users are decimal text. */
export interface Caller {
  readonly id: string
  readonly screen_name: string
}

/** What is known of the account in the path before the operation begins. */
export interface AccountAccess {
  readonly id: string
  readonly deleted: boolean
  readonly approval_status: 'ACCEPTED' | 'UNDER_REVIEW' | 'REJECTED'
  readonly active_campaign_limit: number
  readonly account_history_allowed: boolean
  readonly features: readonly FeatureKey[]
  readonly permissions: readonly Permission[]
}

/** One request on its way through the house: what a handler and its rows may know and use. */
export interface Call {
  readonly surroundings: Surroundings
  readonly door: Door
  readonly requestId: string
  /** The account's clock. */
  readonly now: Timestamp
  /** In writes the request's transaction, in reads the database at large. */
  readonly db: Db
  /** Absent when the operator calls. */
  readonly user: Caller | undefined
  /** Throws in operations without an account in their path. */
  readonly account: AccountAccess
  /** The `If-Match` header of a change. */
  readonly ifMatch: string | undefined
  /** Reads once what the items of a batch would otherwise each read again: the same key, the same promise. */
  once<T>(key: string, read: () => Promise<T>): Promise<T>
  /** Runs after the commit, and only then. */
  after(effect: () => void): void
  /** Part of every change to users, tokens, grants and accounts: all processes forget what they remember of them. */
  identityChanged(): void
}

type Extra<A> = A extends Answer<TSchema, 'list', infer E> ? { readonly [K in keyof E]: Static<E[K]> } : unknown
type Reply<A extends Answer> = {
  single: Static<A['data']> | Written<Static<A['data']>>
  array: readonly Static<A['data']>[]
  list: (Page | { readonly data: readonly Static<A['data']>[]; readonly next_cursor: null }) & Extra<A>
}[A['kind']]

/** What the handler of an operation answers with. */
export type Result<O> = O extends Operation<Params, infer A> ? Reply<A> : never

/** One function for every single operation of a resource; batches follow from them. */
export type Handlers<R> = {
  [K in keyof R as R[K] extends Operation ? K : never]: (
    call: Call,
    given: GivenOf<R[K]>,
  ) => Result<R[K]> | Promise<Result<R[K]>>
}
