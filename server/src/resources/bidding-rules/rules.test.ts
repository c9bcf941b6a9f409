import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bidFaults, biddingRuleOf } from './rules.ts'

test('a dollar is bid in cents, from one cent to a thousand dollars', () => {
  assert.deepEqual(biddingRuleOf('USD', 2), {
    currency: 'USD',
    minimum_cpe_bid_local_micro: 10_000n,
    maximum_cpe_bid_local_micro: 1_000_000_000n,
    minimum_denomination: 10_000n,
  })
})

test('the denomination is the minor unit in micros, whatever number of digits it has', () => {
  const denominations = [0, 2, 3, 4].map((digits) => biddingRuleOf('XYZ', digits).minimum_denomination)
  assert.deepEqual(denominations, [1_000_000n, 10_000n, 1_000n, 100n])
})

test('both bounds can be bid: they are multiples of the denomination', () => {
  for (const digits of [0, 2, 3, 4]) {
    const rule = biddingRuleOf('XYZ', digits)
    assert.deepEqual(bidFaults('bid', rule.minimum_cpe_bid_local_micro, rule), [])
    assert.deepEqual(bidFaults('bid', rule.maximum_cpe_bid_local_micro, rule), [])
  }
})

test('a bid between two multiples of the denomination is refused as such', () => {
  const faults = bidFaults('bid_amount_local_micro', 15_000n, biddingRuleOf('USD', 2))
  assert.deepEqual(
    faults.map(({ code, attribute }) => [code, attribute]),
    [['INVALID_DENOMINATION', 'bid_amount_local_micro']],
  )
})

test('a bid outside the bounds is refused with its attribute', () => {
  const rule = biddingRuleOf('USD', 2)
  for (const bid of [0n, 1_000_010_000n]) {
    const [fault] = bidFaults('bid_amount_local_micro', bid, rule)
    assert.equal(fault?.code, 'INVALID')
    assert.equal(fault?.attribute, 'bid_amount_local_micro')
  }
})
