import { type Operation, pathParams } from '../language/operation.ts'
import { type HeaderObject, type Ref, refTo } from './document.ts'
import { isUserWrite } from './sections.ts'

const count = { type: 'integer', minimum: 0 } as const
const instant = { type: 'integer', format: 'int64' } as const

/** Headers of answers, as components by their wire names. */
export const headers = {
  'x-request-id': {
    description: 'Names the request, in the log too. Taken from the request when that has 1 to 128 visible characters.',
    schema: { type: 'string', minLength: 1, maxLength: 128 },
  },
  ETag: { description: 'Names the state of the entity; see `If-Match`.', schema: { type: 'string' } },
  'Idempotency-Replayed': {
    description: 'There when the answer is that of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  'x-rate-limit-limit': { description: 'Requests that the user may make in a window.', schema: count },
  'x-rate-limit-remaining': { description: 'Requests that the user has left in this window.', schema: count },
  'x-rate-limit-reset': { description: 'When the user’s window ends, in seconds since 1970.', schema: instant },
  'x-account-rate-limit-limit': { description: 'Requests that may be made on the account in a window.', schema: count },
  'x-account-rate-limit-remaining': { description: 'Requests on the account left in this window.', schema: count },
  'x-account-rate-limit-reset': {
    description: 'When the account’s window ends, in seconds since 1970.',
    schema: instant,
  },
  'retry-after': { description: 'Seconds to wait before the next attempt.', schema: count },
} as const satisfies Record<string, HeaderObject>

type HeaderName = keyof typeof headers

const userTrio = ['x-rate-limit-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset'] as const
const accountTrio = [
  'x-account-rate-limit-limit',
  'x-account-rate-limit-remaining',
  'x-account-rate-limit-reset',
] as const

/** The headers of an operation's answer with a status. */
export function headersOf(operation: Operation, status: number): Record<string, Ref> {
  const names: HeaderName[] = [
    'x-request-id',
    ...(status < 300 ? successHeaders(operation) : []),
    ...rateHeaders(operation, status),
    ...(status === 429 || status === 503 ? (['retry-after'] as const) : []),
  ]
  return Object.fromEntries(names.map((name) => [name, refTo('headers', name)] as const))
}

function successHeaders(operation: Operation): HeaderName[] {
  return [
    ...(operation.caller === 'user' && operation.answer.kind === 'single' ? (['ETag'] as const) : []),
    ...(isUserWrite(operation) ? (['Idempotency-Replayed'] as const) : []),
  ]
}

/** Limits are counted once the caller is known. Shared refusals show the account's, which only its paths have. */
function rateHeaders({ caller, path }: Operation, status: number): HeaderName[] {
  if (caller === 'operator' || status === 401) return []
  const ofAccount = pathParams(path).includes('account_id') || status >= 300
  return ofAccount ? [...userTrio, ...accountTrio] : [...userTrio]
}
