/** As much of a page as walking needs. */
interface Linked<Row> {
  readonly data: readonly Row[]
  readonly next_cursor: string | null
}

/** The answer of a list method: await it for its first page, or walk all rows with `for await`. */
export interface Listing<Row, P extends Linked<Row>> extends Promise<P>, AsyncIterable<Row> {
  /** All pages, each with its own `request` and `http`. */
  pages(): AsyncIterable<P>
}

/** Nothing is fetched before it is awaited or walked; the first page is fetched once. */
export function listingOf<Row, P extends Linked<Row>>(fetchPage: (cursor?: string) => Promise<P>): Listing<Row, P> {
  let fetched: Promise<P> | undefined
  const first = () => (fetched ??= fetchPage())

  async function* pages(): AsyncGenerator<P, void, undefined> {
    for (let page = await first(); ; page = await fetchPage(page.next_cursor)) {
      yield page
      // A list without paging has no cursor at all.
      if (typeof page.next_cursor !== 'string') return
    }
  }

  async function* rows(): AsyncGenerator<Row, void, undefined> {
    for await (const page of pages()) yield* page.data
  }

  return {
    then: (fulfilled, rejected) => first().then(fulfilled, rejected),
    catch: (rejected) => first().catch(rejected),
    finally: (settled) => first().finally(settled),
    pages,
    [Symbol.asyncIterator]: rows,
    [Symbol.toStringTag]: 'Listing',
  }
}
