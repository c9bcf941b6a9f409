import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fault } from '@billposter/contract/language/errors'
import {
  activeFaults,
  type Budgets,
  budgetFaults,
  deliveryFaults,
  fundingFaults,
  type LineItemBudgets,
  lineItemBudgetFaults,
  type ServingFacts,
  servingState,
  standardDelivery,
} from './rules.ts'

const now = '2026-01-15T12:00:00Z'
const later = '2026-01-15T12:00:01Z'

const funds = {
  type: 'INSERTION_ORDER',
  start_time: '2026-01-01T00:00:00Z',
  end_time: null,
  entity_status: 'ACTIVE',
  credit_limit_local_micro: null,
  funded_amount_local_micro: null,
  spent_local_micro: 0n,
  deleted: false,
} as const

function budgets(changes: Partial<Budgets> = {}): Budgets {
  return {
    budget_optimization: 'CAMPAIGN',
    entity_status: 'ACTIVE',
    daily_budget_amount_local_micro: 10n,
    total_budget_amount_local_micro: 100n,
    ...changes,
  }
}

function placesOf(faults: readonly Fault[]): string[] {
  return faults.map(({ code, parameter, attribute }) => `${code} ${attribute ?? parameter}`)
}

test('the daily budget is at most the total budget, and may equal it', () => {
  assert.deepEqual(budgetFaults(budgets({ daily_budget_amount_local_micro: 100n })), [])
  const above = { daily_budget_amount_local_micro: 101n }
  for (const changes of [above, { ...above, budget_optimization: 'LINE_ITEM' }, { ...above, entity_status: 'DRAFT' }]) {
    // The spread widens the words to text.
    const faults = budgetFaults(budgets(changes as Partial<Budgets>))
    assert.deepEqual(placesOf(faults), ['INVALID daily_budget_amount_local_micro'])
  }
})

test('a campaign that holds its budgets has a daily or a total one', () => {
  assert.deepEqual(budgetFaults(budgets({ daily_budget_amount_local_micro: null })), [])
  assert.deepEqual(budgetFaults(budgets({ total_budget_amount_local_micro: null })), [])
  const none = { daily_budget_amount_local_micro: null, total_budget_amount_local_micro: null }
  assert.deepEqual(placesOf(budgetFaults(budgets(none))), ['MISSING_PARAMETER daily_budget_amount_local_micro'])
})

test('a draft, and a campaign whose line items hold the budgets, may have none', () => {
  const none = { daily_budget_amount_local_micro: null, total_budget_amount_local_micro: null }
  assert.deepEqual(budgetFaults(budgets({ ...none, entity_status: 'DRAFT' })), [])
  assert.deepEqual(budgetFaults(budgets({ ...none, budget_optimization: 'LINE_ITEM' })), [])
})

const nothingHeld: LineItemBudgets = { withBudget: 0, withoutDaily: 0, largestBudget: null, largestBid: null }

test('budgets can move to the level where all line items have theirs, and to the campaign where none has', () => {
  const byLineItem = budgets({ budget_optimization: 'LINE_ITEM' })
  assert.deepEqual(lineItemBudgetFaults(budgets(), nothingHeld), [])
  assert.deepEqual(lineItemBudgetFaults(byLineItem, { ...nothingHeld, withBudget: 2 }), [])
  const moved = ['INVALID budget_optimization']
  assert.deepEqual(placesOf(lineItemBudgetFaults(budgets(), { ...nothingHeld, withBudget: 1 })), moved)
  assert.deepEqual(placesOf(lineItemBudgetFaults(byLineItem, { ...nothingHeld, withoutDaily: 1 })), moved)
})

test('no budget can fall below what a line item bids or holds', () => {
  assert.deepEqual(placesOf(lineItemBudgetFaults(budgets(), { ...nothingHeld, largestBid: 11n })), [
    'INVALID daily_budget_amount_local_micro',
  ])
  const byLineItem = budgets({ budget_optimization: 'LINE_ITEM' })
  assert.deepEqual(placesOf(lineItemBudgetFaults(byLineItem, { ...nothingHeld, largestBudget: 101n })), [
    'INVALID total_budget_amount_local_micro',
  ])
})

test('delivery is standard unless asked otherwise, and unset where the line items hold the budgets', () => {
  assert.equal(standardDelivery('CAMPAIGN', undefined, null), true)
  assert.equal(standardDelivery('CAMPAIGN', false, true), false)
  assert.equal(standardDelivery('CAMPAIGN', undefined, false), false)
  assert.equal(standardDelivery('LINE_ITEM', undefined, true), null)
})

test('delivery cannot be given where the line items hold the budgets', () => {
  assert.deepEqual(deliveryFaults('CAMPAIGN', true), [])
  assert.deepEqual(deliveryFaults('LINE_ITEM', undefined), [])
  assert.deepEqual(placesOf(deliveryFaults('LINE_ITEM', false)), ['INVALID standard_delivery'])
})

test('there is room for one more active campaign until the limit is reached', () => {
  assert.deepEqual(activeFaults(199, 200), [])
  assert.equal(activeFaults(200, 200)[0]?.code, 'TOO_MANY_CAMPAIGNS')
  assert.equal(activeFaults(0, 0)[0]?.code, 'TOO_MANY_CAMPAIGNS')
  assert.deepEqual(activeFaults(undefined, 0), [])
})

test('a funding instrument that is deleted or expired pays for no new campaign; one that starts later does', () => {
  const problem = ['INVALID_FUNDING_INSTRUMENT funding_instrument_id']
  assert.deepEqual(placesOf(fundingFaults('f1', { ...funds, deleted: true }, now)), problem)
  assert.deepEqual(placesOf(fundingFaults('f1', { ...funds, end_time: now }, now)), problem)
  assert.deepEqual(fundingFaults('f1', { ...funds, start_time: later }, now), [])
})

function serving(changes: Partial<ServingFacts> = {}): ServingFacts {
  return {
    entity_status: 'ACTIVE',
    deleted: false,
    complete: true,
    flight_start: '2026-01-01T00:00:00Z',
    flight_end: '2026-02-01T00:00:00Z',
    last_effective_status: null,
    funds,
    approval_status: 'ACCEPTED',
    ...changes,
  }
}

const serves: [name: string, changes: Partial<ServingFacts>, status: string, ...reasons: string[]][] = [
  ['with all that it needs', {}, 'RUNNING'],
  ['whose flight has no ends', { flight_start: null, flight_end: null }, 'RUNNING'],
  ['that the advertiser paused', { entity_status: 'PAUSED' }, 'PAUSED', 'PAUSED_BY_ADVERTISER'],
  ['that promotes nothing', { complete: false }, 'UNKNOWN', 'INCOMPLETE'],
  ['that is a draft', { entity_status: 'DRAFT' }, 'UNKNOWN', 'INCOMPLETE'],
  ['without money', { funds: { ...funds, deleted: true } }, 'UNKNOWN', 'FUNDING_PROBLEM'],
  ['before its flight', { flight_start: later }, 'UNKNOWN', 'STARTS_IN_FUTURE'],
  ['at the start of its flight', { flight_start: now }, 'RUNNING'],
  ['at the end of its flight', { flight_end: now }, 'EXPIRED', 'EXPIRED'],
  ['just before that end', { flight_end: later }, 'RUNNING'],
  ['of a rejected account', { approval_status: 'REJECTED' }, 'UNKNOWN', 'ACCOUNT_REJECTED'],
  ['of an account under review', { approval_status: 'UNDER_REVIEW' }, 'UNKNOWN', 'ACCOUNT_UNDER_REVIEW'],
  [
    'that is paused and empty',
    { entity_status: 'PAUSED', complete: false },
    'UNKNOWN',
    'PAUSED_BY_ADVERTISER',
    'INCOMPLETE',
  ],
]

for (const [name, changes, status, ...reasons] of serves) {
  test(`a campaign ${name} is ${status}${reasons.length > 0 ? ` for ${reasons.join(', ')}` : ''}`, () => {
    assert.deepEqual(servingState(serving(changes), now), {
      effective_status: status,
      servable: reasons.length === 0,
      reasons_not_servable: reasons,
    })
  })
}

test('a deleted campaign keeps its last status and says nothing of why', () => {
  const facts = serving({ deleted: true, last_effective_status: 'RUNNING', complete: false })
  assert.deepEqual(servingState(facts, now), { effective_status: 'RUNNING', servable: null, reasons_not_servable: [] })
})
