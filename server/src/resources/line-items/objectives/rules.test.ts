import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectives } from '@billposter/contract/resources/line-items'
import {
  billingFaults,
  changedTerms,
  newTerms,
  type Objective,
  type Placement,
  type ProductType,
  termFaults,
  type Terms,
} from './rules.ts'

const bid = { bid_amount_local_micro: 10_000n }

function shown({ goal, bid_strategy, pay_by }: Terms): string {
  return `${goal} ${bid_strategy} ${pay_by}`
}

test('without wishes an objective decides goal, bid strategy and billing; a bid changes the strategy', () => {
  const expected: Record<Objective, [without: string, withBid: string]> = {
    APP_ENGAGEMENTS: ['APP_CLICKS AUTO APP_CLICK', 'APP_CLICKS MAX APP_CLICK'],
    APP_INSTALLS: ['APP_INSTALLS AUTO IMPRESSION', 'APP_INSTALLS MAX IMPRESSION'],
    ENGAGEMENTS: ['ENGAGEMENT AUTO ENGAGEMENT', 'ENGAGEMENT MAX ENGAGEMENT'],
    FOLLOWERS: ['FOLLOWERS AUTO FOLLOW', 'FOLLOWERS TARGET FOLLOW'],
    PREROLL_VIEWS: ['PREROLL AUTO VIEW', 'PREROLL MAX VIEW'],
    REACH: ['MAX_REACH AUTO IMPRESSION', 'MAX_REACH TARGET IMPRESSION'],
    VIDEO_VIEWS: ['VIDEO_VIEW AUTO VIEW', 'VIDEO_VIEW MAX VIEW'],
    WEBSITE_CLICKS: ['LINK_CLICKS AUTO IMPRESSION', 'LINK_CLICKS MAX IMPRESSION'],
  }
  for (const objective of objectives) {
    assert.deepEqual([shown(newTerms(objective, {})), shown(newTerms(objective, bid))], expected[objective], objective)
  }
})

test('billing follows the goal and the strategy', () => {
  const rows: [Objective, Parameters<typeof newTerms>[1], string][] = [
    ['VIDEO_VIEWS', { goal: 'VIEW_3S_100PCT' }, 'VIEW_3S_100PCT AUTO VIEW_3S_100PCT'],
    ['VIDEO_VIEWS', { goal: 'VIEW_15S' }, 'VIEW_15S AUTO VIEW'],
    ['WEBSITE_CLICKS', { ...bid, bid_strategy: 'TARGET' }, 'LINK_CLICKS TARGET LINK_CLICK'],
    ['WEBSITE_CLICKS', { goal: 'SITE_VISITS' }, 'SITE_VISITS AUTO IMPRESSION'],
    ['APP_INSTALLS', { goal: 'APP_CLICKS' }, 'APP_CLICKS AUTO APP_CLICK'],
    ['APP_INSTALLS', { ...bid, goal: 'APP_PURCHASES' }, 'APP_PURCHASES AUTO IMPRESSION'],
    ['APP_INSTALLS', { pay_by: 'APP_CLICK' }, 'APP_INSTALLS AUTO APP_CLICK'],
  ]
  for (const [objective, asked, expected] of rows) assert.equal(shown(newTerms(objective, asked)), expected)
})

test('automatic bidding has no amount, whatever was given', () => {
  assert.equal(newTerms('REACH', { ...bid, bid_strategy: 'AUTO' }).bid_amount_local_micro, null)
  assert.equal(newTerms('REACH', bid).bid_amount_local_micro, 10_000n)
  const before = newTerms('ENGAGEMENTS', bid)
  assert.equal(changedTerms('ENGAGEMENTS', before, { bid_strategy: 'AUTO' }).bid_amount_local_micro, null)
  const automatic = newTerms('ENGAGEMENTS', {})
  assert.deepEqual(changedTerms('ENGAGEMENTS', automatic, bid), automatic)
})

test('terms that are given back unchanged stay as they are', () => {
  for (const objective of objectives) {
    const before = newTerms(objective, bid)
    assert.deepEqual(changedTerms(objective, before, { ...before }), before)
    assert.deepEqual(changedTerms(objective, before, {}), before)
    assert.deepEqual(billingFaults(objective, before, before), [])
  }
})

test('billing follows a changed goal, even when the former billing is given back with it', () => {
  const before = newTerms('VIDEO_VIEWS', {})
  const after = changedTerms('VIDEO_VIEWS', before, { ...before, goal: 'VIEW_3S_100PCT' })
  assert.equal(after.pay_by, 'VIEW_3S_100PCT')
  assert.deepEqual(billingFaults('VIDEO_VIEWS', before, after), [])
})

test('billing is kept when a changed strategy allows it, and can be chosen anew for app installs only', () => {
  const clicks = newTerms('WEBSITE_CLICKS', { ...bid, pay_by: 'LINK_CLICK' })
  const targeted = changedTerms('WEBSITE_CLICKS', clicks, { bid_strategy: 'TARGET' })
  assert.equal(targeted.pay_by, 'LINK_CLICK')
  const rebilled = changedTerms('WEBSITE_CLICKS', clicks, { pay_by: 'IMPRESSION' })
  const faults = billingFaults('WEBSITE_CLICKS', clicks, rebilled)
  assert.deepEqual(
    faults.map(({ code, attribute }) => [code, attribute]),
    [['INVALID', 'pay_by']],
  )
  const installs = newTerms('APP_INSTALLS', {})
  const byClick = changedTerms('APP_INSTALLS', installs, { pay_by: 'APP_CLICK' })
  assert.equal(byClick.pay_by, 'APP_CLICK')
  assert.deepEqual(billingFaults('APP_INSTALLS', installs, byClick), [])
})

interface Wish extends Partial<Terms> {
  readonly objective: Objective
  readonly product_type?: ProductType
  readonly placements?: readonly Placement[]
}

/** The attributes at fault in a line item with these wishes. */
function faulty({ objective, product_type = 'PROMOTED_POSTS', placements = ['ALL_ON_PLATFORM'], ...asked }: Wish) {
  const faults = termFaults({ objective, product_type, placements, ...newTerms(objective, asked) })
  return faults.map(({ code, attribute }) => (code === 'INVALID' ? attribute : code))
}

test('product type, goal, strategy and billing are those that the objective allows', () => {
  const rows: [Wish, ReturnType<typeof faulty>][] = [
    [{ objective: 'ENGAGEMENTS' }, []],
    [{ objective: 'ENGAGEMENTS', product_type: 'PROMOTED_ACCOUNT' }, ['product_type']],
    [{ objective: 'FOLLOWERS', product_type: 'PROMOTED_ACCOUNT' }, []],
    [{ objective: 'FOLLOWERS' }, []],
    [{ objective: 'FOLLOWERS', product_type: 'MEDIA' }, ['product_type']],
    [{ objective: 'PREROLL_VIEWS', product_type: 'MEDIA' }, []],
    [{ objective: 'ENGAGEMENTS', goal: 'MAX_REACH' }, ['goal']],
    [{ objective: 'APP_ENGAGEMENTS', goal: 'APP_PURCHASES' }, ['goal']],
    [{ objective: 'VIDEO_VIEWS', goal: 'SITE_VISITS' }, ['goal']],
    [{ objective: 'ENGAGEMENTS', ...bid, bid_strategy: 'TARGET' }, ['bid_strategy']],
    [{ objective: 'REACH', ...bid, bid_strategy: 'MAX' }, ['bid_strategy']],
    [{ objective: 'FOLLOWERS', ...bid, bid_strategy: 'MAX' }, ['bid_strategy']],
    [{ objective: 'APP_INSTALLS', ...bid, bid_strategy: 'TARGET' }, []],
    [{ objective: 'ENGAGEMENTS', pay_by: 'LINK_CLICK' }, ['pay_by']],
    [{ objective: 'WEBSITE_CLICKS', pay_by: 'LINK_CLICK' }, []],
    [{ objective: 'WEBSITE_CLICKS', goal: 'SITE_VISITS', pay_by: 'LINK_CLICK' }, ['pay_by']],
    [{ objective: 'WEBSITE_CLICKS', ...bid, bid_strategy: 'TARGET', pay_by: 'IMPRESSION' }, ['pay_by']],
    [{ objective: 'APP_INSTALLS', goal: 'APP_CLICKS', pay_by: 'IMPRESSION' }, ['pay_by']],
    [{ objective: 'APP_INSTALLS', goal: 'APP_PURCHASES', ...bid, bid_strategy: 'MAX' }, ['bid_strategy']],
    [{ objective: 'APP_INSTALLS', goal: 'APP_PURCHASES', placements: ['PUBLISHER_NETWORK'] }, ['goal']],
    [
      { objective: 'REACH', product_type: 'MEDIA', goal: 'FOLLOWERS', bid_strategy: 'MAX' },
      ['product_type', 'goal', 'bid_strategy'],
    ],
  ]
  for (const [wish, faults] of rows)
    assert.deepEqual(
      faulty(wish),
      faults,
      JSON.stringify(wish, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    )
})
