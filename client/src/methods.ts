import type { Batch, BatchedOperations, BatchVerb, batchVerbs } from '@billposter/contract/language/batch'
import type { ValueOf } from '@billposter/contract/language/field'
import type { Answer, AnswerKindOf, EntityOf, InputOf, Operation } from '@billposter/contract/language/operation'
import type { HttpInfo } from './http-info.ts'
import type { Listing } from './listing.ts'
import type { Endpoint } from './request.ts'
import type { OperatorRequestOptions, RequestOptions } from './request-options.ts'

/** The interface as data: nouns, and the endpoints of each. */
export type Resources = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>

/** Spells an intersection out, for readable messages. */
type Flat<T> = { [K in keyof T]: T[K] }

interface WithHttp {
  /** Status, request id, etag and rate limits. Not enumerable. */
  readonly http: HttpInfo
}

/** The request as the service understood it: the supplied parameters, typed (Part 4.1). */
interface Echo<O> {
  readonly params: Partial<Flat<InputOf<O>>>
}

interface MaybeValidated {
  /** Set when nothing was kept, as `validateOnly` asked. */
  readonly validate_only?: true
}

/** The keys beside `data` that the contract gives types to. */
type ExtraOf<O> = O extends { readonly answer: Answer<Answer['data'], 'list', infer X> }
  ? { readonly [K in keyof X]: ValueOf<X[K]> }
  : unknown

type DataOf<O> = AnswerKindOf<O> extends 'single' ? EntityOf<O> : EntityOf<O>[]

/** The answer of an operation with one entity or a plain array. */
export type AnswerOf<O> = Flat<{ data: DataOf<O>; request: Echo<O> } & MaybeValidated & ExtraOf<O> & WithHttp>

/** One page of a list. `next_cursor` is null on the last one; `total_count` is there when it was asked for. */
export type PageOf<O> = Flat<
  { data: EntityOf<O>[]; next_cursor: string | null; total_count?: number; request: Echo<O> } & ExtraOf<O> & WithHttp
>

type OperatorAnswerOf<O> = Flat<{ data: DataOf<O> } & ExtraOf<O> & WithHttp>

type OperatorPageOf<O> = Flat<
  { data: EntityOf<O>[]; next_cursor: string | null; total_count?: number } & ExtraOf<O> & WithHttp
>

/** The single operation behind an operation type of a batch. */
type BehindVerb<O, V extends BatchVerb> = O extends { readonly [K in (typeof batchVerbs)[V]]: infer Single }
  ? Single
  : never

type OfferedVerb<O> = { [V in BatchVerb]: [BehindVerb<O, V>] extends [never] ? never : V }[BatchVerb]

/** One item of a batch: the parameters of the single operation, without the account. */
export type BatchItem<O> = {
  [V in OfferedVerb<O>]: {
    readonly operation_type: V
    readonly params: Flat<Omit<InputOf<BehindVerb<O, V>>, 'account_id'>>
  }
}[OfferedVerb<O>]

export interface BatchInput<O> {
  readonly account_id: string
  /** In order; all succeed or none does. */
  readonly operations: readonly BatchItem<O>[]
}

type BatchEcho<O> = {
  [V in OfferedVerb<O>]: { readonly operation_type: V; readonly params: Partial<Flat<InputOf<BehindVerb<O, V>>>> }
}[OfferedVerb<O>]

/** What became of each item, in the order of the items. */
export type BatchAnswer<O> = Flat<
  { data: EntityOf<BehindVerb<O, OfferedVerb<O>>>[]; request: BatchEcho<O>[] } & MaybeValidated & WithHttp
>

/** A method; its input can be left out when nothing in it is required. */
type Call<Input, Options, Result> =
  Partial<Input> extends Input
    ? (input?: Input, options?: Options) => Result
    : (input: Input, options?: Options) => Result

type Method<E> =
  E extends Batch<infer O extends BatchedOperations>
    ? Call<BatchInput<O>, RequestOptions, Promise<BatchAnswer<O>>>
    : AnswerKindOf<E> extends 'list'
      ? Call<Flat<InputOf<E>>, RequestOptions, Listing<EntityOf<E>, PageOf<E>>>
      : Call<Flat<InputOf<E>>, RequestOptions, Promise<AnswerOf<E>>>

type OperatorMethod<O> =
  AnswerKindOf<O> extends 'list'
    ? Call<Flat<InputOf<O>>, OperatorRequestOptions, Listing<EntityOf<O>, OperatorPageOf<O>>>
    : Call<Flat<InputOf<O>>, OperatorRequestOptions, Promise<OperatorAnswerOf<O>>>

/** Every endpoint as a method. */
export type Methods<R extends Resources> = {
  readonly [Noun in keyof R]: { readonly [Verb in keyof R[Noun]]: Method<R[Noun][Verb]> }
}

/** Every operation of the operator as a method: their answers echo nothing. */
export type OperatorMethods<R extends Readonly<Record<string, Readonly<Record<string, Operation>>>>> = {
  readonly [Noun in keyof R]: { readonly [Verb in keyof R[Noun]]: OperatorMethod<R[Noun][Verb]> }
}
