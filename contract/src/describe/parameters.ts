import { id, nodeOf, unwrapNull } from '../language/field.ts'
import { type Operation, pathParams } from '../language/operation.ts'
import type { Param } from '../language/params.ts'
import { type ParameterObject, type Ref, refTo } from './document.ts'
import { defaultOf, meaningOf, schemaOf } from './schemas.ts'
import { bodyParams, isUserWrite, takesBody, takesIfMatch } from './sections.ts'

/** Parameters that do not belong to one operation, as components. */
export const sharedParameters = {
  ValidateOnly: {
    name: 'validate_only',
    in: 'query',
    required: false,
    description:
      'Does everything but keep the change. The answer is the usual one, with `validate_only` beside `data`.',
    schema: { type: 'boolean', default: false },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes the request safe to repeat: for 24 hours the same key with the same request gets the first answer again.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The `ETag` of the state that the change is meant for. If the entity has changed since, nothing happens.',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, ParameterObject>

/** Everything that an operation takes outside its body. */
export function parametersOf(operation: Operation): (ParameterObject | Ref)[] {
  const names = pathParams(operation.path)
  return [
    ...names.map((name) => pathParameter(operation, name)),
    ...queryParameters(operation),
    ...(isUserWrite(operation) ? [shared('ValidateOnly'), shared('IdempotencyKey')] : []),
    ...(takesIfMatch(operation) ? [shared('IfMatch')] : []),
  ]
}

function shared(name: keyof typeof sharedParameters): Ref {
  return refTo('parameters', name)
}

function pathParameter({ path, params }: Operation, name: string): ParameterObject {
  const param = params[name]
  if (!param) throw new TypeError(`The path ${path} names ${name}, which is not among its parameters.`)
  return { name, in: 'path', required: true, ...described(param), schema: schemaOf(param.schema) }
}

function queryParameters(operation: Operation): ParameterObject[] {
  if (operation.takes === 'json' && takesBody(operation)) return []
  return Object.entries(bodyParams(operation)).map(([name, param]) => queryParameter(name, param, takesBody(operation)))
}

/** A parameter that may be in the body instead cannot be required of the query; its description says so. */
function queryParameter(name: string, param: Param, orBody: boolean): ParameterObject {
  const required = param.need === 'required'
  const list = isList(param) ? ({ style: 'form', explode: false } as const) : {}
  return {
    name,
    in: 'query',
    required: required && !orBody,
    ...described(param, required && orBody ? 'Required, here or in the body.' : ''),
    ...(param.need === 'clearable' ? { allowEmptyValue: true } : {}),
    ...list,
    schema: { ...schemaOf(param.schema), ...defaultOf(param) },
  }
}

function described(param: Param, more = ''): { description?: string } {
  const description = [meaningOf(param), more].filter(Boolean).join(' ')
  return description ? { description } : {}
}

/** Lists are comma-separated in query and form. */
export function isList({ schema }: Param): boolean {
  return unwrapNull(nodeOf(schema)).node.type === 'array'
}

const idShape = JSON.stringify(id())

/** Whether a parameter names entities or users by their ids, one or a list. */
export function isId(name: string, { schema }: Param): boolean {
  const { node } = unwrapNull(nodeOf(schema))
  const leaf = node.items ?? node
  return JSON.stringify(leaf) === idShape || (leaf.format === 'int64' && /_ids?$/.test(name))
}
