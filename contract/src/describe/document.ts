/** The parts of an OpenAPI 3.1 document that this service uses. */

export interface Ref {
  readonly $ref: string
}

/** A JSON Schema (2020-12) as OpenAPI 3.1 carries it. */
export interface SchemaObject {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly string[]
  readonly items?: SchemaObject
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, SchemaObject>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly SchemaObject[]
  readonly oneOf?: readonly SchemaObject[]
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> }
}

export interface ParameterObject {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: SchemaObject
  readonly style?: 'form'
  readonly explode?: boolean
  readonly allowEmptyValue?: boolean
}

export interface MediaType {
  readonly schema: SchemaObject
  readonly encoding?: Readonly<Record<string, { readonly style: 'form'; readonly explode: boolean }>>
}

export interface RequestBody {
  readonly description: string
  readonly required: boolean
  readonly content: Readonly<Record<string, MediaType>>
}

export interface HeaderObject {
  readonly description: string
  readonly schema: SchemaObject
}

export interface ResponseObject {
  readonly description: string
  readonly headers: Readonly<Record<string, Ref>>
  readonly content: Readonly<Record<string, MediaType>>
}

export interface ServerObject {
  readonly url: string
  readonly description: string
}

type SecurityRequirement = Readonly<Record<string, readonly string[]>>

export interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly servers?: readonly ServerObject[]
  readonly security: readonly SecurityRequirement[]
  readonly parameters?: readonly (ParameterObject | Ref)[]
  readonly requestBody?: RequestBody
  readonly responses: Readonly<Record<string, ResponseObject | Ref>>
}

/** The operations of one path, by method in lower case. */
export type PathItem = Readonly<Record<string, OperationObject>>

export interface SecurityScheme {
  readonly type: 'http' | 'apiKey'
  readonly scheme?: string
  readonly in?: 'header'
  readonly name?: string
  readonly description: string
}

export interface Components {
  readonly schemas: Readonly<Record<string, SchemaObject>>
  readonly responses: Readonly<Record<string, ResponseObject>>
  readonly parameters: Readonly<Record<string, ParameterObject>>
  readonly headers: Readonly<Record<string, HeaderObject>>
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary: string
    readonly description: string
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly servers: readonly ServerObject[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: Components
}

/** What a reference to a component looks like. */
export function refTo(kind: keyof Components, name: string): Ref {
  return { $ref: `#/components/${kind}/${name}` }
}
