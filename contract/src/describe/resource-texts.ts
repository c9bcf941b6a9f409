import type { Contract, OperatorContract } from '../index.ts'

/** What each resource is, in a sentence or two: the text of its tag and the head of its page. */
export const resourceTexts = {
  accounts:
    'An advertising account owns everything else: funding, campaigns, audiences, creatives. Users act on it with the ' +
    'permissions that they were given. Accounts of the sandbox are made and deleted by their users.',
  accountApps: 'Mobile apps that are tied to an account, so that they can be promoted.',
  accountHistory: 'Who changed what and when: one record for each change of an entity of an account.',
  authenticatedUserAccess: 'What the caller may do on an account.',
  biddingRules: 'The smallest and largest bid in each currency, and the step between two bids.',
  campaigns: 'A campaign ties line items to what pays for them, and can hold their common budget.',
  features: 'Abilities of the service that are switched on account by account.',
  fundingInstruments: 'What pays for campaigns: a card, a credit line, an insertion order.',
  lineItemPlacements: 'Where advertisements of each product type can be shown.',
  lineItems: 'A line item spends a campaign’s money: it says what is promoted where, for which goal, and how it bids.',
} as const satisfies Record<keyof Contract, string>

export const operatorTexts = {
  users: 'People of the platform, their access tokens and their posts, as the operator makes them.',
  applications: 'Applications that users can grant access to.',
  accounts: 'Accounts as the operator makes, reviews and limits them, with who may act on them and what pays for them.',
} as const satisfies Record<keyof OperatorContract, string>
