import { hash } from 'node:crypto'
import { outOfBand } from '../../identity/callback.ts'
import { html, type Html } from './html.ts'
import { style } from './style.ts'
import type { Answered } from '../pipeline.ts'

/** What the page that asks for access shows. */
export interface Question {
  readonly token: string
  readonly application: string
  readonly callback: string
  readonly screenName: string
  readonly problem?: string
}

const styleDigest = hash('sha256', style, 'base64')

/**
 * The page that names the application, says what it will be able to do, and asks for the password. There is no session
 * and no cookie: the form carries the request token, and nothing is granted without the password. So a request that
 * another site makes a browser send has nothing to ride on, and no token against forgery is needed.
 */
export function questionPage(status: number, question: Question): Answered {
  const { application, callback } = question
  const content = html`
<h1>Let <bdi>${application}</bdi> act for you?</h1>
<p>If you authorize this application, it can do here what you can do yourself:</p>
<ul>
<li>see your advertising accounts, with their funding, history and results</li>
<li>create, change and delete campaigns, creatives and audiences in them, and spend their budgets</li>
<li>publish posts in your name</li>
</ul>
<p>It does not learn your password. It keeps this access until it is revoked.</p>
${questionForm(question)}
<p class="quiet">${whatFollows(callback)} Go on only if you have just started this there yourself.</p>`
  const title = `${question.problem === undefined ? '' : 'Not yet: '}Authorize ${application}`
  return page(status, title, content, formActions(callback))
}

function questionForm({ token, screenName, problem }: Question): Html {
  const described = problem === undefined ? undefined : html` aria-describedby="problem" aria-invalid="true"`
  // The page is longer than a small screen: this brings what went wrong into view.
  const again = problem === undefined ? undefined : html` autofocus`
  return html`<form method="post" accept-charset="utf-8">
${problem === undefined ? undefined : html`<p class="problem" id="problem" role="alert">${problem}</p>`}
<input type="hidden" name="oauth_token" value="${token}">
<label for="screen_name">Screen name</label>
<input id="screen_name" name="screen_name" value="${screenName}" required maxlength="16" autocomplete="username"
 autocapitalize="none" autocorrect="off" spellcheck="false"${described}>
<label for="password">Password</label>
<input id="password" name="password" type="password" required autocomplete="current-password"${described}${again}>
<div class="choice">
<button class="yes">Authorize</button>
<button name="cancel" value="true" formnovalidate>Cancel</button>
</div>
</form>`
}

function whatFollows(callback: string): Html {
  if (callback === outOfBand) return html`Afterwards you get a PIN to enter in the application.`
  const { protocol, host } = new URL(callback)
  const place = /^https?:$/.test(protocol) ? host : callback.split(/[?]/, 1)[0]
  return html`Afterwards you go to <strong><bdi>${place}</bdi></strong>.`
}

/**
 * Where the form may lead. Browsers hold redirects to this too, those that the application itself answers with
 * included, so naming its host would break applications of several hosts: its scheme is named.
 */
function formActions(callback: string): string {
  return callback === outOfBand ? "'self'" : `'self' ${new URL(callback).protocol}`
}

/** The page with the PIN that the user carries to the application. */
export function pinPage(application: string, pin: string): Answered {
  return page(
    200,
    `Your PIN for ${application}`,
    html`
<h1>Your PIN for <bdi>${application}</bdi></h1>
<p>Enter it there to finish. Give it to nobody else: it stands for your consent.</p>
<p class="pin">${pin}</p>
<p class="quiet">It works once, for a few minutes.</p>`,
  )
}

/** A page that only says something. */
export function messagePage(status: number, heading: string, text: string): Answered {
  return page(
    status,
    heading,
    html`
<h1>${heading}</h1>
<p>${text}</p>`,
  )
}

function page(status: number, title: string, content: Html, formAction = "'none'"): Answered {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Billposter</title>
<style>${{ html: style }}</style>
</head>
<body>
<main>
<p class="service">Billposter</p>${content}
</main>
</body>
</html>
`
  return { status, body: document.html, headers: { ...guards(formAction), 'content-type': 'text/html; charset=utf-8' } }
}

/** The redirect to an application. */
export function redirect(location: string): Answered {
  return {
    status: 303,
    body: '',
    headers: { ...guards("'none'"), 'content-type': 'text/html; charset=utf-8', location },
  }
}

/** Nothing runs or is loaded but the style, nobody frames the page, and no address with a token is passed on. */
function guards(formAction: string): Record<string, string> {
  return {
    'content-security-policy':
      `default-src 'none'; style-src 'sha256-${styleDigest}'; form-action ${formAction}; ` +
      "frame-ancestors 'none'; base-uri 'none'",
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  }
}
