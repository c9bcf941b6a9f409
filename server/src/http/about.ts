import { openApi } from '@billposter/contract/describe/openapi'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../store/database.ts'
import { sql } from '../store/sql.ts'

export interface Place {
  readonly version: string
  readonly baseUrl: string
  readonly sandboxUrl: string
}

/** What the production door says of the service itself: health, readiness, the OpenAPI document, the reference page. */
export function addAbout(app: FastifyInstance, database: Database, place: () => Place): void {
  app.get('/health', (_request, reply) => json(reply, 200, '{"status":"ok"}'))

  app.get('/ready', async (_request, reply) => {
    try {
      await database.value(sql`select one from installation`)
      return json(reply, 200, '{"status":"ready"}')
    } catch {
      // The reason is in the log of whatever uses the database; here it is only told that it cannot be used.
      return json(reply, 503, '{"status":"the database cannot be reached or is not migrated"}')
    }
  })

  let document: string | undefined
  app.get('/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApi(place()))
    return json(reply, 200, document)
  })

  addReference(app)
}

function json(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body)
}

// Nothing but this service and what the page itself carries; the page styles its elements inline.
const policy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The reference page brings megabytes of script along, so that it is only loaded when somebody asks for it. */
function addReference(app: FastifyInstance): void {
  let pages: Promise<FastifyInstance> | undefined
  for (const url of ['/reference', '/reference/', '/reference/js/scalar.js']) {
    app.get(url, async (_request, reply) => {
      pages ??= referencePages()
      const page = await (await pages).inject(url === '/reference' ? '/reference/' : url)
      return reply
        .headers({ 'content-type': page.headers['content-type'], 'content-security-policy': policy })
        .send(url === '/reference' ? page.body.replaceAll('js/scalar.js', '/reference/js/scalar.js') : page.rawPayload)
    })
  }
}

async function referencePages(): Promise<FastifyInstance> {
  const [{ fastify }, { default: reference }] = await Promise.all([
    import('fastify'),
    import('@scalar/fastify-api-reference'),
  ])
  const pages = fastify()
  await pages.register(reference, {
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Billposter reference',
      telemetry: false,
      withDefaultFonts: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return pages
}
