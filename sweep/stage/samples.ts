import { nodeOf, type SchemaNode, unwrapNull } from '@billposter/contract/language/field'
import type { Param } from '@billposter/contract/language/params'
import { type Field, fieldOf } from './request.ts'

/** A value that must be refused, as far as each way can write it. */
export interface Sample {
  readonly what: string
  /** Percent-encoded, for query and form. */
  readonly text?: string
  /** JSON text. */
  readonly json?: string
}

const longest = 2n ** 63n - 1n

/** A value of the right form for the parameter, whatever rules of entities say to it. */
export function goodValue({ schema }: Param): unknown {
  return goodOf(unwrapNull(nodeOf(schema)).node)
}

function goodOf(node: SchemaNode): unknown {
  if (node.enum) return node.enum[0]
  if (node.format === 'date-time') return '2026-03-01T10:00:00Z'
  if (node.format === 'int64') return 7_000_000n
  if (node.type === 'integer') return Math.max(node.minimum ?? 7, 7)
  if (node.type === 'boolean') return true
  if (node.type === 'array') return [goodOf(node.items ?? {})]
  return 'nothing'.slice(0, node.maxLength).padEnd(node.minLength ?? 0, 'x')
}

/** Another value of the right form. */
export function otherValue(param: Param, value: unknown): unknown {
  const { node } = unwrapNull(nodeOf(param.schema))
  return node.enum?.find((word) => word !== value) ?? goodValue(param)
}

export function goodField(name: string, param: Param): Field {
  return fieldOf(name, goodValue(param))
}

/** Values that must be refused because of their form, for any parameter of this kind. */
export function badSamples({ schema, need }: Param): Sample[] {
  const { node } = unwrapNull(nodeOf(schema))
  const empty = need === 'clearable' ? [] : [{ what: 'an empty value', text: '', json: '""' }]
  const emptyList = need === 'clearable' ? [] : [{ what: 'an empty list', json: '[]' }]
  if (node.type === 'array') return [...listSamples(node), ...(node.minItems === 0 ? [] : [...empty, ...emptyList])]
  return [...notUnicode, ...scalarSamples(node), ...(node.minLength === 0 ? [] : empty)]
}

const notUnicode: readonly Sample[] = [
  { what: 'bytes that are no UTF-8', text: '%ff' },
  { what: 'half a character', text: 'a%e4%b8' },
  { what: 'an encoded surrogate', text: '%ed%a0%80' },
  { what: 'a percent sign without digits', text: '%' },
  { what: 'a percent sign with wrong digits', text: '%zz' },
]

const beyond = '99999999999999999999'

/** JSON of kinds that no parameter takes for text, numbers or words, large integers hidden in them. */
const wrongJson: readonly Sample[] = ['{}', '[]', `[${beyond}]`, `{"a":${beyond}}`, '[["a"]]', '1.5', '1e400'].map(
  (json) => ({ what: `the JSON ${json}`, json }),
)

function scalarSamples(node: SchemaNode): Sample[] {
  if (node.type === 'integer') return [...wrongJson, ...integerSamples(node)]
  if (node.type === 'boolean') return [...wrongJson, ...booleanSamples]
  const notText = ['5', 'true', beyond].map((json) => ({ what: `the JSON ${json}`, json }))
  const text = [...wrongJson, ...notText, ...brokenText('')]
  if (node.format === 'date-time') return [...text, ...timeSamples]
  return node.enum ? [...text, ...wordSamples(node.enum)] : [...text, ...lengthSamples(node)]
}

function brokenText(before: string): Sample[] {
  return [
    { what: 'NUL', text: `${before}a%00b`, json: `"${before}a\\u0000b"` },
    { what: 'a lone high surrogate', json: `"${before}a\\ud83d"` },
    { what: 'a lone low surrogate', json: `"${before}\\ude00a"` },
  ]
}

function both(what: string, text: string): Sample {
  return { what, text: encodeURIComponent(text), json: JSON.stringify(text) }
}

function lengthSamples({ minLength = 0, maxLength }: SchemaNode): Sample[] {
  const short = minLength > 1 ? [both('too short a text', 'x'.repeat(minLength - 1))] : []
  if (maxLength === undefined) return short
  // Letters that are two units of UTF-16 count once each.
  return [
    ...short,
    both('too long a text', 'é'.repeat(maxLength + 1)),
    both('too many emoji', '😀'.repeat(maxLength + 1)),
  ]
}

function wordSamples(words: readonly string[]): Sample[] {
  const [first = ''] = words
  const wrong = [
    'NO_SUCH_WORD',
    first.toLowerCase(),
    `${first} `,
    ` ${first}`,
    'constructor',
    '__proto__',
    `${first}\n`,
  ]
  return wrong.filter((word) => !words.includes(word)).map((word) => both(`the word "${word}"`, word))
}

const booleanSamples = ['yes', '2', '-1', 'truex', 'on', 'constructor', 'null', '1.0', '01']
  .map((word) => both(`the word ${word}`, word))
  .concat([{ what: 'the JSON 2', json: '2' }, { what: 'a large integer', json: beyond }, ...brokenText('')])

const timeSamples = [
  'yesterday',
  '2026',
  '2026-03',
  '2026-13-01',
  '2026-02-30',
  '2026-03-01T24:30:00Z',
  '2026-03-01T10:60:00Z',
  '2026-03-01T10:00:00',
  '2026-03-01 10:00:00Z',
  '2026-03-01T10:00:00+99:00',
  '0000-01-01T00:00:00Z',
  '1899-12-31T23:59:59Z',
  '9999-12-31T23:59:59-01:00',
  '+012026-03-01T10:00:00Z',
  '1772359200',
].map((time) => both(`the time ${time}`, time))

function integerSamples(node: SchemaNode): Sample[] {
  const isLong = node.format === 'int64'
  const most = isLong ? longest : BigInt(node.maximum ?? 2 ** 31 - 1)
  const least = node.minimum === undefined ? (isLong ? -longest - 1n : -(2n ** 31n)) : BigInt(node.minimum)
  const outside = [most + 1n, least - 1n, 2n ** 64n, -(2n ** 64n), BigInt('9'.repeat(29)), 10n ** 200n]
  const words = ['x', '1.5', '1.0', '1e3', '0x10', ' 7', '7 ', '+7', '--7', '1_000', '٣', '１', 'NaN', 'Infinity', '-']
  return [
    ...outside.map((number) => both(`${number} in text`, String(number))),
    ...outside.map((number) => ({ what: `the JSON ${number}`, json: String(number) })),
    ...words.map((word) => both(`the word "${word}"`, word)),
    ...['true', '7.000000000000000000001', '9007199254740991.4'].map((json) => ({ what: `the JSON ${json}`, json })),
  ]
}

function listSamples({ items = {}, maxItems }: SchemaNode): Sample[] {
  const good = String(goodOf(items))
  const inner = scalarSamples(items).filter(({ what }) => !what.startsWith('the JSON [') || items.type !== 'array')
  const within = inner.map(({ what, text, json }) => ({
    what: `a list with ${what}`,
    ...(text === undefined ? {} : { text: `${encodeURIComponent(good)},${text}` }),
    ...(json === undefined ? {} : { json: `[${JSON.stringify(good)},${json}]` }),
  }))
  const wrong = ['{}', '5', 'true', beyond, '[null]', '[[]]', '[{}]', `{"a":${beyond}}`]
  return [
    ...notUnicode,
    ...within.filter(({ what }) => !trimmed.test(what)),
    ...wrong.map((json) => ({ what: `the JSON ${json}`, json })),
    { what: 'a list with an empty part', text: `${good},,${good}`, json: `["${good}",""]` },
    ...(maxItems === undefined ? [] : tooMany(good, maxItems + 1)),
  ]
}

/** Spaces around the parts of a list are left out. */
const trimmed = /the word " | "$|\n"$/

function tooMany(good: string, count: number): Sample[] {
  const all = Array.from({ length: count }, () => good)
  return [{ what: `${count} items`, text: all.map(encodeURIComponent).join(','), json: JSON.stringify(all) }]
}
