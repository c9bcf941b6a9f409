import type { Static, TObject, TSchema } from 'typebox'
import { anyText, bool, object, time } from './field.ts'

/** The kinds of entity whose changes are kept as account history (Part 4.2). */
export const historyTypes = [
  'CAMPAIGN',
  'LINE_ITEM',
  'PROMOTED_POST',
  'TARGETING_CRITERIA',
  'PROMOTED_ACCOUNT',
] as const

export type HistoryType = (typeof historyTypes)[number]

/** An entity of the interface: what it is called and which fields it shows, in order. */
export interface Resource<S extends TObject = TObject> {
  /** As messages name it: `Campaign 8wku2 was not found`. */
  readonly title: string
  /** The parameter that carries its id. */
  readonly idParam: string
  readonly schema: S
  /** Set for entities whose changes account history shows. */
  readonly history?: HistoryType
}

export function resource<P extends Record<string, TSchema>>(definition: {
  title: string
  idParam: string
  fields: P
  history?: HistoryType
}): Resource<TObject<P>> {
  const { fields, ...rest } = definition
  return { ...rest, schema: object(fields) }
}

/** The fields that end nearly every record (Part 2.1). */
export const stamps = { created_at: time(), updated_at: time(), deleted: bool() }

export const idField = { id: anyText() }

export type EntityFields<R extends Resource> = Static<R['schema']>
