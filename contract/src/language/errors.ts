/** Every error code of the service with its HTTP status. Names and statuses are shown to callers and stay. */
export const errorCatalogue = {
  EXCLUSIVE_PARAMETERS: { status: 400, meaning: 'Two parameters were given that exclude each other.' },
  FEATURE_NOT_AVAILABLE: { status: 400, meaning: 'The account lacks the feature that this needs.' },
  INCOMPATIBLE_LINE_ITEM: { status: 400, meaning: 'The line item cannot hold what was to be promoted.' },
  INVALID: { status: 400, meaning: 'A rule of the entity, or of the service version, is broken.' },
  INVALID_DENOMINATION: {
    status: 400,
    meaning: 'The amount is not a multiple of the currency’s smallest denomination.',
  },
  INVALID_FUNDING_INSTRUMENT: { status: 400, meaning: 'The funding instrument exists but cannot be used.' },
  INVALID_PARAMETER: { status: 400, meaning: 'A parameter has a wrong type, form or value.' },
  INVALID_TIME_WINDOW: { status: 400, meaning: 'The start and end times do not form an allowed window.' },
  INVALID_USER_ID: { status: 400, meaning: 'The user may not be used here.' },
  MISSING_PARAMETER: { status: 400, meaning: 'A required parameter is absent.' },
  REQUEST_TOO_COMPLEX: { status: 400, meaning: 'The request is larger or more deeply nested than allowed.' },
  SPEND_EXCEEDS_BUDGET: { status: 400, meaning: 'A bid or budget exceeds the budget above it.' },
  TOO_MANY_CAMPAIGNS: { status: 400, meaning: 'The account has as many active campaigns as it may have.' },
  TOO_MANY_LINE_ITEMS: { status: 400, meaning: 'The campaign or account has as many line items as it may have.' },
  UNAUTHORIZED_ACCESS: { status: 401, meaning: 'The request does not prove who sends it.' },
  ACCOUNT_NOT_FOUND: { status: 403, meaning: 'The account does not exist or is not visible to the caller.' },
  ACTION_NOT_ALLOWED: { status: 403, meaning: 'The caller’s permissions on the account do not cover this.' },
  USER_NOT_FOUND: { status: 403, meaning: 'The user does not exist.' },
  NOT_FOUND: { status: 404, meaning: 'An identifier names nothing that is visible here.' },
  ROUTE_NOT_FOUND: { status: 404, meaning: 'No operation has this path.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The path exists, but not with this method.' },
  IDEMPOTENCY_KEY_IN_USE: { status: 409, meaning: 'A request with this Idempotency-Key is still running.' },
  PRECONDITION_FAILED: { status: 412, meaning: 'The entity has changed since the ETag in If-Match.' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, meaning: 'This Idempotency-Key was used for another request.' },
  TOO_MANY_REQUESTS: { status: 429, meaning: 'A rate limit is used up until its reset time.' },
  INTERNAL_ERROR: { status: 500, meaning: 'The service failed; nothing was changed.' },
  SERVICE_UNAVAILABLE: { status: 503, meaning: 'The service cannot answer now; retry after the given time.' },
} as const

export type ErrorCode = keyof typeof errorCatalogue

/** One problem of a request: `parameter` when the request's form is at fault, `attribute` when an entity's rule is. */
export interface Fault {
  code: ErrorCode
  message: string
  parameter?: string
  attribute?: string
}

/** Says no: the only error that is meant for the caller. Its status is that of its first fault. */
export class Refusal extends Error {
  readonly faults: readonly Fault[]
  /** Faults by item index, when a batch is refused. */
  readonly itemFaults: readonly (readonly Fault[])[] | undefined

  constructor(faults: readonly Fault[], itemFaults?: readonly (readonly Fault[])[]) {
    super(faults.map((fault) => `${fault.code}: ${fault.message}`).join('; '))
    this.faults = faults
    this.itemFaults = itemFaults
  }

  get status(): number {
    const first = this.faults[0]
    // A batch is one bad request, whatever stands in the way of its items.
    return first ? errorCatalogue[first.code].status : 400
  }
}

/** Refuses for one reason. */
export function refuse(
  code: ErrorCode,
  message: string,
  place: { parameter?: string; attribute?: string } = {},
): never {
  throw new Refusal([{ code, message, ...place }])
}

/** Refuses when there is any fault, with all of them at once. */
export function refuseIfAny(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new Refusal(faults)
}

/** A broken rule of an entity, named by its attribute. */
export function invalid(attribute: string, message: string): Fault {
  return { code: 'INVALID', message, attribute }
}

/** A parameter with a value that is not allowed. */
export function invalidParameter(parameter: string, message: string): Fault {
  return { code: 'INVALID_PARAMETER', message, parameter }
}
