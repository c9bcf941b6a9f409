import { type Pairs, writePairs } from './percent-encoding.ts'

/** Says instead of an address that the user carries a PIN from the page to the application. */
export const outOfBand = 'oob'

// Nothing that a browser runs, reads or draws itself is an application to go back to.
const noApplication = /^(javascript|data|vbscript|file|blob|filesystem|about|view-source):$/

/** The callback as it is kept and used: `oob`, or an address that was registered but for its query. */
export function approvedCallback(wanted: string, registered: readonly string[]): string | undefined {
  if (wanted === outOfBand) return outOfBand
  const place = placeOf(wanted)
  if (place === undefined || !registered.some((known) => placeOf(known) === place)) return undefined
  return new URL(wanted).href
}

/** Scheme, host, port and path; undefined for what cannot be a callback. */
function placeOf(address: string): string | undefined {
  const url = URL.parse(address)
  // What is added to the query must not disappear behind a fragment.
  if (!url || noApplication.test(url.protocol) || url.username || url.password || url.hash) return undefined
  return `${url.protocol}//${url.host}/${url.pathname}`
}

/** The address of the callback with more in its query. */
export function callbackWith(callback: string, pairs: Pairs): string {
  const glue = !callback.includes('?') ? '?' : /[?&]$/.test(callback) ? '' : '&'
  return callback + glue + writePairs(pairs)
}
