import type { Static, TSchema } from 'typebox'
import { id } from './field.ts'

type Need = 'required' | 'optional' | 'defaulted' | 'clearable'

/** One parameter of an operation, wherever it travels: path, query, form body or JSON body. */
export interface Param<T = unknown, N extends Need = Need> {
  readonly schema: TSchema
  readonly need: N
  readonly fallback?: T
  readonly description?: string
}

export type Params = Readonly<Record<string, Param>>

/** Absent is a fault. */
export function required<S extends TSchema>(schema: S, description?: string): Param<Static<S>, 'required'> {
  return { schema, need: 'required', ...(description ? { description } : {}) }
}

/** Absent is fine; an empty value is a fault. */
export function optional<S extends TSchema>(schema: S, description?: string): Param<Static<S>, 'optional'> {
  return { schema, need: 'optional', ...(description ? { description } : {}) }
}

/** Absent means `fallback`, which is never echoed. */
export function defaulted<S extends TSchema>(
  schema: S,
  fallback: Static<S>,
  description?: string,
): Param<Static<S>, 'defaulted'> {
  return { schema, need: 'defaulted', fallback, ...(description ? { description } : {}) }
}

/** Absent leaves the value alone; an empty value removes it (null). */
export function clearable<S extends TSchema>(schema: S, description?: string): Param<Static<S> | null, 'clearable'> {
  return { schema, need: 'clearable', ...(description ? { description } : {}) }
}

/** The parameter that nearly every path begins with (Part 4.1). */
export const account = { account_id: required(id(), 'The account.') } as const

type Sure = 'required' | 'defaulted'
type ParamValue<P> = P extends Param<infer T, Need> ? T : never

/** The values that a handler receives: required and defaulted ones always, others when they were supplied. */
export type Given<P extends Params> = {
  readonly [K in keyof P as P[K] extends Param<unknown, Sure> ? K : never]: ParamValue<P[K]>
} & {
  readonly [K in keyof P as P[K] extends Param<unknown, Sure> ? never : K]?: ParamValue<P[K]> | undefined
}

/** The values that a caller passes: only required ones must be there. */
export type Input<P extends Params> = {
  readonly [K in keyof P as P[K] extends Param<unknown, 'required'> ? K : never]: ParamValue<P[K]>
} & {
  readonly [K in keyof P as P[K] extends Param<unknown, 'required'> ? never : K]?: ParamValue<P[K]> | undefined
}
