/** Names and values of a query string or form, in their order and decoded. */
export type Pairs = readonly (readonly [name: string, value: string])[]

/**
 * Takes a query string or form apart, in its order. What is no encoded UTF-8 is undefined. Signatures and operations
 * read requests by this alone, so that what is signed is what is done.
 */
export function pairsOf(encoded: string): [name: string | undefined, value: string | undefined][] {
  return encoded
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const cut = pair.indexOf('=')
      return cut < 0 ? [decoded(pair), ''] : [decoded(pair.slice(0, cut)), decoded(pair.slice(cut + 1))]
    })
}

/** The pairs of a query string or form; undefined unless all of it is encoded UTF-8. */
export function readPairs(encoded: string): Pairs | undefined {
  const pairs = pairsOf(encoded)
  const isWhole = (pair: (typeof pairs)[number]): pair is [string, string] => !pair.includes(undefined)
  return pairs.every(isWhole) ? pairs : undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    // A stray percent sign, or bytes that are no UTF-8.
    return undefined
  }
}

/** The value that was given once under this name; undefined for none and for several. */
export function onlyValue(pairs: Pairs, name: string): string | undefined {
  const values = pairs.filter(([given]) => given === name)
  return values.length === 1 ? values[0]?.[1] : undefined
}

/** Percent-encodes as RFC 3986 has it: letters, digits and `-._~` stay. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Writes a query string or form. */
export function writePairs(pairs: Pairs): string {
  return pairs.map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`).join('&')
}
