import type { Batch } from '../language/batch.ts'
import { type ErrorCode, errorCatalogue } from '../language/errors.ts'
import { type Operation, pathParams } from '../language/operation.ts'
import { abilities, permissions } from '../language/permissions.ts'
import { isId } from './parameters.ts'
import { bodyParams, isUserWrite, namesEntity, takesBody, takesIfMatch } from './sections.ts'

/**
 * Every code that an operation can answer with: the ones that follow from what it is, then its own, by status.
 * For a batch seen as an operation these are the codes of the request; its items have {@link itemCodesOf}.
 */
export function codesOf(operation: Operation): ErrorCode[] {
  const codes = new Set([
    ...requestCodes(operation),
    ...accessCodes(operation),
    ...changeCodes(operation),
    ...operation.errors,
    ...serviceCodes(operation),
  ])
  return byStatus([...codes])
}

/** The codes that an item of a batch can be refused with. */
export function itemCodesOf(batch: Batch): ErrorCode[] {
  const parts: (Operation | undefined)[] = [batch.operations.create, batch.operations.update, batch.operations.remove]
  const codes = parts.flatMap((part) => (part ? [...entityCodes(part), ...part.errors] : []))
  return byStatus([...new Set<ErrorCode>(['INVALID_PARAMETER', 'MISSING_PARAMETER', ...codes])])
}

/** The codes of each status, statuses in order. */
export function groupByStatus(codes: readonly ErrorCode[]): [status: number, codes: ErrorCode[]][] {
  const statuses = [...new Set(codes.map((code) => errorCatalogue[code].status))]
  return statuses.map((status) => [status, codes.filter((code) => errorCatalogue[code].status === status)])
}

function byStatus(codes: ErrorCode[]): ErrorCode[] {
  return codes.toSorted((a, b) => errorCatalogue[a].status - errorCatalogue[b].status || (a < b ? -1 : 1))
}

function requestCodes(operation: Operation): ErrorCode[] {
  const { cursor, with_total_count } = operation.params
  return [
    'INVALID_PARAMETER',
    ...when(
      Object.values(bodyParams(operation)).some(({ need }) => need === 'required'),
      'MISSING_PARAMETER',
    ),
    ...when(cursor !== undefined && with_total_count !== undefined, 'EXCLUSIVE_PARAMETERS'),
    ...when(takesBody(operation), 'REQUEST_TOO_COMPLEX'),
  ]
}

function accessCodes(operation: Operation): ErrorCode[] {
  const { caller, ability, path } = operation
  if (caller === 'operator') return ['UNAUTHORIZED_ACCESS', ...entityCodes(operation)]
  return [
    'UNAUTHORIZED_ACCESS',
    // A deleted account is there for its callers, but nothing below it is.
    ...when(pathParams(path).includes('account_id'), 'ACCOUNT_NOT_FOUND', 'NOT_FOUND'),
    ...when(abilities[ability].length < permissions.length, 'ACTION_NOT_ALLOWED'),
    ...entityCodes(operation),
  ]
}

/** Something that the request names by its id can be absent. Ids that filter a list are silently without effect. */
function entityCodes(operation: Operation): ErrorCode[] {
  const { caller, method, path } = operation
  const inPath = pathParams(path).filter((name) => caller === 'operator' || name !== 'account_id')
  const inBody = Object.entries(bodyParams(operation)).filter(
    ([name, param]) => isId(name, param) && (method !== 'GET' || param.need === 'required'),
  )
  return when(inPath.length > 0 || namesEntity(operation) || inBody.length > 0, 'NOT_FOUND')
}

function changeCodes(operation: Operation): ErrorCode[] {
  return [
    ...when(isUserWrite(operation), 'IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED'),
    ...when(takesIfMatch(operation), 'PRECONDITION_FAILED'),
  ]
}

function serviceCodes({ caller }: Operation): ErrorCode[] {
  return [...when(caller === 'user', 'TOO_MANY_REQUESTS'), 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE']
}

function when(condition: boolean, ...codes: ErrorCode[]): ErrorCode[] {
  return condition ? codes : []
}
