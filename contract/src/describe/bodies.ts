import { type BatchVerb, batchVerbs } from '../language/batch.ts'
import type { Operation } from '../language/operation.ts'
import type { Params } from '../language/params.ts'
import { type MediaType, type RequestBody, refTo, type SchemaObject } from './document.ts'
import { upperFirst } from './names.ts'
import { isList } from './parameters.ts'
import { defaultOf, mapValues, meaningOf, recordName, valueSchema } from './schemas.ts'
import { bodyParams, type Entry, type Section, takesBody } from './sections.ts'

/** Every body of a section as a component, the items of its batches among them. */
export function bodySchemas(section: Section): Record<string, SchemaObject> {
  return Object.fromEntries(
    section.entries.flatMap((entry): [string, SchemaObject][] => {
      if (entry.batch) return itemSchemas(section, entry)
      return hasBody(entry) ? [[bodyName(section, entry), paramsObject(bodyParams(entry.operation))]] : []
    }),
  )
}

/** What an operation takes in its body; undefined for those that take none. */
export function requestBody(section: Section, entry: Entry): RequestBody | undefined {
  const { operation, batch } = entry
  if (batch) {
    const items = refTo('schemas', itemName(section, entry))
    const schema: SchemaObject = { type: 'array', items, minItems: 1, maxItems: batch.max }
    return { description: 'The items, in order.', required: true, content: { 'application/json': { schema } } }
  }
  if (operation.takes === 'json' && takesBody(operation)) {
    const schema = hasBody(entry) ? refTo('schemas', bodyName(section, entry)) : { type: 'object' }
    const required = Object.values(bodyParams(operation)).some(({ need }) => need === 'required')
    return { description: 'The parameters.', required, content: { 'application/json': { schema } } }
  }
  return hasBody(entry) ? eitherBody(section, entry) : undefined
}

function hasBody({ operation }: Entry): boolean {
  return takesBody(operation) && Object.keys(bodyParams(operation)).length > 0
}

/** The same parameters as a form and as JSON. */
function eitherBody(section: Section, entry: Entry): RequestBody {
  const schema = refTo('schemas', bodyName(section, entry))
  const lists = Object.entries(bodyParams(entry.operation)).filter(([, param]) => isList(param))
  const commas = { style: 'form', explode: false } as const
  const encoding = Object.fromEntries(lists.map(([name]) => [name, commas] as const))
  const form: MediaType = { schema, ...(lists.length > 0 ? { encoding } : {}) }
  return {
    description: 'The parameters, unless they are in the query. Each of them may be in one place only.',
    required: false,
    content: { 'application/x-www-form-urlencoded': form, 'application/json': { schema } },
  }
}

/** `CampaignCreateParams`. */
function bodyName(section: Section, { name }: Entry): string {
  return `${recordName(section)}${upperFirst(name)}Params`
}

/** Parameters as the fields of one object. */
function paramsObject(params: Params): SchemaObject {
  return fieldsObject(params, (param) => {
    const description = meaningOf(param)
    return { ...valueSchema(param), ...defaultOf(param), ...(description ? { description } : {}) }
  })
}

/** The parameters as `request.params` repeats them: those that were supplied, typed, without defaults. */
export function echoObject(params: Params): SchemaObject {
  return fieldsObject(params, valueSchema)
}

function fieldsObject(params: Params, field: (param: Params[string]) => SchemaObject): SchemaObject {
  const required = Object.keys(params).filter((name) => params[name]?.need === 'required')
  return { type: 'object', properties: mapValues(params, field), ...(required.length > 0 ? { required } : {}) }
}

/** The operation types that a batch offers, with the single operation behind each. */
export function batchParts({ batch }: Pick<Entry, 'batch'>): [BatchVerb, Operation][] {
  // The keys of this constant are exactly the operation types.
  const types = Object.keys(batchVerbs) as BatchVerb[]
  return types.flatMap((type): [BatchVerb, Operation][] => {
    const operation: Operation | undefined = batch?.operations[batchVerbs[type]]
    return operation ? [[type, operation]] : []
  })
}

/** `CampaignBatchItem`: any item of a batch; `CampaignBatchCreate`: one of that type. */
export function itemName(section: Section, { name }: Entry, type: BatchVerb | 'Item' = 'Item'): string {
  return `${recordName(section)}${upperFirst(name)}${type}`
}

/** The items of a batch: one schema per operation type, and one that is any of them. */
function itemSchemas(section: Section, entry: Entry): [string, SchemaObject][] {
  const { params: inPath } = entry.operation
  const parts = batchParts(entry).map(([type, { params }]): [BatchVerb, string, SchemaObject] => {
    const own = Object.fromEntries(Object.entries(params).filter(([name]) => !(name in inPath)))
    return [type, itemName(section, entry, type), itemSchema(type, own)]
  })
  const references = parts.map(([type, name]) => [type, refTo('schemas', name)] as const)
  const mapping = Object.fromEntries(references.map(([type, { $ref }]) => [type, $ref] as const))
  const any: SchemaObject = {
    oneOf: references.map(([, reference]) => reference),
    discriminator: { propertyName: 'operation_type', mapping },
  }
  return [[itemName(section, entry), any], ...parts.map(([, name, schema]): [string, SchemaObject] => [name, schema])]
}

function itemSchema(type: BatchVerb, params: Params): SchemaObject {
  return {
    type: 'object',
    properties: { operation_type: { type: 'string', const: type }, params: paramsObject(params) },
    required: ['operation_type', 'params'],
  }
}
