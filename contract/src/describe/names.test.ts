import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kebab, singular, words } from './names.ts'

test('a resource is found under one name in every form', () => {
  assert.equal(kebab('lineItemPlacements'), 'line-item-placements')
  assert.equal(words('lineItemPlacements'), 'Line item placements')
})

test('one of a resource is named in the singular', () => {
  const singulars = {
    lineItems: 'lineItem',
    targetingCriteria: 'targetingCriterion',
    contentCategories: 'contentCategory',
    accountMedia: 'accountMedia',
    authenticatedUserAccess: 'authenticatedUserAccess',
    accountHistory: 'accountHistory',
  }
  for (const [plural, expected] of Object.entries(singulars)) assert.equal(singular(plural), expected)
})
