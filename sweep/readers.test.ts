import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodeOf } from '@billposter/contract/language/field'
import { bool, csv, id, int, long, oneOf, text, time } from '@billposter/contract/language/field'
import { writeAnyJson } from '@billposter/contract/language/json'
import fc from 'fast-check'
import { addEncoded, bodyText, parseJson, readSupplied, type Supplied } from '../server/src/http/read-request.ts'
import { readerOf } from '../server/src/http/read-value.ts'

const runs = { numRuns: 500 }
const form = 'application/x-www-form-urlencoded'
const json = 'application/json; charset=utf-8'

/** Any sequence of UTF-16 units: well-formed or not, with NUL and all planes. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  fc.string({
    unit: fc.constantFrom('\0', '&', '=', '+', '%', ',', '[', ']', '\ud83d', '\ude00', 'é', ' ', '"', '\\'),
  }),
)

const isStorable = (value: string) => value.isWellFormed() && !value.includes('\0')

function suppliedBy(query: string, body = '', contentType?: string): unknown[] {
  const [supplied, faults] = readSupplied(query, Buffer.from(body), contentType)
  assert.deepEqual(faults, [])
  return supplied.get('name') ?? []
}

test('any text that can be stored comes through query, form and JSON unchanged, and any other is refused', () => {
  const read = readerOf(nodeOf(text({ min: 0, max: 1000 })))
  fc.assert(
    fc.property(anyText, (value) => {
      const ways = [suppliedBy('', `{"name":${JSON.stringify(value)}}`, json)]
      if (value.isWellFormed()) {
        const pair = `name=${encodeURIComponent(value)}`
        ways.push(suppliedBy(pair), suppliedBy('', pair, form), suppliedBy('', pair.replaceAll('%20', '+'), form))
      }
      for (const supplied of ways) {
        assert.equal(supplied.length, 1)
        const reading = read(supplied[0], 'name')
        if (isStorable(value)) assert.deepEqual(reading, { value })
        else assert.ok('wrong' in reading)
      }
    }),
    runs,
  )
})

test('text is measured in characters, not in units of any encoding', () => {
  const read = readerOf(nodeOf(text({ min: 2, max: 5 })))
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 8 }).filter(isStorable), (value) => {
      const { length } = [...value]
      assert.equal('value' in read(value, 'name'), length >= 2 && length <= 5)
    }),
    runs,
  )
})

const anyInteger = fc.oneof(
  fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }),
  fc.constantFrom(2n ** 53n + 1n, -(2n ** 53n) - 1n, 2n ** 63n - 1n, 2n ** 63n, -(2n ** 63n), -(2n ** 63n) - 1n, 0n),
)

test('any integer of 64 bits is exact through query, form and JSON, and any larger one is refused', () => {
  const read = readerOf(nodeOf(long()))
  fc.assert(
    fc.property(anyInteger, (value) => {
      const ways = [
        suppliedBy(`name=${value}`),
        suppliedBy('', `name=${value}`, form),
        suppliedBy('', `{"name":${value}}`, json),
        suppliedBy('', `{"name":"${value}"}`, json),
        suppliedBy('', writeAnyJson({ name: value }), json),
      ]
      for (const [supplied] of ways) {
        const reading = read(supplied, 'name')
        if (BigInt.asIntN(64, value) === value) assert.deepEqual(reading, { value })
        else assert.ok('wrong' in reading)
      }
    }),
    runs,
  )
})

test('a number of JSON with a fraction is never taken for an integer, however small the fraction is', () => {
  const read = readerOf(nodeOf(long()))
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 25 })
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }), digits, (whole, fraction) => {
      const reading = read(parseJson(`${whole}.${fraction}`), 'name')
      if (/[1-9]/.test(fraction)) assert.ok('wrong' in reading)
      else if ('value' in reading) assert.equal(reading.value, whole)
    }),
    runs,
  )
})

test('lists of words are the same list by commas, repeated keys, key[] and JSON', () => {
  const read = readerOf(nodeOf(csv(id())))
  const word = fc.string({ unit: 'binary', minLength: 1, maxLength: 5 })
  const words = fc.array(
    word.filter((one) => isStorable(one) && !one.includes(',') && one.trim() === one),
    { minLength: 1, maxLength: 6 },
  )
  fc.assert(
    fc.property(words, (value) => {
      const coded = value.map(encodeURIComponent)
      assert.deepEqual(read(suppliedBy(`name=${coded.join(',')}`)[0], 'name'), { value })
      assert.deepEqual(read(suppliedBy(`name=${coded.join('%2C')}`)[0], 'name'), { value })
      assert.deepEqual(suppliedBy(coded.map((one) => `name=${one}`).join('&')), value)
      assert.deepEqual(suppliedBy(coded.map((one) => `name[]=${one}`).join('&')), value)
      assert.deepEqual(read(suppliedBy('', JSON.stringify({ name: value }), json)[0], 'name'), { value })
    }),
    runs,
  )
})

test('every moment has one spelling after it was read, whatever offset it was written with', () => {
  const read = readerOf(nodeOf(time()))
  const moments = fc.date({ min: new Date('1902-01-01'), max: new Date('9990-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, fc.integer({ min: -14 * 60, max: 14 * 60 }), fc.boolean(), (moment, minutes, colon) => {
      const whole = new Date(Math.floor(moment.getTime() / 1000) * 1000)
      const local = new Date(whole.getTime() + minutes * 60_000).toISOString().slice(0, 19)
      const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
      const offset = `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${colon ? ':' : ''}${String(rest).padStart(2, '0')}`
      const value = `${whole.toISOString().slice(0, 19)}Z`
      for (const form of [`${local}${offset}`, `${local}.999${offset}`, value]) {
        assert.deepEqual(read(form, 'name'), { value }, form)
      }
    }),
    runs,
  )
})

/** JSON of any shape, with integers of any size, as the parser of bodies gives it. */
const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(anyText, anyInteger, fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(anyText, tie('value'), { maxKeys: 4 }),
  ),
})).value

test('no reader throws, whatever it is given, and says what is wrong in well-formed text', () => {
  const kinds = [
    text(),
    id(),
    long(),
    int({ min: 1, max: 5 }),
    bool(),
    time(),
    oneOf('A', 'B'),
    csv(id()),
    csv(oneOf('A')),
    csv(long()),
  ]
  const readers = kinds.map((kind) => readerOf(nodeOf(kind)))
  fc.assert(
    fc.property(anyJson, (value) => {
      for (const read of readers) {
        const reading = read(value, 'name')
        if ('wrong' in reading) assert.ok(reading.wrong.isWellFormed(), reading.wrong)
      }
    }),
    runs,
  )
})

test('any query string is read or refused in words, and never throws', () => {
  const pieces = fc.constantFrom(
    'name',
    '=',
    '&',
    '%',
    '%ff',
    '%00',
    '+',
    '[]',
    '[',
    'é',
    '\ud800',
    ';',
    '#',
    '%5B%5D',
    '==',
    '&&',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, anyText), { maxLength: 12 }), (parts) => {
      const supplied: Supplied = new Map()
      for (const fault of addEncoded(supplied, parts.join(''))) assert.equal(fault.code, 'INVALID_PARAMETER')
    }),
    runs,
  )
})

test('bytes are text only when they are UTF-8', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => {
      const isUtf8 = Buffer.from(Buffer.from(bytes).toString('utf8'), 'utf8').equals(Buffer.from(bytes))
      if (isUtf8) assert.ok(bodyText(Buffer.from(bytes)).isWellFormed())
      else assert.throws(() => bodyText(Buffer.from(bytes)), { name: 'Error' })
    }),
    runs,
  )
})
