import type { ErrorCode } from '@billposter/contract/language/errors'
import type { HttpInfo } from './http-info.ts'

/** One problem of a refused request (Part 7). */
export interface ErrorEntry {
  /** A code of the interface; a newer service may have more of them. */
  readonly code: ErrorCode | (string & Record<never, never>)
  readonly message: string
  /** The parameter at fault. */
  readonly parameter?: string
  /** The attribute of the entity whose rule is broken. */
  readonly attribute?: string
}

/** What an error is made of. */
export interface ErrorParts {
  readonly message: string
  readonly http?: HttpInfo | undefined
  readonly errors?: readonly ErrorEntry[]
  readonly operationErrors?: readonly (readonly ErrorEntry[])[] | undefined
  readonly request?: unknown
  readonly requestId?: string | undefined
  readonly resetAt?: Date | undefined
  readonly cause?: unknown
}

/** Anything that kept a call from its answer. The kinds below say what can be done about it. */
export class BillposterError extends Error {
  /** Of the HTTP answer; undefined when there was none. */
  readonly status: number | undefined
  /** Those of the first problem. */
  readonly code: ErrorEntry['code'] | undefined
  readonly parameter: string | undefined
  readonly attribute: string | undefined
  /** All problems; of a batch, those of all its items. */
  readonly errors: readonly ErrorEntry[]
  /** Of a batch whose items have problems: the problems of each item, at the item's index. */
  readonly operationErrors: readonly (readonly ErrorEntry[])[] | undefined
  /** Names the request in the service's log. */
  readonly requestId: string | undefined
  /** The request as the service understood it. */
  readonly request: unknown
  /** Not enumerable, so that logs stay short. */
  declare readonly http: HttpInfo | undefined

  constructor(parts: ErrorParts) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause })
    this.name = new.target.name
    this.errors = parts.errors ?? []
    this.operationErrors = parts.operationErrors
    this.code = this.errors[0]?.code
    this.parameter = this.errors[0]?.parameter
    this.attribute = this.errors[0]?.attribute
    Object.defineProperty(this, 'http', { value: parts.http })
    this.status = parts.http?.status
    this.requestId = parts.http?.requestId ?? parts.requestId
    this.request = parts.request
  }
}

/** 400, 422: the request itself is at fault; repeating it does not help. */
export class InvalidRequestError extends BillposterError {}

/** 401: the request does not prove who sends it. */
export class AuthenticationError extends BillposterError {}

/** 403: the caller may not do this, or not see this account. */
export class PermissionError extends BillposterError {}

/** 404: there is no such thing, or not any more. */
export class NotFoundError extends BillposterError {}

/** 409: another request with the same idempotency key is still running. */
export class ConflictError extends BillposterError {}

/** 412: the entity has changed since its `etag` was read. */
export class PreconditionFailedError extends BillposterError {}

/** 429: a rate limit is used up. */
export class RateLimitError extends BillposterError {
  /** When it is refilled, as far as the service says. */
  readonly resetAt: Date | undefined

  constructor(parts: ErrorParts) {
    super(parts)
    this.resetAt = parts.resetAt
  }
}

/** 5xx: the service could not answer. */
export class ServerError extends BillposterError {}

/** No answer came: the service was not reached, or took too long. Whether it did what was asked is not known. */
export class ConnectionError extends BillposterError {}

const kinds: Readonly<Record<number, typeof BillposterError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  422: InvalidRequestError,
  429: RateLimitError,
}

/** The error that stands for a status. */
export function errorKind(status: number): typeof BillposterError {
  return kinds[status] ?? (status >= 500 ? ServerError : BillposterError)
}
