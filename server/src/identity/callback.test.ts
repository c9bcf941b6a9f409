import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approvedCallback, callbackWith } from './callback.ts'

const registered = ['https://app.example/oauth/back', 'http://127.0.0.1:4000/', 'myapp://done']

test('an application without addresses can only use oob', () => {
  assert.equal(approvedCallback('oob', []), 'oob')
  assert.equal(approvedCallback('https://app.example/oauth/back', []), undefined)
  assert.equal(approvedCallback('OOB', registered), undefined)
})

test('a callback is approved when scheme, host, port and path are registered; its query is its own', () => {
  for (const [wanted, kept] of [
    ['https://app.example/oauth/back', 'https://app.example/oauth/back'],
    ['HTTPS://App.Example:443/oauth/back?state=a%20b&x', 'https://app.example/oauth/back?state=a%20b&x'],
    ['https://app.example/oauth/../oauth/back', 'https://app.example/oauth/back'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000/'],
    ['myapp://done?x=1', 'myapp://done?x=1'],
  ] as const) {
    assert.equal(approvedCallback(wanted, registered), kept)
  }
})

test('anything else is not approved', () => {
  for (const wanted of [
    '',
    'https://app.example/oauth/back/',
    'https://app.example/OAuth/back',
    'https://app.example/oauth/back/../../other',
    'http://app.example/oauth/back',
    'https://app.example:8443/oauth/back',
    'https://app.example.evil.test/oauth/back',
    'https://app.example@evil.test/oauth/back',
    'https://someone@app.example/oauth/back',
    'https://evil.test\\@app.example/oauth/back',
    'https://app.example/oauth/back#part',
    '//app.example/oauth/back',
    '/oauth/back',
    'myapp://other',
  ]) {
    assert.equal(approvedCallback(wanted, registered), undefined, wanted)
  }
})

test('what a browser runs or reads itself is no callback, even if it was registered', () => {
  for (const wanted of [
    'javascript:alert(1)',
    'data:text/html,hello',
    'file:///etc/passwd',
    ' java\nscript:alert(1)',
  ]) {
    assert.equal(approvedCallback(wanted, [wanted]), undefined, wanted)
  }
})

test('line breaks in a callback do not reach the answer', () => {
  const wanted = 'https://app.example/oauth/back?x=\r\nset-cookie:%20y'
  assert.equal(approvedCallback(wanted, registered), 'https://app.example/oauth/back?x=set-cookie:%20y')
})

test('what is added to a callback stands after its own query', () => {
  const pairs = [['denied', 'a b&c']] as const
  assert.equal(callbackWith('https://app.example/', pairs), 'https://app.example/?denied=a%20b%26c')
  assert.equal(callbackWith('https://app.example/?x=%20+y', pairs), 'https://app.example/?x=%20+y&denied=a%20b%26c')
  assert.equal(callbackWith('https://app.example/?', pairs), 'https://app.example/?denied=a%20b%26c')
})
