import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { authorization, type Signable } from '../../test/consumer.ts'
import { handClock } from '../surroundings/clock.ts'
import { readSigned } from './authenticate.ts'
import { isTimely, parseOAuthHeader, signatureMatches } from './oauth1.ts'
import type { Presented } from './presented.ts'

const nowMs = 1_768_478_400_000
const credentials = { consumer_key: 'key', consumer_secret: 'c&ret %', token: '7-token', token_secret: 'töken=' }
const form = 'application/x-www-form-urlencoded'

const get: Presented = {
  method: 'GET',
  authorization: undefined,
  host: 'ads.test',
  path: '/12/accounts',
  query: '',
  contentType: undefined,
  body: Buffer.alloc(0),
}

function matches(presented: Presented, publicUrl?: string, { consumer_secret, token_secret } = credentials): boolean {
  const signed = readSigned({ publicUrl }, presented)
  return signed !== undefined && signatureMatches(signed, consumer_secret, token_secret)
}

/** Signs `signable` and tells whether the request that is sent passes for it. */
function accepts(sent: Partial<Presented>, signable: Partial<Signable> = {}, publicUrl?: string): boolean {
  const presented = { ...get, ...sent }
  const url = `http://ads.test${presented.path}`
  const header = authorization({ method: presented.method, url, ...signable }, credentials, nowMs)
  return matches({ ...presented, authorization: sent.authorization ?? header }, publicUrl)
}

function posted(text: string): Partial<Presented> {
  return { method: 'POST', contentType: form, body: Buffer.from(text) }
}

test('the example of RFC 5849 has the signature of its erratum', () => {
  const header = (signature: string) =>
    'OAuth realm="Example",oauth_consumer_key="9djdj82h48djs9d2",oauth_token="kkk9d7dh3k39sjv7",' +
    'oauth_signature_method="HMAC-SHA1",oauth_timestamp="137131201",oauth_nonce="7d8f3e4a",' +
    `oauth_signature="${encodeURIComponent(signature)}"`
  const request = {
    ...posted('c2&a3=2+q'),
    path: '/request',
    query: 'b5=%3D%253D&a3=a&c%40=&a2=r%20b',
    host: 'EXAMPLE.COM:80',
  }
  const secrets = { ...credentials, consumer_secret: 'j49sk3j29djd', token_secret: 'dh893hdasih9' }
  const check = (signature: string) =>
    matches({ ...get, ...request, authorization: header(signature) }, undefined, secrets)
  assert.equal(check('r6/TJjbCOr97/+UU0NsvSne7s5g='), true)
  assert.equal(check('bYT5CMsGcbgUdFHObYMEfcx6bsw='), false)
})

test('query and form are read as forms are: plus and %20 are a space, whatever could be encoded may be', () => {
  const parameters = { name: 'a b' }
  for (const encoded of ['name=a+b', 'name=a%20b', 'n%61me=%61+b']) {
    assert.equal(accepts({ query: encoded }, { parameters }), true, encoded)
    assert.equal(accepts(posted(encoded), { parameters }), true, encoded)
  }
  assert.equal(accepts({ query: 'name=a%2Bb' }, { parameters }), false)
  assert.equal(accepts({ query: 'name=a%2Bb' }, { parameters: { name: 'a+b' } }), true)
})

test('reserved signs, letters beyond ASCII and empty values are signed as they are meant', () => {
  const parameters = { "!*'()": "~-._!*'();:@&=+$,/?%#[]", größe: 'ü 😀', empty: '', '': 'nameless' }
  const query =
    "!*'()=~-._!*'();:@%26%3D%2B$,/?%25%23[]&gr%C3%B6%C3%9Fe=%C3%BC%20%F0%9F%98%80&empty&=nameless".replaceAll(
      "'",
      '%27',
    )
  assert.equal(accepts({ query }, { parameters }), true)
  assert.equal(accepts({ query: `${query}&&` }, { parameters }), true)
})

test('names that are repeated are sorted by value, and key[] is a name like any other', () => {
  const parameters = { ids: ['b', 'a', 'a b'], 'ids[]': ['2', '1'], 'ids-': 'x', __proto__x: 'y' }
  const sorted = 'ids=a&ids=a%20b&ids=b&ids%5B%5D=1&ids[]=2&ids-=x&__proto__x=y'
  assert.equal(accepts({ query: sorted }, { parameters }), true)
  assert.equal(accepts({ query: 'ids[]=2&ids=b&ids=a+b&__proto__x=y&ids-=x&ids=a&ids[]=1' }, { parameters }), true)
  assert.equal(accepts({ query: sorted.replace('ids[]=2', 'ids=2') }, { parameters }), false)
  assert.equal(accepts({ query: `${sorted}&ids=a` }, { parameters }), false)
})

test('every change of a signed part breaks the signature', () => {
  const parameters = { a: '1', b: '2' }
  const signable = { parameters }
  assert.equal(accepts({ query: 'a=1&b=2' }, signable), true)
  assert.equal(accepts({ ...posted('b=2'), query: 'a=1' }, signable), true)
  for (const query of ['a=1', 'a=1&b=3', 'a=1&b=2&c=3', 'a=1&b=2&', 'A=1&b=2', 'a=1%26b=2', 'a=1;b=2', '?a=1&b=2']) {
    assert.equal(accepts({ query }, signable), query.endsWith('&'), query)
  }
  assert.equal(accepts(posted('?a=1&b=2'), signable), false)
  assert.equal(accepts({}, { method: 'POST' }), false)
  assert.equal(accepts({ host: 'other.test' }), false)
  assert.equal(accepts({}, { url: 'http://ads.test/12/accounts/' }), false)
  assert.equal(accepts({ query: 'a=%zz' }, { parameters: { a: '%zz' } }), false)
  assert.equal(accepts({ query: 'a=%ff' }, { parameters: { a: '\ufffd' } }), false)
})

test('parameters named like properties of every object are signed like others', () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    assert.equal(accepts({ query: `${name}=x` }), false, name)
    assert.equal(accepts({ ...posted(`${name}=x`) }), false, name)
  }
  const parameters = Object.fromEntries([['toString', ['y', 'x']]])
  assert.equal(accepts({ query: 'toString=x&toString=y' }, { parameters }), true)
})

test('JSON and multipart bodies are not signed, forms with a charset are', () => {
  for (const contentType of ['application/json', 'multipart/form-data; boundary=x', undefined, 'text/plain']) {
    assert.equal(accepts({ method: 'POST', contentType, body: Buffer.from('a=1') }), true, contentType)
  }
  const sent = { ...posted('a=1'), contentType: `${form.toUpperCase()} ; charset=UTF-8` }
  assert.equal(accepts(sent, { parameters: { a: '1' } }), true)
  assert.equal(accepts(sent), false)
})

test('a body hash that a client sends along is held to', () => {
  const body = Buffer.from('{"a":1}')
  const proof = { oauth_body_hash: createHash('sha1').update(body).digest('base64') }
  const sent = { method: 'POST', contentType: 'application/json', body }
  assert.equal(accepts(sent, { proof }), true)
  assert.equal(accepts({ ...sent, body: Buffer.from('{"a":2}') }, { proof }), false)
})

test('the host is compared without case and default port, under http and https', () => {
  const url = 'http://ads.test/12/accounts'
  assert.equal(accepts({ host: 'ADS.Test:80' }, { url }), true)
  assert.equal(accepts({ host: 'ads.test:443' }, { url: 'https://ads.test/12/accounts' }), true)
  assert.equal(accepts({ host: 'ads.test' }, { url: 'https://ads.test/12/accounts' }), true)
  assert.equal(accepts({ host: 'ads.test:8012' }, { url: 'http://ads.test:8012/12/accounts' }), true)
  assert.equal(accepts({ host: 'ads.test:8012' }, { url }), false)
  assert.equal(accepts({ host: 'ads.test:443' }, { url }), false)
  assert.equal(accepts({ host: undefined }, { url }), false)
})

test('a public address counts alone, with its path before ours', () => {
  const url = 'https://ads.example/promote/12/accounts'
  assert.equal(accepts({ host: 'backend:8012' }, { url }, 'https://ads.example/promote'), true)
  assert.equal(accepts({ host: 'ads.test' }, {}, 'https://ads.example/promote'), false)
})

test('a path counts as it was sent', () => {
  assert.equal(accepts({ path: '/12/a%20b~%7E' }, { url: 'http://ads.test/12/a%20b~%7E' }), true)
  assert.equal(accepts({ path: '/12/a%20b~~' }, { url: 'http://ads.test/12/a%20b~%7E' }), false)
})

test('an empty token secret leaves the ampersand in the key', () => {
  const by = { consumer_key: 'key', consumer_secret: 'secret' }
  const header = authorization({ method: 'GET', url: 'http://ads.test/12/accounts' }, by, nowMs)
  const secrets = { ...credentials, consumer_secret: 'secret', token_secret: '' }
  assert.equal(matches({ ...get, authorization: header }, undefined, secrets), true)
})

test('what the header says cannot be overruled by query or form', () => {
  const authorizationHeader = authorization({ method: 'GET', url: 'http://ads.test/12/accounts' }, credentials, nowMs)
  const nonce = /oauth_nonce="([^"]+)"/.exec(authorizationHeader)?.[1] ?? ''
  const replayed = authorizationHeader.replace(nonce, 'another')
  for (const parameters of [`oauth_nonce=${nonce}`, 'oauth_timestamp=1', 'oauth_token=x', 'oauth_version=1.0a']) {
    assert.equal(matches({ ...get, authorization: replayed, query: parameters }), false, parameters)
    assert.equal(matches({ ...get, ...posted(parameters), authorization: replayed }), false, parameters)
  }
})

test('what the header says may be repeated in the query, as one client does, and is signed once', () => {
  const header = authorization({ method: 'GET', url: 'http://ads.test/12/accounts' }, credentials, nowMs)
  assert.equal(matches({ ...get, authorization: header, query: 'oauth_token=7-token' }), true)
  assert.equal(matches({ ...get, authorization: header, query: 'oauth_token=7-token&oauth_token=8' }), false)
})

test('credentials in query or form alone are not read', () => {
  const header = authorization({ method: 'GET', url: 'http://ads.test/12/accounts' }, credentials, nowMs)
  const query = header.slice(6).replaceAll('"', '').replaceAll(', ', '&')
  assert.equal(readSigned({ publicUrl: undefined }, { ...get, query }), undefined)
  assert.equal(readSigned({ publicUrl: undefined }, { ...get, ...posted(query) }), undefined)
})

test('a header is read with and without spaces, quotes and a realm of any text', () => {
  const expected = new Map([
    ['a', '1 "'],
    ['b', ''],
    ['c', 'x+y'],
  ])
  for (const text of [
    'OAuth a="1%20%22", b="", c="x+y"',
    'oauth a="1%20%22",b="",c="x%2By"',
    'OAuth  realm="a, b=\\"c\\" 100%" ,a = "1%20%22" ,b="",\t%63=x+y,',
    'OAuth a=1%20%22,b=,c=x+y, Realm="x"',
  ]) {
    assert.deepEqual(parseOAuthHeader(text), expected, text)
  }
})

test('a header that says something twice, or is broken, is none', () => {
  for (const text of [
    '',
    'OAuth',
    'OAuth ',
    'Bearer a="1"',
    'OAuth a="1", a="1"',
    'OAuth a="1", %61="2"',
    'OAuth a="1" b="2"',
    'OAuth a="1", b="%zz"',
    'OAuth a="1", b="%ff"',
    'OAuth a="1", b="2',
    'OAuth a="1", b',
    'OAuth ="1"',
  ]) {
    assert.equal(parseOAuthHeader(text), undefined, text)
  }
})

test('a header says all that is needed, in the one way that is spoken here', () => {
  const header = authorization({ method: 'GET', url: 'http://ads.test/12/accounts' }, credentials, nowMs)
  const reads = (text: string) => readSigned({ publicUrl: undefined }, { ...get, authorization: text }) !== undefined
  assert.equal(reads(header), true)
  for (const name of ['consumer_key', 'nonce', 'signature_method', 'timestamp', 'signature']) {
    assert.equal(reads(header.replace(new RegExp(`oauth_${name}="[^"]*"`), 'x="y"')), false, name)
    assert.equal(reads(header.replace(new RegExp(`oauth_${name}="[^"]*"`), `oauth_${name}=""`)), false, name)
  }
  assert.equal(reads(header.replace('HMAC-SHA1', 'PLAINTEXT')), false)
  assert.equal(reads(header.replace('"1.0"', '"2.0"')), false)
  assert.equal(reads(header.replace('oauth_version="1.0"', 'x="y"')), true)
  assert.equal(reads(header.replace('7-token', '7%00')), false)
})

test('a timestamp is accepted up to five minutes before and after now', () => {
  const clock = handClock(nowMs)
  const timely = (seconds: number) => isTimely(new Map([['oauth_timestamp', String(nowMs / 1000 + seconds)]]), clock)
  assert.deepEqual([-301, -300, 0, 300, 301].map(timely), [false, true, true, true, false])
})

test('many spaces in a header take no more time than its length', () => {
  for (const value of [' ', '" ', ' ,']) {
    const started = performance.now()
    parseOAuthHeader(`OAuth a=${value.repeat(50_000)}"x`)
    assert.ok(performance.now() - started < 500)
  }
  assert.deepEqual(
    [...(parseOAuthHeader('OAuth a= , b = "1" ,c= 2') ?? [])],
    [
      ['a', ''],
      ['b', '1'],
      ['c', '2'],
    ],
  )
})
