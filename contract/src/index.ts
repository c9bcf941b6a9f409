/** The published interface and the operator's own, as data. */
import { operator as operatorResources } from './operator/index.ts'
import { accountApps } from './resources/account-apps.ts'
import { accountHistory } from './resources/account-history.ts'
import { accounts } from './resources/accounts.ts'
import { authenticatedUserAccess } from './resources/authenticated-user-access.ts'
import { biddingRules } from './resources/bidding-rules.ts'
import { campaigns } from './resources/campaigns.ts'
import { features } from './resources/features.ts'
import { fundingInstruments } from './resources/funding-instruments.ts'
import { lineItemPlacements } from './resources/line-item-placements.ts'
import { lineItems } from './resources/line-items.ts'

export const contract = {
  accounts,
  accountApps,
  accountHistory,
  authenticatedUserAccess,
  biddingRules,
  campaigns,
  features,
  fundingInstruments,
  lineItemPlacements,
  lineItems,
}

export const operatorContract = operatorResources

export type Contract = typeof contract
export type OperatorContract = typeof operatorContract
