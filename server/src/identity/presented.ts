/** A request as far as it says who sends it. */
export interface Presented {
  readonly method: string
  readonly authorization: string | undefined
  readonly host: string | undefined
  /** Path without query. */
  readonly path: string
  readonly query: string
  readonly contentType: string | undefined
  readonly body: Buffer
}

/** The media type of a `Content-Type` header, without its parameters. */
export function mediaType(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}
