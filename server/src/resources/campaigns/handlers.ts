import type { contract } from '@billposter/contract'
import { refuseIfAny } from '@billposter/contract/language/errors'
import type { Call, Handlers } from '../../store/call.ts'
import { countForGood } from '../accounts/rows.ts'
import { rows as fundingInstruments } from '../funding-instruments/rows.ts'
import { budgetsIn } from '../line-items/rows.ts'
import { type CampaignRow, countActive, fundsOf, rows } from './rows.ts'
import {
  activeFaults,
  budgetFaults,
  deliveryFaults,
  fundingFaults,
  lineItemBudgetFaults,
  servingState,
  standardDelivery,
} from './rules.ts'

export { lockedCampaign, refreshFlight } from './rows.ts'

export const handlers: Handlers<typeof contract.campaigns> = {
  list: (call, given) => rows.page(call, given),

  get: (call, { campaign_id, with_deleted }) => rows.read(call, campaign_id, { with_deleted }),

  async create(call, given) {
    const [funding, activeNow] = await Promise.all([
      fundingInstrument(call, given.funding_instrument_id),
      given.entity_status === 'ACTIVE' ? countForGood(call, () => countActive(call)) : undefined,
    ])
    const campaign = {
      name: given.name,
      funding_instrument_id: given.funding_instrument_id,
      budget_optimization: given.budget_optimization,
      entity_status: given.entity_status,
      daily_budget_amount_local_micro: given.daily_budget_amount_local_micro ?? null,
      total_budget_amount_local_micro: given.total_budget_amount_local_micro ?? null,
      standard_delivery: standardDelivery(given.budget_optimization, given.standard_delivery, null),
      purchase_order_number: given.purchase_order_number ?? null,
      duration_in_days: null,
      frequency_cap: null,
      currency: funding.currency,
      complete: false,
      flight_start: null,
      flight_end: null,
      last_effective_status: null,
    }
    refuseIfAny([
      ...fundingFaults(given.funding_instrument_id, funding, call.now),
      ...budgetFaults(campaign),
      ...deliveryFaults(given.budget_optimization, given.standard_delivery),
      ...activeFaults(activeNow, call.account.active_campaign_limit),
    ])
    return rows.insert(call, campaign, joinedOf(funding))
  },

  async update(call, { account_id, campaign_id, ...given }) {
    const before = await rows.take(call, campaign_id)
    const budget_optimization = given.budget_optimization ?? before.budget_optimization
    const standard_delivery = standardDelivery(budget_optimization, given.standard_delivery, before.standard_delivery)
    const supplied = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const changes = { ...supplied, standard_delivery }
    const after = { ...before, ...changes }
    const becomesActive = after.entity_status === 'ACTIVE' && before.entity_status !== 'ACTIVE'
    refuseIfAny([
      ...budgetFaults(after),
      ...(holdsTheSame(before, after) ? [] : lineItemBudgetFaults(after, await budgetsIn(call, campaign_id))),
      ...deliveryFaults(budget_optimization, given.standard_delivery),
      ...activeFaults(
        becomesActive ? await countForGood(call, () => countActive(call)) : undefined,
        call.account.active_campaign_limit,
      ),
    ])
    return rows.update(call, before, changes)
  },

  async remove(call, { campaign_id }) {
    const before = await rows.take(call, campaign_id)
    return rows.remove(call, before, { last_effective_status: statusOf(call, before) })
  },
}

function fundingInstrument(call: Call, id: string): Promise<FundingRow> {
  return call.once(`funding instrument ${id}`, () => fundingInstruments.get(call, id, { with_deleted: true }))
}

const budgets = ['budget_optimization', 'daily_budget_amount_local_micro', 'total_budget_amount_local_micro'] as const

/** Changes of anything but the budgets do not concern the line items. */
function holdsTheSame(before: CampaignRow, after: CampaignRow): boolean {
  return budgets.every((budget) => before[budget] === after[budget])
}

function statusOf(call: Call, campaign: CampaignRow): string {
  const facts = { ...campaign, funds: fundsOf(campaign), approval_status: call.account.approval_status }
  return servingState(facts, call.now).effective_status
}

type FundingRow = Awaited<ReturnType<typeof fundingInstruments.get>>

/** The columns of the funding instrument that a campaign is read with. */
function joinedOf(funding: FundingRow) {
  return {
    funding_type: funding.type,
    funding_start_time: funding.start_time,
    funding_end_time: funding.end_time,
    funding_entity_status: funding.entity_status,
    funding_credit_limit_local_micro: funding.credit_limit_local_micro,
    funding_funded_amount_local_micro: funding.funded_amount_local_micro,
    funding_spent_local_micro: funding.spent_local_micro,
    funding_deleted: funding.deleted,
  }
}
