/** A request, ready to be sent: the address with its query, and a body of text. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Aborted when the caller gives up or the attempt takes too long. */
  readonly signal?: AbortSignal
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends one request. Rejects when no answer came; does not follow redirects. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>

/** The transport over the runtime's `fetch`. */
export const fetchTransport: Transport = async ({ url, ...request }) => {
  const response = await fetch(url, { ...request, redirect: 'manual' })
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
}
