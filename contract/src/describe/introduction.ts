import type { SecurityScheme } from './document.ts'

/** The text at the head of the OpenAPI document. */
export const introduction = `\
Billposter manages paid advertising: accounts, funding, campaigns, line items and what belongs to them.

**Who calls.** Every request names a user, by a bearer token or by an OAuth 1.0a signature. What the user may do follows
from the permissions held on the account in the path. Paths below \`/operator/1\` are for whoever runs the service and
take the operator’s token only.

**Parameters.** Those of GET and DELETE travel in the query. Those of POST and PUT travel in the query, in a form or in
a JSON object; each of them in one place only. Lists are comma-separated in query and form, and arrays in JSON. Where an
operation takes JSON only, it says so. An empty value removes what can be removed. Parameters that an operation does not
know are ignored.

**Answers.** \`data\` holds what was asked for and \`request.params\` the parameters that were supplied, typed. The
operator’s operations answer with \`data\` alone. Identifiers are opaque text. Instants are UTC, to the second. Amounts
whose name ends in \`_local_micro\` are millionths of a currency unit. Integers marked \`int64\` may need more digits
than a double holds; read them exactly.

**Lists.** A page holds \`count\` records; \`next_cursor\` leads to the next one and is null on the last. Records that
come or go between two pages neither repeat nor hide another.

**Refusals.** \`errors\` holds every problem that was found, each with a code, and with the parameter or attribute at
fault. Nothing has changed when a request is refused.

**Safe writes.** With an \`Idempotency-Key\` a write can be repeated without doing it twice. With \`If-Match\` a change
happens only to the state that the caller has seen. With \`validate_only=true\` nothing is kept.

**Limits.** Answers tell what is left of the user’s rate limit and, on paths with an account, of the account’s. Beyond
it the answer is 429 until the reset time.`

export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token of a user.',
  },
  oauth1: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      'An OAuth 1.0a signature: `OAuth oauth_consumer_key="…", oauth_nonce="…", oauth_signature="…", ' +
      'oauth_signature_method="HMAC-SHA1", oauth_timestamp="…", oauth_token="…", oauth_version="1.0"`. ' +
      'Query and form parameters are signed; JSON and multipart bodies are not.',
  },
  operator: {
    type: 'http',
    scheme: 'bearer',
    description: 'The operator’s token, for paths below `/operator/1`.',
  },
} as const satisfies Record<string, SecurityScheme>
