/** The typed client of Billposter: every operation of the interface as a method. */
export { type Client, type ClientOptions, createClient, createOperatorClient } from './client.ts'
export type { OperatorClient, OperatorClientOptions } from './client.ts'
export {
  AuthenticationError,
  BillposterError,
  ConflictError,
  ConnectionError,
  type ErrorEntry,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
} from './errors.ts'
export type { HttpInfo, RateLimit } from './http-info.ts'
export type { Listing } from './listing.ts'
export type { AnswerOf, BatchAnswer, BatchInput, BatchItem, Methods, OperatorMethods, PageOf } from './methods.ts'
export type { OperatorRequestOptions, RequestOptions } from './request-options.ts'
export type { OAuth1Credentials } from './signing.ts'
export type { Surroundings } from './surroundings.ts'
export type { HttpRequest, HttpResponse, Transport } from './transport.ts'
