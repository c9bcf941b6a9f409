import type { Method } from '@billposter/contract/language/operation'
import { isUnreachable } from '../../store/database.ts'
import { askUser, takeAnswer } from './authorize.ts'
import { messagePage } from './pages.ts'
import { tokenFailure } from './refusal.ts'
import { accessToken, invalidateToken, requestToken } from './tokens.ts'
import type { Answered, House, Incoming } from '../pipeline.ts'

/** How requests to one path are answered. `answer` never throws. */
export interface Route {
  /** As the log names it. */
  readonly name: string
  readonly method: Method
  readonly url: string
  answer(incoming: Incoming): Promise<Answered>
}

type Step = (house: House, incoming: Incoming) => Promise<Answered>

/** The three legs of OAuth 1.0a and the way back, outside the versions of the interface. */
export function oauthRoutes(house: House): Route[] {
  const route = (method: Method, url: string, step: Step, failure: (error: unknown) => Answered): Route => ({
    name: `oauth.${step.name}`,
    method,
    url,
    answer: (incoming) => step(house, incoming).catch(failure),
  })
  return [
    route('POST', '/oauth/request_token', requestToken, tokenFailure),
    ...['/oauth/authorize', '/oauth/authenticate'].flatMap((url) => [
      route('GET', url, askUser, pageFailure),
      route('POST', url, takeAnswer, pageFailure),
    ]),
    route('POST', '/oauth/access_token', accessToken, tokenFailure),
    route('POST', '/1.1/oauth/invalidate_token', invalidateToken, tokenFailure),
  ]
}

function pageFailure(error: unknown): Answered {
  const status = isUnreachable(error) ? 503 : 500
  const text = 'Nothing was granted. Go back to the application and start again from there in a minute.'
  return { ...messagePage(status, 'The service cannot answer now', text), cause: error }
}
