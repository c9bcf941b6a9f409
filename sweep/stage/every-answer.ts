import assert from 'node:assert/strict'
import { errorCatalogue } from '@billposter/contract/language/errors'
import type { Answer } from './answer.ts'
import type { Swept } from './operations.ts'
import { checkShape } from './shapes.ts'

/** What holds for every answer of every operation, whatever was asked. */
export function checkAnswer(swept: Swept, answer: Answer, requestId: string): void {
  const { status, headers, body, text } = answer
  const about = `${swept.name} answers ${status} ${text}`
  assert.ok(status < 500, about)
  assert.equal(headers['content-type'], 'application/json; charset=utf-8', about)
  assert.equal(headers['x-request-id'], requestId, about)
  assert.equal(headers['x-current-api-version'], '12', about)
  // Half a character, which JSON can only write as an escape, makes many readers of JSON give up.
  assert.doesNotMatch(text, /(?<!\\)(\\\\)*\\ud[89a-f]/i, about)
  const [first] = body.errors ?? []
  if (first) assert.equal(statusOf(first.code), status, about)
  if (body.operation_errors) assert.equal(status, 400, about)
  if (swept.operation.caller === 'user') checkTag(swept, answer, about)
  checkShape(swept, answer)
}

function statusOf(code: string): number | undefined {
  const statuses: Readonly<Record<string, { readonly status: number }>> = errorCatalogue
  return statuses[code]?.status
}

/** Single entities carry the name of their state; nothing else does. Replayed answers are bytes of old. */
function checkTag({ operation }: Swept, { status, headers }: Answer, about: string): void {
  if (headers['idempotency-replayed'] !== undefined) return
  const isEntity = status < 300 && operation.answer.kind === 'single'
  assert.equal(headers['etag'] !== undefined, isEntity, about)
  if (isEntity) assert.match(headers['etag'] ?? '', /^"[\x21\x23-\x7e]+"$/, about)
}
