import { errorCatalogue } from '../language/errors.ts'
import { refTo, type SchemaObject } from './document.ts'

const faults: SchemaObject = { type: 'array', items: refTo('schemas', 'Error'), minItems: 1 }

const requestOf = (params: SchemaObject): SchemaObject => ({
  type: 'object',
  properties: { params },
  required: ['params'],
})

const echoedItem: SchemaObject = {
  type: 'object',
  properties: { operation_type: { anyOf: [{ type: 'string' }, { type: 'null' }] }, params: { type: 'object' } },
  required: ['operation_type', 'params'],
}

/** The bodies of refusals, as components. */
export const errorSchemas: Readonly<Record<string, SchemaObject>> = {
  ErrorCode: { type: 'string', enum: Object.keys(errorCatalogue) },
  Error: {
    type: 'object',
    description: 'One problem of a request.',
    properties: {
      code: refTo('schemas', 'ErrorCode'),
      message: { type: 'string', description: 'For people; its wording may change.' },
      parameter: { type: 'string', description: 'The parameter at fault.' },
      attribute: { type: 'string', description: 'The attribute of the entity whose rule is broken.' },
    },
    required: ['code', 'message'],
  },
  ErrorAnswer: {
    type: 'object',
    description: 'All problems of a request, in the order in which its parameters are declared.',
    properties: {
      errors: faults,
      request: requestOf({ type: 'object', description: 'The parameters, as far as they were understood.' }),
    },
    required: ['errors', 'request'],
  },
  BatchErrorAnswer: {
    type: 'object',
    description: 'Why a batch was refused: `errors` for the request as a whole, `operation_errors` for its items.',
    properties: {
      errors: faults,
      operation_errors: {
        type: 'array',
        description: 'One list for each item, at the item’s index; empty for items without a problem.',
        items: { type: 'array', items: refTo('schemas', 'Error') },
      },
      request: {
        description: 'The items in their order; only the parameters of the path when the body could not be read.',
        anyOf: [{ type: 'array', items: echoedItem }, requestOf({ type: 'object' })],
      },
    },
    required: ['request'],
  },
  OperatorErrorAnswer: {
    type: 'object',
    description: 'All problems of a request.',
    properties: { errors: faults },
    required: ['errors'],
  },
}
