import type { Contract, OperatorContract } from '@billposter/contract'
import type { Handlers } from '../store/call.ts'
import { handlers as accountApps } from './account-apps/handlers.ts'
import { handlers as accountHistory } from './account-history/handlers.ts'
import { handlers as accounts } from './accounts/handlers.ts'
import { operatorHandlers as operatedAccounts } from './accounts/operator.ts'
import { operatorHandlers as applications } from './applications/operator.ts'
import { handlers as authenticatedUserAccess } from './authenticated-user-access/handlers.ts'
import { handlers as biddingRules } from './bidding-rules/handlers.ts'
import { handlers as campaigns } from './campaigns/handlers.ts'
import { handlers as features } from './features/handlers.ts'
import { handlers as fundingInstruments } from './funding-instruments/handlers.ts'
import { handlers as lineItemPlacements } from './line-item-placements/handlers.ts'
import { handlers as lineItems } from './line-items/handlers.ts'
import { operatorHandlers as users } from './users/operator.ts'

/** The room of every resource of the interface. A missing one does not compile. */
export const rooms: { [R in keyof Contract]: Handlers<Contract[R]> } = {
  accountApps,
  accountHistory,
  accounts,
  authenticatedUserAccess,
  biddingRules,
  campaigns,
  features,
  fundingInstruments,
  lineItemPlacements,
  lineItems,
}

/** The handlers of what only the operator can do. */
export const operatorRooms: { [R in keyof OperatorContract]: Handlers<OperatorContract[R]> } = {
  accounts: operatedAccounts,
  applications,
  users,
}
