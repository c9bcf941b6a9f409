/** What can be said about one request of the operator. */
export interface OperatorRequestOptions {
  /** Becomes the request's id in answers and logs: 1 to 128 visible characters. Given by the service unless set. */
  readonly requestId?: string
  /** Gives up, also between attempts; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Further headers; they win over the client's own. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What can be said about one request. */
export interface RequestOptions extends OperatorRequestOptions {
  /** Names a change, so that repeating it does nothing twice: 1 to 255 visible characters. `false` sends none. */
  readonly idempotencyKey?: string | false
  /** Does everything but keep the change, and answers what would have been answered. */
  readonly validateOnly?: boolean
  /** The `etag` that the entity must still have; else {@link PreconditionFailedError}. */
  readonly ifMatch?: string
}
