import { type Fault, invalid } from '@billposter/contract/language/errors'
import type { Timestamp } from '@billposter/contract/language/field'
import type { budgetOptimizations, servingProblems } from '@billposter/contract/resources/campaigns'
import { type Funds, problemsOf } from '../funding-instruments/rules.ts'

export type BudgetOptimization = (typeof budgetOptimizations)[number]
export type ServingProblem = (typeof servingProblems)[number]
type EntityStatus = 'ACTIVE' | 'DRAFT' | 'PAUSED'
type EffectiveStatus = 'UNKNOWN' | 'RUNNING' | 'PAUSED' | 'EXPIRED'

/** Budgets of a campaign, in micros. */
export interface Budgets {
  readonly budget_optimization: BudgetOptimization
  readonly entity_status: EntityStatus
  readonly daily_budget_amount_local_micro: bigint | null
  readonly total_budget_amount_local_micro: bigint | null
}

type Amounts = Pick<Budgets, 'daily_budget_amount_local_micro' | 'total_budget_amount_local_micro'>

/** The daily budget is at most the total, wherever the two are held. */
export function dailyBudgetFaults(budgets: Amounts): Fault[] {
  const { daily_budget_amount_local_micro: daily, total_budget_amount_local_micro: total } = budgets
  if (daily === null || total === null || daily <= total) return []
  return [invalid('daily_budget_amount_local_micro', 'The daily budget must be at most the total budget.')]
}

/** A campaign that holds its budgets has at least one of them; drafts may wait. */
export function budgetFaults(campaign: Budgets): Fault[] {
  const { daily_budget_amount_local_micro: daily, total_budget_amount_local_micro: total } = campaign
  if (daily !== null && total !== null) return dailyBudgetFaults(campaign)
  if (campaign.entity_status === 'DRAFT' || campaign.budget_optimization === 'LINE_ITEM') return []
  if (daily !== null || total !== null) return []
  const parameter = 'daily_budget_amount_local_micro'
  const message = `"${parameter}" is a required parameter, unless there is a total budget`
  return [{ code: 'MISSING_PARAMETER', message, parameter }]
}

/** What the line items of a campaign hold. Amounts are in micros. */
export interface LineItemBudgets {
  /** How many have a budget of their own. */
  readonly withBudget: number
  /** How many have no daily budget, though they are no drafts. */
  readonly withoutDaily: number
  readonly largestBudget: bigint | null
  readonly largestBid: bigint | null
}

/** The line items of a campaign have their budgets where it says, and none needs more than it has. */
export function lineItemBudgetFaults(campaign: Budgets, held: LineItemBudgets): Fault[] {
  const byCampaign = campaign.budget_optimization === 'CAMPAIGN'
  if (byCampaign && held.withBudget > 0) {
    return [invalid('budget_optimization', `${held.withBudget} line items hold budgets of their own.`)]
  }
  if (!byCampaign && held.withoutDaily > 0) {
    return [invalid('budget_optimization', `${held.withoutDaily} line items have no daily budget of their own.`)]
  }
  const { daily_budget_amount_local_micro: daily, total_budget_amount_local_micro: total } = campaign
  const exceeds = (amount: bigint | null, budget: bigint | null) =>
    amount !== null && budget !== null && amount > budget
  const faults: Fault[] = []
  if (byCampaign && exceeds(held.largestBid, daily)) {
    faults.push(invalid('daily_budget_amount_local_micro', 'A line item bids more than this daily budget.'))
  }
  if (exceeds(held.largestBid, total) || exceeds(held.largestBudget, total)) {
    faults.push(invalid('total_budget_amount_local_micro', 'A line item has a bid or budget above this total budget.'))
  }
  return faults
}

/** Delivery is set at the level that holds the budgets; at the other one it is null. */
export function standardDelivery(
  level: BudgetOptimization,
  asked: boolean | undefined,
  before: boolean | null,
): boolean | null {
  return level === 'CAMPAIGN' ? (asked ?? before ?? true) : null
}

/** `standard_delivery` can be given only where the campaign holds the budgets (Part 4.4). */
export function deliveryFaults(level: BudgetOptimization, asked: boolean | undefined): Fault[] {
  if (asked === undefined || level === 'CAMPAIGN') return []
  return [invalid('standard_delivery', 'standard_delivery needs the budget optimization CAMPAIGN.')]
}

/** Room for one more active campaign (Part 8); undefined when there is to be none. */
export function activeFaults(active: number | undefined, limit: number): Fault[] {
  if (active === undefined || active < limit) return []
  return [{ code: 'TOO_MANY_CAMPAIGNS', message: `The account has ${active} active campaigns; ${limit} are allowed.` }]
}

/** A funding instrument that is deleted or has expired pays for no new campaign. */
export function fundingFaults(id: string, funds: Funds, now: Timestamp): Fault[] {
  const fatal = problemsOf(funds, now).filter((problem) => problem === 'DELETED' || problem === 'EXPIRED')
  if (fatal.length === 0) return []
  const message = `Funding Instrument ${id} cannot be used: ${fatal.join(', ')}`
  return [{ code: 'INVALID_FUNDING_INSTRUMENT', message, parameter: 'funding_instrument_id' }]
}

/** What decides whether a campaign is shown. The flight is that of all its line items. */
export interface ServingFacts {
  readonly entity_status: EntityStatus
  readonly deleted: boolean
  /** At least one line item promotes something. */
  readonly complete: boolean
  readonly flight_start: Timestamp | null
  readonly flight_end: Timestamp | null
  readonly last_effective_status: string | null
  readonly funds: Funds
  readonly approval_status: 'ACCEPTED' | 'UNDER_REVIEW' | 'REJECTED'
}

export interface ServingState {
  readonly effective_status: EffectiveStatus
  readonly servable: boolean | null
  readonly reasons_not_servable: ServingProblem[]
}

/** Derives what nobody sets: whether the campaign is shown, and why not (Part 2.18). */
export function servingState(facts: ServingFacts, now: Timestamp): ServingState {
  if (facts.deleted) {
    // The column holds what this function gave before the deletion.
    const effective_status = (facts.last_effective_status ?? 'UNKNOWN') as EffectiveStatus
    return { effective_status, servable: null, reasons_not_servable: [] }
  }
  const reasons = servingProblemsOf(facts, now)
  return { effective_status: effectiveStatus(reasons), servable: reasons.length === 0, reasons_not_servable: reasons }
}

function servingProblemsOf(facts: ServingFacts, now: Timestamp): ServingProblem[] {
  const problems: [ServingProblem, boolean][] = [
    ['ACCOUNT_REJECTED', facts.approval_status === 'REJECTED'],
    ['ACCOUNT_UNDER_REVIEW', facts.approval_status === 'UNDER_REVIEW'],
    ['PAUSED_BY_ADVERTISER', facts.entity_status === 'PAUSED'],
    ['INCOMPLETE', facts.entity_status === 'DRAFT' || !facts.complete],
    ['FUNDING_PROBLEM', problemsOf(facts.funds, now).length > 0],
    ['STARTS_IN_FUTURE', facts.flight_start !== null && facts.flight_start > now],
    ['EXPIRED', facts.flight_end !== null && facts.flight_end <= now],
  ]
  return problems.filter(([, holds]) => holds).map(([problem]) => problem)
}

function effectiveStatus(reasons: readonly ServingProblem[]): EffectiveStatus {
  if (reasons.length === 0) return 'RUNNING'
  if (reasons.includes('INCOMPLETE')) return 'UNKNOWN'
  if (reasons.includes('EXPIRED')) return 'EXPIRED'
  return reasons.every((reason) => reason === 'PAUSED_BY_ADVERTISER') ? 'PAUSED' : 'UNKNOWN'
}
