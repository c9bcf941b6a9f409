import type { TSchema } from 'typebox'
import { type ErrorCode, errorCatalogue } from '../language/errors.ts'
import { nodeOf, type SchemaNode, unwrapNull } from '../language/field.ts'
import type { Param, Params } from '../language/params.ts'
import { defaultOf, meaningOf } from './schemas.ts'

/** A Markdown table; a bar inside a cell does not end it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const needs = { required: 'required', optional: 'optional', defaulted: 'optional', clearable: 'removable' } as const

export function paramsTable(params: Params): string {
  const rows = Object.entries(params).map(([name, param]) => [
    `\`${name}\``,
    typeText(nodeOf(param.schema)),
    needs[param.need],
    fallbackText(param),
    limitsText(nodeOf(param.schema)),
    meaningOf(param),
  ])
  return table(['Name', 'Type', 'Need', 'Default', 'Limits', 'Meaning'], rows)
}

function fallbackText(param: Param): string {
  const { default: value } = defaultOf(param)
  if (value === undefined) return ''
  if (value === '') return 'empty'
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

export function errorsTable(codes: readonly ErrorCode[]): string {
  const rows = codes.map((code) => [String(errorCatalogue[code].status), `\`${code}\``, errorCatalogue[code].meaning])
  return table(['Status', 'Code', 'Meaning'], rows)
}

/** The fields of a record; those of objects inside it follow as `outer.inner`. */
export function fieldsTable(schema: TSchema): string {
  const rows = fieldRows(nodeOf(schema).properties ?? {})
  return table(['Field', 'Type', 'Values'], rows)
}

function fieldRows(properties: Record<string, SchemaNode>, outer = ''): string[][] {
  return Object.entries(properties).flatMap(([name, given]) => {
    const { node } = unwrapNull(given)
    const path = `${outer}${name}`
    const inner = node.items?.properties ?? node.properties
    const row = [`\`${path}\``, typeText(given), limitsText(given)]
    return [row, ...(inner ? fieldRows(inner, `${path}${node.items ? '[]' : ''}.`) : [])]
  })
}

/** The type in a word or two. */
export function typeText(given: SchemaNode): string {
  const { node, nullable } = unwrapNull(given)
  return nullable ? `${bareType(node)} or null` : bareType(node)
}

function bareType(node: SchemaNode): string {
  switch (node.type) {
    case 'integer':
      return node.format === 'int64' ? 'long' : 'int'
    case 'boolean':
      return 'boolean'
    case 'array':
      return `list of ${node.items ? typeText(node.items) : 'anything'}`
    case 'object':
      return 'object'
    default:
      return node.format === 'date-time' ? 'time' : node.enum ? 'word' : 'text'
  }
}

const anyInt = 2147483647

/** Which values are allowed, as far as the type does not say it. */
export function limitsText(given: SchemaNode): string {
  const { node } = unwrapNull(given)
  if (node.enum) return node.enum.map((word) => `\`${word}\``).join(', ')
  if (node.type === 'array')
    return [rangeText(node.minItems, node.maxItems, 'values'), ofItems(node)].filter(Boolean).join('; ')
  if (node.type === 'integer') {
    const { minimum = -anyInt - 1, maximum = anyInt } = node
    return rangeText(minimum < -anyInt ? undefined : minimum, maximum === anyInt ? undefined : maximum, '')
  }
  return rangeText(node.minLength, node.maxLength, 'characters')
}

function ofItems({ items }: SchemaNode): string {
  const text = items ? limitsText(items) : ''
  if (!text || items?.type === 'array') return text
  return items?.enum ? `each one of ${text}` : `each ${text}`
}

function rangeText(min: number | undefined, max: number | undefined, unit: string): string {
  const range =
    min !== undefined && max !== undefined
      ? `${min} to ${max}`
      : min !== undefined
        ? `at least ${min}`
        : max !== undefined
          ? `at most ${max}`
          : ''
  return range && unit ? `${range} ${unit}` : range
}
