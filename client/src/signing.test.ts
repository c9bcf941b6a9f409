import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { fakeClient } from './fake-service.ts'
import { oauth1Signer } from './signing.ts'

const oauth1 = {
  consumer_key: 'dpf43f3p2l4k3l03',
  consumer_secret: 'kd94hf93k423kf44',
  access_token: 'nnch734d00sl2jdk',
  access_token_secret: 'pfkkdhi9sl3r4s00',
}

function fieldsOf(authorization: string | undefined): Record<string, string> {
  const pairs = (authorization ?? '')
    .replace(/^OAuth /, '')
    .split(', ')
    .map((pair) => pair.split('='))
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, decodeURIComponent(value.slice(1, -1))]))
}

/** The signature as section 3.4 of RFC 5849 describes it, for parameters that occur once. */
function signatureOver(method: string, url: string, parameters: Record<string, string>): string {
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  const pairs = Object.entries(parameters).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  const base = [method, url, pairs.toSorted().join('&')].map(encoded).join('&')
  return createHmac('sha1', `${oauth1.consumer_secret}&${oauth1.access_token_secret}`).update(base).digest('base64')
}

test('the example of the OAuth specification gets the signature that stands there', () => {
  const sign = oauth1Signer(oauth1, { now: () => 1_191_242_096_000, uuid: () => 'kllo9940pd9333jh' })
  const parameters = [
    ['file', 'vacation.jpg'],
    ['size', 'original'],
  ] as const
  const header = sign({ method: 'GET', url: 'http://photos.example.net/photos', parameters })
  assert.match(header, /^OAuth oauth_consumer_key="dpf43f3p2l4k3l03", /)
  assert.equal(fieldsOf(header)['oauth_signature'], 'tR3+Ty81lMeYAr/Fid0kMTYa/WM=')
})

test('a signature covers query and form parameters', async () => {
  const { client, requests } = fakeClient([{}], { baseUrl: 'HTTP://Ads.Test:80/', auth: { oauth1 } })
  const input = { account_id: 'a1', campaign_id: 'c1', name: "It's + 100 % (größer)*!" }
  await client.campaigns.update(input, { validateOnly: true })
  assert.equal(requests[0]?.url, 'http://ads.test/12/accounts/a1/campaigns/c1?validate_only=true')
  const { oauth_signature: signature, ...proof } = fieldsOf(requests[0]?.headers['authorization'])
  const covered = { ...proof, name: input.name, validate_only: 'true' }
  assert.equal(signature, signatureOver('PUT', 'http://ads.test/12/accounts/a1/campaigns/c1', covered))
})

test('a signature does not cover a JSON body', async () => {
  const { client, requests } = fakeClient([{ body: '{"data":[],"request":[]}' }], { auth: { oauth1 } })
  const operations = [{ operation_type: 'Delete', params: { campaign_id: 'c1' } }] as const
  await client.campaigns.batch({ account_id: 'a1', operations })
  const { oauth_signature: signature, ...proof } = fieldsOf(requests[0]?.headers['authorization'])
  assert.equal(signature, signatureOver('POST', 'http://ads.test/12/batch/accounts/a1/campaigns', proof))
})

test('each attempt has a nonce and a time of its own', async () => {
  const { client, requests } = fakeClient([{ status: 503, headers: { 'retry-after': '2' } }, {}], { auth: { oauth1 } })
  await client.accounts.get({ account_id: 'a1' })
  const [first, second] = requests.map(({ headers }) => fieldsOf(headers['authorization']))
  assert.notEqual(first?.['oauth_nonce'], second?.['oauth_nonce'])
  assert.deepEqual([first?.['oauth_timestamp'], second?.['oauth_timestamp']], ['1000', '1002'])
})

test('a bearer token is sent as it is', async () => {
  const { client, requests } = fakeClient([{}])
  await client.accounts.get({ account_id: 'a1' })
  assert.equal(requests[0]?.headers['authorization'], 'Bearer token')
})
