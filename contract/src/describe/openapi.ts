import { accessText } from './access-text.ts'
import { bodySchemas, requestBody } from './bodies.ts'
import type { Components, OpenApiDocument, OperationObject, PathItem, ServerObject } from './document.ts'
import { errorSchemas } from './error-schemas.ts'
import { headers } from './headers.ts'
import { introduction, securitySchemes } from './introduction.ts'
import { parametersOf, sharedParameters } from './parameters.ts'
import { responsesOf, sharedResponses } from './responses.ts'
import { recordNames, recordSchemas, type SchemaNames } from './schemas.ts'
import { type Entry, type Section, sections, templatePath } from './sections.ts'

/** Where the service is reached, and which version of it this is. */
export interface Place {
  readonly version: string
  readonly baseUrl: string
  readonly sandboxUrl: string
}

/** The whole interface as an OpenAPI document: what clients call and what the operator calls. */
export function openApi(place: Place): OpenApiDocument {
  const all = sections()
  const names = recordNames(all)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Billposter',
      version: place.version,
      summary: 'A self-hosted service for managing paid advertising on a social publishing platform.',
      description: introduction,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: Object.values(serversOf(place)),
    tags: all.map(({ title, text }) => ({ name: title, description: text })),
    paths: pathsOf(all, names, serversOf(place)),
    components: componentsOf(all, names),
  }
}

type Servers = Readonly<Record<'production' | 'sandbox', ServerObject>>

function serversOf({ baseUrl, sandboxUrl }: Place): Servers {
  return {
    production: { url: baseUrl, description: 'Production' },
    sandbox: { url: sandboxUrl, description: 'Sandbox: accounts to try things on, with no real delivery and no money' },
  }
}

function pathsOf(all: readonly Section[], names: SchemaNames, servers: Servers): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {}
  for (const section of all) {
    for (const entry of section.entries) {
      const path = templatePath(entry.operation)
      const method = entry.operation.method.toLowerCase()
      paths[path] = { ...paths[path], [method]: operationObject(section, entry, names, servers) }
    }
  }
  return paths
}

function operationObject(section: Section, entry: Entry, names: SchemaNames, servers: Servers): OperationObject {
  const { operation } = entry
  const parameters = parametersOf(operation)
  const body = requestBody(section, entry)
  return {
    operationId: entry.id,
    tags: [section.title],
    summary: operation.summary.replace(/\.$/, ''),
    description: descriptionOf(entry),
    ...(operation.doors.length < 2 ? { servers: operation.doors.map((door) => servers[door]) } : {}),
    security: operation.caller === 'operator' ? [{ operator: [] }] : [{ bearer: [] }, { oauth1: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(section, entry, names),
  }
}

function descriptionOf({ operation }: Entry): string {
  const door = operation.doors.length === 1 ? `Only in the ${operation.doors[0]}.` : ''
  return [operation.description, door, accessText(operation)].filter(Boolean).join('\n\n')
}

function componentsOf(all: readonly Section[], names: SchemaNames): Components {
  const bodies = Object.fromEntries(all.flatMap((section) => Object.entries(bodySchemas(section))))
  return {
    schemas: { ...recordSchemas(names), ...bodies, ...errorSchemas },
    responses: sharedResponses(all),
    parameters: sharedParameters,
    headers,
    securitySchemes,
  }
}
