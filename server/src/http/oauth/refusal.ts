import { isUnreachable } from '../../store/database.ts'
import type { Answered } from '../pipeline.ts'

// These endpoints speak the numeric codes that OAuth clients of this family of interfaces know.
const refusals = {
  32: { status: 401, message: 'Could not authenticate you.' },
  89: { status: 401, message: 'Invalid or expired token.' },
  130: { status: 503, message: 'The service cannot answer now; try again.' },
  131: { status: 500, message: 'The service failed to answer; nothing was changed.' },
  215: { status: 400, message: 'Bad authentication data.' },
  415: { status: 403, message: 'The callback URL is not approved for this application.' },
} as const

type TokenRefusalCode = keyof typeof refusals

/** Says no at a token endpoint. */
export class TokenRefusal extends Error {
  readonly code: TokenRefusalCode

  constructor(code: TokenRefusalCode) {
    super(refusals[code].message)
    this.code = code
  }
}

/** The answer of a token endpoint that could not do what it was asked to. */
export function tokenFailure(error: unknown): Answered {
  if (error instanceof TokenRefusal) return refusalAnswer(error.code)
  return { ...refusalAnswer(isUnreachable(error) ? 130 : 131), cause: error }
}

function refusalAnswer(code: TokenRefusalCode): Answered {
  const { status, message } = refusals[code]
  return { status, body: JSON.stringify({ errors: [{ code, message }] }), headers: hints[status] ?? {} }
}

const hints: Readonly<Record<number, Record<string, string>>> = {
  401: { 'www-authenticate': 'OAuth realm="Billposter"' },
  503: { 'retry-after': '1' },
}
