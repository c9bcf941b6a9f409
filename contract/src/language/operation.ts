import type { Static, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'
import type { Given, Input, Params } from './params.ts'
import type { Ability } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Door = 'production' | 'sandbox'

/**
 * What an operation answers with under `data`: one entity, a page of them with `next_cursor`, or a plain array.
 * `extra` names further keys beside `data`.
 */
export interface Answer<
  S extends TSchema = TSchema,
  K extends 'single' | 'list' | 'array' = 'single' | 'list' | 'array',
  E extends Extra = Extra,
> {
  readonly kind: K
  readonly data: S
  readonly extra?: E
}

type Extra = Readonly<Record<string, TSchema>>

export function single<S extends TSchema>(data: S): Answer<S, 'single'> {
  return { kind: 'single', data }
}

export function list<S extends TSchema, E extends Extra = Record<never, never>>(
  data: S,
  extra?: E,
): Answer<S, 'list', E> {
  return { kind: 'list', data, ...(extra ? { extra } : {}) }
}

export function array<S extends TSchema>(data: S): Answer<S, 'array'> {
  return { kind: 'array', data }
}

/** One operation of the interface, as data. */
export interface Operation<P extends Params = Params, A extends Answer = Answer> {
  readonly kind: 'operation'
  readonly method: Method
  /** Below the version segment; `:name` marks a path parameter, which is also in `params`. */
  readonly path: string
  /** The version segment; 12 unless the interface says otherwise (Part 9). */
  readonly version: string
  readonly summary: string
  readonly description?: string
  /** The part of the interface that this comes from; `ours` for what goes beyond it. */
  readonly spec: string
  readonly params: P
  /** `json`: only a JSON body is accepted, and the echo holds the path parameters only. */
  readonly takes: 'params' | 'json'
  /** `operator` operations live below `/operator/1` and answer to the operator's token only. */
  readonly caller: 'user' | 'operator'
  readonly ability: Ability
  readonly doors: readonly Door[]
  /** Reads of the busiest resources have a larger rate bucket. */
  readonly core: boolean
  /** 201 for what creates an entity, 200 for the rest. */
  readonly success: 200 | 201
  readonly answer: A
  readonly errors: readonly ErrorCode[]
}

type Defaulted = 'kind' | 'version' | 'takes' | 'caller' | 'ability' | 'doors' | 'core' | 'success' | 'errors'

type Definition<P extends Params, A extends Answer> = Omit<Operation<P, A>, Defaulted> &
  Partial<Pick<Operation<P, A>, Exclude<Defaulted, 'kind'>>>

export function operation<P extends Params, A extends Answer>(definition: Definition<P, A>): Operation<P, A> {
  return {
    kind: 'operation',
    version: '12',
    takes: 'params',
    caller: 'user',
    ability: 'access.read',
    doors: ['production', 'sandbox'],
    core: false,
    success: definition.method === 'POST' ? 201 : 200,
    errors: [],
    ...definition,
  }
}

/** An operation of the operator's own interface: JSON in, `{data}` out, outside the versions of the interface. */
export function operatorOperation<P extends Params, A extends Answer>(
  definition: Omit<Definition<P, A>, 'spec'>,
): Operation<P, A> {
  return operation({
    spec: 'ours',
    takes: definition.method === 'GET' || definition.method === 'DELETE' ? 'params' : 'json',
    success: 200,
    doors: ['production'],
    ...definition,
    caller: 'operator',
  })
}

/** What the handler of an operation receives. */
export type GivenOf<O> = O extends Operation<infer P, Answer> ? Given<P> : never

/** What a caller of an operation passes. */
export type InputOf<O> = O extends Operation<infer P, Answer> ? Input<P> : never

/** One entity of the operation's `data`. */
export type EntityOf<O> = O extends Operation<Params, Answer<infer S>> ? Static<S> : never

export type AnswerKindOf<O> = O extends Operation<Params, infer A> ? A['kind'] : never

/** The names of the parameters that stand in a path. */
export function pathParams(path: string): string[] {
  return [...path.matchAll(/:([a-z_]+)/g)].map((match) => match[1] as string)
}

/** True for operations that change something. */
export function isWrite(operation: { readonly method: Method }): boolean {
  return operation.method !== 'GET'
}

/** The whole path as a client requests it. */
export function fullPath(operation: Pick<Operation, 'caller' | 'version' | 'path'>): string {
  return operation.caller === 'operator' ? `/operator/1${operation.path}` : `/${operation.version}${operation.path}`
}
