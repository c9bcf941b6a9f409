import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract, operatorContract } from '../index.ts'
import type { Batch } from '../language/batch.ts'
import { fullPath, type Operation } from '../language/operation.ts'
import type { OperationObject, ParameterObject, Ref } from './document.ts'
import { openApi } from './openapi.ts'

const place = { version: '1.2.3', baseUrl: 'http://ads.test', sandboxUrl: 'http://sandbox.test' }
const document = openApi(place)
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)

type Resources = Readonly<Record<string, Readonly<Record<string, Operation | Batch>>>>

function declared(resources: Resources, prefix = ''): { id: string; path: string; method: string }[] {
  return Object.entries(resources).flatMap(([key, named]) =>
    Object.entries(named).map(([name, operation]) => ({
      id: `${prefix}${key}.${name}`,
      path: fullPath({ caller: 'user', ...operation }).replace(/:([a-z_]+)/g, '{$1}'),
      method: operation.method.toLowerCase(),
    })),
  )
}

function find(id: string): OperationObject {
  const found = operations.find(({ operation }) => operation.operationId === id)
  assert.ok(found, id)
  return found.operation
}

function isParameter(parameter: ParameterObject | Ref): parameter is ParameterObject {
  return 'name' in parameter
}

function parameter(id: string, name: string): ParameterObject | undefined {
  return find(id)
    .parameters?.filter(isParameter)
    .find((candidate) => candidate.name === name)
}

/** Every object inside a JSON value, itself included. */
function nodes(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(nodes)]
}

const references = nodes(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []))

test('the OpenAPI document holds every operation and batch of both interfaces, and no other', () => {
  const expected = [...declared(contract), ...declared(operatorContract, 'operator.')]
  const actual = operations.map(({ path, method, operation }) => ({ id: operation.operationId, path, method }))
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  assert.deepEqual(actual.toSorted(byId), expected.toSorted(byId))
})

test('the OpenAPI document gives every operation an id of its own', () => {
  assert.equal(new Set(operations.map(({ operation }) => operation.operationId)).size, operations.length)
})

test('the OpenAPI document declares exactly the parameters that stand in each path', () => {
  for (const { path, operation } of operations) {
    const inPath = operation.parameters?.filter(isParameter).filter((candidate) => candidate.in === 'path') ?? []
    const named = [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name)
    assert.deepEqual(
      inPath.map(({ name }) => name),
      named,
      operation.operationId,
    )
  }
})

test('the OpenAPI document is plain JSON', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(document)), document)
})

test('the OpenAPI document refers only to components that exist', () => {
  for (const reference of references) {
    const [, kind, name] = reference.match(/^#\/components\/(\w+)\/([\w.-]+)$/) ?? []
    const components: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { ...document.components }
    assert.ok(kind && name && components[kind]?.[name], reference)
  }
})

test('the OpenAPI document has no component that nothing refers to', () => {
  const { securitySchemes: _, ...components } = document.components
  const names = Object.entries(components).flatMap(([kind, all]) =>
    Object.keys(all).map((name) => `#/components/${kind}/${name}`),
  )
  const used = new Set(references)
  assert.deepEqual(
    names.filter((name) => !used.has(name)),
    [],
  )
})

test('the OpenAPI document describes every tag that an operation has', () => {
  const described = new Set(document.tags.filter(({ description }) => description !== '').map(({ name }) => name))
  for (const { operation } of operations) {
    for (const tag of operation.tags) assert.ok(described.has(tag), `${operation.operationId}: ${tag}`)
  }
})

test('the OpenAPI document sends each operation to the doors that it has', () => {
  assert.equal(find('campaigns.create').servers, undefined)
  assert.deepEqual(
    find('accounts.create').servers?.map(({ url }) => url),
    [place.sandboxUrl],
  )
  assert.deepEqual(
    document.servers.map(({ url }) => url),
    [place.baseUrl, place.sandboxUrl],
  )
})

test('the OpenAPI document requires a parameter in the query only where it cannot be in the body', () => {
  assert.equal(parameter('features.remove', 'feature_keys')?.required, true)
  assert.equal(parameter('features.add', 'feature_keys')?.required, false)
  assert.deepEqual(document.components.schemas['FeatureAddParams']?.required, ['feature_keys'])
})

test('the OpenAPI document shows lists as comma-separated and defaults as values', () => {
  const ids = parameter('campaigns.list', 'campaign_ids')
  assert.deepEqual([ids?.style, ids?.explode, ids?.schema.maxItems], ['form', false, 200])
  assert.equal(parameter('campaigns.list', 'count')?.schema.default, 200)
})

test('the OpenAPI document says which refusals an operation can give', () => {
  assert.deepEqual(Object.keys(find('campaigns.update').responses), [
    '200',
    '400',
    '401',
    '403',
    '404',
    '409',
    '412',
    '422',
    '429',
    '500',
    '503',
  ])
  assert.deepEqual(Object.keys(find('biddingRules.list').responses), ['200', '400', '401', '429', '500', '503'])
})
