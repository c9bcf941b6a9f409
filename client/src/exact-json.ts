/** How JSON.parse shows the text of a number to its reviver; newer than the compiler's library. */
type SourceReviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown

/** JSON.rawJSON puts text into JSON as it is; newer than the compiler's library. */
interface RawJson {
  rawJSON(text: string): unknown
}

const revive: SourceReviver = (_key, value, { source }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source)
    ? BigInt(source)
    : value

/** Parses JSON without rounding: integers beyond 2^53 become `bigint`, all other numbers stay numbers. */
export function parseExact(text: string): unknown {
  // Only 16 digits in a row can be rounded; the plain parser is several times as fast.
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  // The declared type of a reviver has no third argument yet.
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown)
}

/** Writes JSON in which a `bigint` is its digits. */
export function writeExact(value: unknown): string {
  // The runtime has rawJSON; the compiler's library does not know it yet.
  const { rawJSON } = JSON as unknown as RawJson
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? rawJSON(String(inner)) : inner))
}
