import type { TSchema } from 'typebox'
import { nodeOf, type SchemaNode } from '../language/field.ts'
import type { Param } from '../language/params.ts'
import { refTo, type SchemaObject } from './document.ts'
import { singular, upperFirst } from './names.ts'
import type { Entry, Section } from './sections.ts'

/** The component names of the schemas that have one. A schema is known by identity: one value, one component. */
export type SchemaNames = ReadonlyMap<object, string>

const noNames: SchemaNames = new Map()

/** Which operation shows a resource in full, best first. */
const mainOperations = ['get', 'create', 'update', 'list']

/**
 * Names every record that an operation answers with: that of the resource's main operation is `Campaign`, a list's
 * own form of it `ListedCampaign`, any other is named after its operation. The operator's own begin with `Operator`.
 */
export function recordNames(sections: readonly Section[]): SchemaNames {
  const names = new Map<object, string>()
  for (const section of sections) {
    const main = mainEntry(section)
    for (const entry of [...(main ? [main] : []), ...section.entries]) {
      const { data } = entry.operation.answer
      if (nodeOf(data).type === 'object' && !names.has(data))
        names.set(data, answerName(section, entry, entry === main))
    }
  }
  return names
}

function mainEntry({ entries }: Section): Entry | undefined {
  const found = mainOperations.map((name) => entries.find((entry) => entry.name === name))
  return found.find((entry) => entry !== undefined)
}

function answerName(section: Section, { name, operation }: Entry, isMain: boolean): string {
  if (isMain) return recordName(section)
  if (operation.answer.kind === 'list') return recordName(section, 'Listed')
  return `${recordName(section)}${upperFirst(name)}`
}

/** `lineItems` → `LineItem`; of the operator's own `OperatorAccount`. */
export function recordName({ key, caller }: Section, form = ''): string {
  return `${caller === 'operator' ? 'Operator' : ''}${form}${upperFirst(singular(key))}`
}

/** A schema of the contract in the document: a reference where it has a name, spelled out where not. */
export function schemaOf(schema: TSchema | SchemaNode, names: SchemaNames = noNames): SchemaObject {
  const name = names.get(schema)
  return name ? refTo('schemas', name) : spelledOut(nodeOf(schema), names)
}

function spelledOut({ items, anyOf, properties, ...rest }: SchemaNode, names: SchemaNames): SchemaObject {
  return {
    ...rest,
    ...(items ? { items: schemaOf(items, names) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((choice) => schemaOf(choice, names)) } : {}),
    ...(properties ? { properties: mapValues(properties, (property) => schemaOf(property, names)) } : {}),
  }
}

/** The components of the records. */
export function recordSchemas(names: SchemaNames): Record<string, SchemaObject> {
  // The keys of the map are the schemas that answers carry.
  const records = [...names] as [SchemaNode, string][]
  return Object.fromEntries(records.map(([schema, name]) => [name, spelledOut(schema, names)] as const))
}

/** A parameter's value as JSON carries it. Null, and for a list an empty one, removes the value of a clearable one. */
export function valueSchema({ schema, need }: Param): SchemaObject {
  const value = schemaOf(schema)
  if (need !== 'clearable') return value
  return { anyOf: [value.type === 'array' ? { ...value, minItems: 0 } : value, { type: 'null' }] }
}

/** The default of a parameter. JSON text has no big integers, so one of that kind becomes a number. */
export function defaultOf({ fallback }: Param): { default?: unknown } {
  if (fallback === undefined) return {}
  return { default: typeof fallback === 'bigint' ? Number(fallback) : fallback }
}

/** What a parameter means, and what its need asks of the caller. */
export function meaningOf({ description, need }: Param): string {
  return [description, need === 'clearable' ? 'An empty value removes it.' : ''].filter(Boolean).join(' ')
}

export function mapValues<A, B>(values: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)] as const))
}
