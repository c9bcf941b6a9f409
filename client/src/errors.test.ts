import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as errors from './errors.ts'
import { fakeClient, type Reply } from './fake-service.ts'

const one = { account_id: 'a1', campaign_id: 'c1' }

async function errorOf(reply: Reply | Error): Promise<errors.BillposterError> {
  const { client } = fakeClient([reply], { retries: 0 })
  try {
    await client.campaigns.get(one)
  } catch (error) {
    assert(error instanceof errors.BillposterError)
    return error
  }
  return assert.fail('The call should have been refused.')
}

test('each status becomes an error of its kind', async () => {
  const kinds = [
    [400, errors.InvalidRequestError],
    [401, errors.AuthenticationError],
    [403, errors.PermissionError],
    [404, errors.NotFoundError],
    [409, errors.ConflictError],
    [412, errors.PreconditionFailedError],
    [422, errors.InvalidRequestError],
    [429, errors.RateLimitError],
    [500, errors.ServerError],
    [503, errors.ServerError],
    [302, errors.BillposterError],
    [405, errors.BillposterError],
  ] as const
  for (const [status, Kind] of kinds) {
    const error = await errorOf({ status, body: '{"errors":[{"code":"X","message":"No."}]}' })
    assert.equal(error.constructor, Kind)
    assert.equal(error.name, Kind.name)
    assert.equal(error.status, status)
  }
})

test('an error carries all problems, the place of the first, the echo and the request id', async () => {
  const body = `{"errors":[
    {"code":"MISSING_PARAMETER","message":"\\"name\\" is a required parameter","parameter":"name"},
    {"code":"INVALID","message":"Too small.","attribute":"bid"}],
    "request":{"params":{"account_id":"a1","campaign_id":"c1"}}}`
  const error = await errorOf({ status: 400, headers: { 'x-request-id': 'r1' }, body })
  assert.equal(error.message, 'MISSING_PARAMETER: "name" is a required parameter (and 1 more)')
  assert.equal(error.code, 'MISSING_PARAMETER')
  assert.equal(error.parameter, 'name')
  assert.equal(error.attribute, undefined)
  assert.equal(error.errors[1]?.attribute, 'bid')
  assert.equal(error.requestId, 'r1')
  assert.deepEqual(error.request, { params: one })
})

test('an error’s echo has exact integers of the declared types', async () => {
  const body =
    '{"errors":[{"code":"INVALID","message":"No."}],"request":{"params":{"daily_budget_amount_local_micro":5}}}'
  const { client } = fakeClient([{ status: 400, body }])
  await assert.rejects(client.campaigns.update({ ...one, daily_budget_amount_local_micro: 5n }), {
    request: { params: { daily_budget_amount_local_micro: 5n } },
  })
})

test('a refused batch has the problems of each item at its index', async () => {
  const body = `{"operation_errors":[[],[{"code":"INVALID_PARAMETER","message":"No.","parameter":"name"}]],
    "request":[{"operation_type":"Delete","params":{"campaign_id":"c1"}},
    {"operation_type":"Update","params":{"daily_budget_amount_local_micro":5}}]}`
  const { client } = fakeClient([{ status: 400, body }])
  const operations = [
    { operation_type: 'Delete', params: { campaign_id: 'c1' } },
    { operation_type: 'Update', params: { campaign_id: 'c2', name: '' } },
  ] as const
  await assert.rejects(client.campaigns.batch({ account_id: 'a1', operations }), (error) => {
    assert(error instanceof errors.InvalidRequestError)
    assert.equal(error.message, 'operations[1]: INVALID_PARAMETER: No.')
    assert.equal(error.parameter, 'name')
    assert.deepEqual(
      error.operationErrors?.map((entries) => entries.length),
      [0, 1],
    )
    assert.deepEqual(error.request, [
      { operation_type: 'Delete', params: { campaign_id: 'c1' } },
      { operation_type: 'Update', params: { daily_budget_amount_local_micro: 5n } },
    ])
    return true
  })
})

test('an answer from something in between is an error of its status', async () => {
  const error = await errorOf({ status: 502, body: '<html>Bad gateway</html>' })
  assert(error instanceof errors.ServerError)
  assert.equal(error.message, 'The service answered with status 502.')
  assert.equal(error.code, undefined)
  assert.deepEqual(error.errors, [])
})

test('an answer of success that is no JSON object is an error', async () => {
  const error = await errorOf({ status: 200, body: 'null' })
  assert.equal(error.constructor, errors.BillposterError)
})

test('a broken connection is an error that names the request and keeps its cause', async () => {
  const cause = new Error('socket hang up')
  const error = await errorOf(cause)
  assert(error instanceof errors.ConnectionError)
  assert.equal(error.message, 'GET /12/accounts/a1/campaigns/c1 got no answer: socket hang up')
  assert.equal(error.cause, cause)
  assert.equal(error.status, undefined)
})
