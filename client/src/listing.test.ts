import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NotFoundError } from './errors.ts'
import { fakeClient, type Reply } from './fake-service.ts'

function page(ids: readonly string[], next_cursor: string | null, more: object = {}): Reply {
  return { body: JSON.stringify({ request: { params: {} }, next_cursor, ...more, data: ids.map((id) => ({ id })) }) }
}

async function rowsOf<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const row of rows) all.push(row)
  return all
}

const pages = [page(['c1', 'c2'], 'x/2'), page([], 'x3'), page(['c3'], null)]

test('walking a list gives every row of every page, with the same filters throughout', async () => {
  const { client, requests } = fakeClient(pages)
  const ids: string[] = []
  for await (const campaign of client.campaigns.list({ account_id: 'a1', q: 'Sp', count: 2 })) ids.push(campaign.id)
  assert.deepEqual(ids, ['c1', 'c2', 'c3'])
  const queries = requests.map(({ url }) => new URL(url).search)
  assert.deepEqual(queries, ['?q=Sp&count=2', '?q=Sp&count=2&cursor=x%2F2', '?q=Sp&count=2&cursor=x3'])
})

test('awaiting a list gives its first page', async () => {
  const { client, requests } = fakeClient([page(['c1', 'c2'], 'x2', { total_count: 3 })])
  const { data, next_cursor, total_count, http } = await client.campaigns.list({
    account_id: 'a1',
    with_total_count: true,
  })
  assert.deepEqual([data.map(({ id }) => id), next_cursor, total_count, http.status], [['c1', 'c2'], 'x2', 3, 200])
  assert.equal(requests.length, 1)
})

test('pages walks page by page, each with its own headers', async () => {
  const { client } = fakeClient(pages.map((reply, index) => ({ ...reply, headers: { 'x-request-id': `r${index}` } })))
  const seen: (string | undefined)[] = []
  for await (const { http } of client.campaigns.list({ account_id: 'a1' }).pages()) seen.push(http.requestId)
  assert.deepEqual(seen, ['r0', 'r1', 'r2'])
})

test('rows are counted on the first page only, since a cursor excludes counting', async () => {
  const { client, requests } = fakeClient(pages)
  await rowsOf(client.campaigns.list({ account_id: 'a1', with_total_count: true }))
  const counted = requests.map(({ url }) => new URL(url).searchParams.has('with_total_count'))
  assert.deepEqual(counted, [true, false, false])
})

test('a walk that is left early fetches no further page', async () => {
  const { client, requests } = fakeClient(pages)
  for await (const _campaign of client.campaigns.list({ account_id: 'a1' })) break
  assert.equal(requests.length, 1)
})

test('a list is fetched when it is first awaited or walked, and its first page once', async () => {
  const { client, requests } = fakeClient(pages)
  const list = client.campaigns.list({ account_id: 'a1' })
  assert.equal(requests.length, 0)
  await list
  const rows = await rowsOf(list)
  assert.equal(rows.length, 3)
  assert.equal(requests.length, 3)
})

test('a list without paging is one page', async () => {
  const { client, requests } = fakeClient([{ body: '{"data":[{"currency":"USD"}],"request":{"params":{}}}' }])
  assert.equal((await rowsOf(client.biddingRules.list())).length, 1)
  assert.equal(requests.length, 1)
})

test('a refused list rejects both ways', async () => {
  const refused = { status: 404, body: '{"errors":[{"code":"NOT_FOUND","message":"No."}]}' }
  const { client } = fakeClient([refused, refused])
  await assert.rejects(client.campaigns.list({ account_id: 'a1' }), NotFoundError)
  await assert.rejects(rowsOf(client.campaigns.list({ account_id: 'a1' })), NotFoundError)
  const { client: other } = fakeClient([refused])
  assert.equal(await other.campaigns.list({ account_id: 'a1' }).catch(() => 'caught'), 'caught')
})
