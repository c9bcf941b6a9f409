import { type Static, type TSchema, type TUnsafe, Type } from 'typebox'

/** An instant in UTC with whole seconds, `YYYY-MM-DDTHH:MM:SSZ` (Part 2.1). Two of them compare as text. */
export type Timestamp = string

/** The value that a schema describes. */
export type ValueOf<S extends TSchema> = Static<S>

/** Text of `min` to `max` characters (code points). */
export function text({ min = 1, max = 255 }: { min?: number; max?: number } = {}): TUnsafe<string> {
  return Type.Unsafe<string>({ type: 'string', minLength: min, maxLength: max })
}

/** Text without a limit of its own: what the service says rather than what a caller sends. */
export function anyText(): TUnsafe<string> {
  return Type.Unsafe<string>({ type: 'string' })
}

/** An opaque, case-sensitive identifier. Unknown shapes are unknown entities, not faults. */
export function id(): TUnsafe<string> {
  return Type.Unsafe<string>({ type: 'string', minLength: 1, maxLength: 64 })
}

/** A 64-bit integer, exact on every way through the service: a `bigint` in code, digits in JSON. */
export function long({ min }: { min?: number } = {}): TUnsafe<bigint> {
  return Type.Unsafe<bigint>({ type: 'integer', format: 'int64', ...(min === undefined ? {} : { minimum: min }) })
}

/** An amount in the currency's units multiplied by 1,000,000 (Part 2.1). */
export function localMicro({ min = 1 }: { min?: number } = {}): TUnsafe<bigint> {
  return Type.Unsafe<bigint>({ type: 'integer', format: 'int64', minimum: min, 'x-unit': 'local-micro' })
}

/** A user of the platform: a long in parameters (Part 2.1). */
export function userId(): TUnsafe<bigint> {
  return long({ min: 1 })
}

/** A 32-bit integer within bounds. */
export function int({ min = -2147483648, max = 2147483647 }: { min?: number; max?: number } = {}): TUnsafe<number> {
  return Type.Unsafe<number>({ type: 'integer', minimum: min, maximum: max })
}

export function bool(): TUnsafe<boolean> {
  return Type.Unsafe<boolean>({ type: 'boolean' })
}

/** An instant; see {@link Timestamp}. */
export function time(): TUnsafe<Timestamp> {
  return Type.Unsafe<Timestamp>({ type: 'string', format: 'date-time' })
}

/** One of the given words, compared exactly. */
export function oneOf<const T extends string>(...values: T[]): TUnsafe<T> {
  return Type.Unsafe<T>({ type: 'string', enum: values })
}

/** A list of `min` to `max` values. In query and form text: comma-separated, repeated keys, or `key[]`. */
export function csv<S extends TSchema>(of: S, { min = 1, max = 200 }: { min?: number; max?: number } = {}) {
  return Type.Unsafe<Static<S>[]>({ type: 'array', items: of, minItems: min, maxItems: max })
}

/** A list in an answer. */
export function arrayOf<S extends TSchema>(of: S) {
  return Type.Unsafe<Static<S>[]>({ type: 'array', items: of })
}

/** An object with exactly these fields, written in this order. */
export function object<P extends Record<string, TSchema>>(properties: P) {
  return Type.Object(properties)
}

/** An object whose keys are data, such as the changed attributes of a history record. */
export function anyObject(): TUnsafe<Record<string, unknown>> {
  return Type.Unsafe<Record<string, unknown>>({ type: 'object' })
}

/** The value, or null where it is absent (Part 2.1). */
export function nullable<S extends TSchema>(of: S): TUnsafe<Static<S> | null> {
  return Type.Unsafe<Static<S> | null>({ anyOf: [of, { type: 'null' }] })
}

/** What a JSON Schema node of this package holds; the walkers (reader, writer, OpenAPI) share this view. */
export interface SchemaNode {
  type?: 'string' | 'integer' | 'boolean' | 'array' | 'object' | 'null'
  format?: 'int64' | 'date-time'
  enum?: readonly string[]
  items?: SchemaNode
  anyOf?: readonly SchemaNode[]
  properties?: Record<string, SchemaNode>
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** The view of a schema as data. Every schema of the contract is built above, so the shape is known. */
export function nodeOf(schema: TSchema): SchemaNode {
  return schema
}

/** The node behind a nullable one, and whether null is allowed. */
export function unwrapNull(node: SchemaNode): { node: SchemaNode; nullable: boolean } {
  const inner = node.anyOf?.find((choice) => choice.type !== 'null')
  return inner ? { node: inner, nullable: true } : { node, nullable: false }
}
