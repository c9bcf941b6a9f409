import { hash } from 'node:crypto'
import { refuse } from '@billposter/contract/language/errors'

/** Names a state of an entity: equal JSON, equal tag. */
export function etagOf(json: string): string {
  return `"${hash('sha1', json, 'base64url')}"`
}

/** Refuses a change whose `If-Match` names another state than the present one. */
export function checkIfMatch(ifMatch: string | undefined, json: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const present = etagOf(json)
  const named = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (named.includes(present)) return
  refuse('PRECONDITION_FAILED', `The entity has changed: its ETag is now ${present}, not ${ifMatch.trim()}.`)
}
