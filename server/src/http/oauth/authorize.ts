import { callbackWith, outOfBand } from '../../identity/callback.ts'
import { onlyValue, type Pairs, readPairs } from '../../identity/percent-encoding.ts'
import { mediaType } from '../../identity/presented.ts'
import { deny, findRequestToken, grant, type RequestToken } from '../../identity/request-tokens.ts'
import { userByPassword } from '../../identity/users.ts'
import { messagePage, pinPage, questionPage, redirect } from './pages.ts'
import type { Answered, House, Incoming } from '../pipeline.ts'

/** Shows the page that asks the user for access. `force_login` changes nothing: the password is always asked for. */
export async function askUser(house: House, { query }: Incoming): Promise<Answered> {
  const parameters = readPairs(query) ?? []
  const open = await openQuestion(house, parameters)
  if (!open) return noQuestion()
  const screenName = screenNameIn(parameters)
  return questionPage(200, { ...open, screenName: isScreenName(screenName) ? screenName : '' })
}

/** Takes the user's answer: with the right password a yes, with the other button a no. */
export async function takeAnswer(house: House, { contentType, body }: Incoming): Promise<Answered> {
  const isForm = mediaType(contentType) === 'application/x-www-form-urlencoded'
  const form = (isForm && readPairs(body.toString('utf8'))) || []
  const open = await openQuestion(house, form)
  if (!open) return noQuestion()
  return onlyValue(form, 'cancel') === undefined ? yes(house, open, form) : no(house, open)
}

async function yes(house: House, open: RequestToken, form: Pairs): Promise<Answered> {
  const { db, surroundings } = house.identity
  const screenName = screenNameIn(form)
  if (!(await mayTry(house, open, screenName))) return tooManyTries()
  const password = onlyValue(form, 'password') ?? ''
  const userId = isScreenName(screenName) ? await userByPassword(db, screenName, password) : undefined
  if (userId === undefined) {
    const problem = 'The screen name or the password is wrong.'
    const refused = questionPage(401, { ...open, screenName, problem })
    return { ...refused, headers: { ...refused.headers, 'www-authenticate': 'OAuth realm="Billposter"' } }
  }
  const verifier = await grant(db, surroundings, open, userId)
  if (verifier === undefined) return noQuestion()
  const answered =
    open.callback === outOfBand
      ? pinPage(open.application, verifier)
      : redirect(
          callbackWith(open.callback, [
            ['oauth_token', open.token],
            ['oauth_verifier', verifier],
          ]),
        )
  return { ...answered, userId }
}

async function no({ identity }: House, open: RequestToken): Promise<Answered> {
  if (!(await deny(identity.db, open))) return noQuestion()
  if (open.callback !== outOfBand) return redirect(callbackWith(open.callback, [['denied', open.token]]))
  return messagePage(200, 'Nothing was granted', 'The application has no access. You can close this page.')
}

/** The question that is still to be answered. */
async function openQuestion({ identity }: House, parameters: Pairs): Promise<RequestToken | undefined> {
  const token = onlyValue(parameters, 'oauth_token')
  const found = token === undefined ? undefined : await findRequestToken(identity.db, identity.surroundings, token)
  return found?.verifierHash === undefined ? found : undefined
}

/** Slows down guessing, of one user's password and with one request token. */
async function mayTry({ limits }: House, { token }: RequestToken, screenName: string): Promise<boolean> {
  if (!(await limits.mayTry(`request token ${token}`))) return false
  return !isScreenName(screenName) || limits.mayTry(`screen name ${screenName.toLowerCase()}`)
}

function screenNameIn(parameters: Pairs): string {
  return (onlyValue(parameters, 'screen_name') ?? '').trim().replace(/^@/, '').slice(0, 50)
}

function isScreenName(text: string): boolean {
  return /^[A-Za-z0-9_]{1,15}$/.test(text)
}

function noQuestion(): Answered {
  return messagePage(
    404,
    'This request for access is not open',
    'It was answered already, has expired, or never existed. Nothing was granted now. Go back to the application and ' +
      'start again from there.',
  )
}

function tooManyTries(): Answered {
  const refused = messagePage(
    429,
    'Too many tries',
    'Nothing was granted. Wait five minutes, then go back to the application and start again from there.',
  )
  return { ...refused, headers: { ...refused.headers, 'retry-after': '300' } }
}
