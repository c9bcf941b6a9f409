import { type Fault, invalid, invalidParameter } from '@billposter/contract/language/errors'
import type { FeatureKey } from '@billposter/contract/resources/features'
import { type BiddingRule, bidFaults } from '../bidding-rules/rules.ts'
import { dailyBudgetFaults } from '../campaigns/rules.ts'
import { bidStrategiesOf, goalsOf, type Objective, payBysOf, type Placement, termsOf } from './objectives.ts'
import { keptPayBy, type LineItem, type Parent } from './plan.ts'

/** What a line item is measured against. */
export interface Measures {
  readonly campaign: Parent
  readonly bidding: BiddingRule
  /** The placements that its product type can have. */
  readonly combinations: readonly (readonly Placement[])[]
}

/** The rules that a line item keeps whenever it is stored. A draft may still lack what it needs later. */
export function lineItemFaults(lineItem: LineItem, { campaign, bidding, combinations }: Measures): Fault[] {
  return [
    ...termFaults(lineItem),
    ...placementFaults(lineItem, combinations),
    ...flightFaults(lineItem),
    ...formFaults(lineItem),
    ...frequencyFaults(lineItem),
    ...budgetFaults(lineItem, campaign),
    ...bidAmountFaults(lineItem, campaign, bidding),
    ...(lineItem.entity_status === 'DRAFT' ? [] : needFaults(lineItem, campaign)),
  ]
}

/** Product type, goal, strategy and billing are among those of the objective. */
function termFaults({ objective, product_type, goal, bid_strategy, pay_by, placements }: LineItem): Fault[] {
  const goals = goalsOf(objective)
  const known = goals.includes(goal) ? goal : goals[0]
  const choices: [field: string, value: string, allowed: readonly string[], whose: string][] = [
    ['product_type', product_type, termsOf[objective].productTypes, objective],
    ['goal', goal, goals, objective],
    ['bid_strategy', bid_strategy, bidStrategiesOf(objective, known, null), `${objective} with goal ${known}`],
    ['pay_by', pay_by, payBysOf(objective, known, bid_strategy), `goal ${known} with bid strategy ${bid_strategy}`],
  ]
  const faults = choices
    .filter(([, value, allowed]) => !allowed.includes(value))
    .map(([field, value, allowed, whose]) =>
      invalid(field, `${field} for ${whose} must be ${allowed.join(' or ')}, not ${value}.`),
    )
  if (goal === 'APP_PURCHASES' && placements.includes('PUBLISHER_NETWORK')) {
    faults.push(invalid('goal', 'goal APP_PURCHASES excludes the placement PUBLISHER_NETWORK.'))
  }
  return faults
}

/** The placements, in any order, are a combination of the product type; some need others beside them. */
function placementFaults(lineItem: LineItem, combinations: Measures['combinations']): Fault[] {
  const { placements, product_type, objective } = lineItem
  const shown = placements.join(', ')
  if (shown === 'PLATFORM_PROFILE') return [invalid('placements', 'PLATFORM_PROFILE needs another placement beside it.')]
  const faults: Fault[] = []
  const given = new Set(placements)
  if (!combinations.some((combination) => given.symmetricDifference(new Set(combination)).size === 0)) {
    faults.push(invalid('product_type', `${product_type} cannot have the placements ${shown}.`))
  }
  if (objective === 'REACH' && !given.has('PLATFORM_TIMELINE') && shown !== 'ALL_ON_PLATFORM') {
    faults.push(invalid('placements', `REACH needs PLATFORM_TIMELINE, or ALL_ON_PLATFORM alone; not ${shown}.`))
  }
  return faults
}

function flightFaults({ start_time, end_time }: LineItem): Fault[] {
  if (start_time === null || end_time === null || end_time > start_time) return []
  return [invalid('end_time', 'end_time must be later than start_time')]
}

const hostName = /^([\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+\p{L}[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]$/u
const packageName = /^[a-z]\w*(\.[a-z]\w*)+$/i
const digits = /^\d+$/
const taxonomyId = /^IAB\d{1,2}(-\d{1,2})?$/
const mostBusinessCategories = 2

/** Text that means something elsewhere has the form that it has there. */
function formFaults(lineItem: LineItem): Fault[] {
  const { advertiser_domain: domain, categories, objective } = lineItem
  const { android_app_store_identifier: android, ios_app_store_identifier: ios } = lineItem
  const faults: Fault[] = []
  if (domain !== null && !hostName.test(domain)) {
    faults.push(invalid('advertiser_domain', `Invalid advertiser domain format: "${domain}", not like example.com`))
  }
  const wrong = (parameter: string, expected: string, got: string) =>
    faults.push(invalidParameter(parameter, `Expected ${expected}, got "${got}" for ${parameter}`))
  if (android !== null && !packageName.test(android)) {
    wrong('android_app_store_identifier', 'a package name such as com.example.app', android)
  }
  if (ios !== null && !digits.test(ios)) wrong('ios_app_store_identifier', 'digits', ios)
  const unknown = categories.find((category) => !taxonomyId.test(category))
  if (unknown !== undefined) wrong('categories', 'taxonomy identifiers such as IAB1-2', unknown)
  if (objective === 'PREROLL_VIEWS' && categories.length > mostBusinessCategories) {
    const message = `A maximum of ${mostBusinessCategories} items can be provided for categories of ${objective}`
    faults.push(invalidParameter('categories', message))
  }
  return faults
}

const cappedDays: readonly (number | null)[] = [null, 1, 7, 30]

function frequencyFaults({ objective, frequency_cap, duration_in_days }: LineItem): Fault[] {
  const faults: Fault[] = []
  if (!cappedDays.includes(duration_in_days)) {
    const message = `Expected 1, 7 or 30, got "${duration_in_days}" for duration_in_days`
    faults.push(invalidParameter('duration_in_days', message))
  }
  if ((frequency_cap ?? duration_in_days) !== null && !termsOf[objective].takesFrequencyCap) {
    const attribute = frequency_cap === null ? 'duration_in_days' : 'frequency_cap'
    faults.push(invalid(attribute, `${objective} cannot have a frequency cap.`))
  }
  return faults
}

/** Budgets stand at one level only. Where it is the line item's, they stay within the campaign's total. */
function budgetFaults(lineItem: LineItem, campaign: Parent): Fault[] {
  const budgets = ['daily_budget_amount_local_micro', 'total_budget_amount_local_micro'] as const
  const held = budgets.filter((budget) => lineItem[budget] !== null)
  if (campaign.budget_optimization === 'CAMPAIGN') {
    return held.map((budget) => invalid(budget, `The budgets of Campaign ${campaign.id} are those of the campaign.`))
  }
  const total = campaign.total_budget_amount_local_micro
  const above = held.filter((budget) => exceeds(lineItem[budget], total))
  return [
    ...dailyBudgetFaults(lineItem),
    ...above.map((budget) => tooMuch(budget, `the total budget of Campaign ${campaign.id}`)),
  ]
}

/** A bid is an amount that the currency allows, and at most each budget that it is paid from. */
function bidAmountFaults(lineItem: LineItem, campaign: Parent, bidding: BiddingRule): Fault[] {
  const bid = lineItem.bid_amount_local_micro
  if (bid === null) return []
  const byCampaign = campaign.budget_optimization === 'CAMPAIGN'
  const budgets = [
    byCampaign ? campaign.daily_budget_amount_local_micro : lineItem.daily_budget_amount_local_micro,
    lineItem.total_budget_amount_local_micro,
    campaign.total_budget_amount_local_micro,
  ]
  const over = budgets.some((budget) => exceeds(bid, budget))
  const place = 'bid_amount_local_micro'
  return [...bidFaults(place, bid, bidding), ...(over ? [tooMuch(place, 'the budget that it is paid from')] : [])]
}

function exceeds(amount: bigint | null, budget: bigint | null): boolean {
  return amount !== null && budget !== null && amount > budget
}

function tooMuch(attribute: string, budget: string): Fault {
  return { code: 'SPEND_EXCEEDS_BUDGET', message: `${attribute} is more than ${budget}.`, attribute }
}

/** What else must be there: each with when it is needed. */
function needFaults(lineItem: LineItem, campaign: Parent): Fault[] {
  const { objective, goal, bid_strategy, placements, frequency_cap, duration_in_days } = lineItem
  const appless = lineItem.ios_app_store_identifier === null
  const onNetwork = placements.includes('PUBLISHER_NETWORK')
  const needs: [name: keyof LineItem, needed: boolean | undefined, when: string][] = [
    ['advertiser_domain', onNetwork, 'with the placement PUBLISHER_NETWORK'],
    ['categories', onNetwork, 'with the placement PUBLISHER_NETWORK'],
    ['categories', objective === 'PREROLL_VIEWS' && !onNetwork, `for ${objective}`],
    ['android_app_store_identifier', goal === 'APP_PURCHASES', `with the goal ${goal}`],
    [
      'android_app_store_identifier',
      termsOf[objective].promotesApp && appless && goal !== 'APP_PURCHASES',
      `for ${objective}, unless there is an ios_app_store_identifier`,
    ],
    ['bid_amount_local_micro', bid_strategy !== 'AUTO', `with the bid strategy ${bid_strategy}`],
    [
      'daily_budget_amount_local_micro',
      campaign.budget_optimization === 'LINE_ITEM',
      'where the budget is optimised by line item',
    ],
    ['primary_web_event_tag', goal === 'WEBSITE_CONVERSIONS', `with the goal ${goal}`],
    ['duration_in_days', frequency_cap !== null, 'with frequency_cap'],
    ['frequency_cap', duration_in_days !== null, 'with duration_in_days'],
  ]
  return needs
    .filter(([name, needed]) => needed && isAbsent(lineItem[name]))
    .map(([parameter, , when]) => {
      return { code: 'MISSING_PARAMETER', message: `"${parameter}" is a required parameter ${when}`, parameter }
    })
}

function isAbsent(value: LineItem[keyof LineItem]): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

/** A draft stays one or becomes something else; nothing becomes a draft again. */
export function statusFaults(before: LineItem, after: LineItem): Fault[] {
  if (after.entity_status !== 'DRAFT' || before.entity_status === 'DRAFT') return []
  return [invalidParameter('entity_status', 'Expected a value in ACTIVE, PAUSED, got "DRAFT" for entity_status')]
}

/** What is billed can be chosen anew for app installs only. Elsewhere it may follow the goal and the strategy. */
export function billingFaults(before: LineItem, after: LineItem): Fault[] {
  const { objective, goal, bid_strategy, pay_by } = after
  const allowed = payBysOf(objective, goal, bid_strategy).includes(pay_by)
  if (objective === 'APP_INSTALLS' || !allowed || pay_by === keptPayBy(before, after)) return []
  return [invalid('pay_by', `pay_by can be changed for APP_INSTALLS only, not for ${objective}.`)]
}

/** Delivery can be given only where the line item holds the budgets. */
export function deliveryFaults(asked: boolean | undefined, campaign: Parent): Fault[] {
  if (asked === undefined || campaign.budget_optimization === 'LINE_ITEM') return []
  return [invalid('standard_delivery', 'standard_delivery needs a campaign with the budget optimization LINE_ITEM.')]
}

/** A frequency cap is set and changed only with the account's feature. Losing the feature takes no cap away. */
export function featureFaults(after: LineItem, features: readonly FeatureKey[], before?: LineItem): Fault[] {
  const parameters = ['frequency_cap', 'duration_in_days'] as const
  const parameter = parameters.find((name) => after[name] !== null && after[name] !== (before?.[name] ?? null))
  if (parameter === undefined || features.includes('REACH_FREQUENCY_CAP')) return []
  return [{ code: 'FEATURE_NOT_AVAILABLE', message: 'The account lacks REACH_FREQUENCY_CAP.', parameter }]
}

/** Only a FULL promotable user may advertise; `kept` is the one that does already. */
export function advertiserFaults(asked: string | undefined, fullUsers: readonly string[], kept?: string | null): Fault[] {
  if (asked === undefined || asked === kept || fullUsers.includes(asked)) return []
  const parameter = 'advertiser_user_id'
  return [invalidParameter(parameter, `setting ${parameter} to ${asked} is not allowed: no FULL promotable user`)]
}

/** The other line items of a campaign: how many, and what they share if there are any. */
export interface Siblings {
  readonly count: number
  readonly objective: string | null
  readonly product_type: string | null
}

const lineItemsPerCampaign = 100
const activeLineItemsPerAccount = 8000

/** A campaign has at most 100 line items, all with one objective and one product type. */
export function siblingFaults(lineItem: { objective: Objective; product_type: string; campaign_id: string }, siblings: Siblings): Fault[] {
  const faults = (['objective', 'product_type'] as const)
    .filter((field) => siblings[field] !== null && siblings[field] !== lineItem[field])
    .map((field) => invalid(field, `The line items of Campaign ${lineItem.campaign_id} have the ${field} ${siblings[field]}.`))
  if (siblings.count < lineItemsPerCampaign) return faults
  const message = `Campaign ${lineItem.campaign_id} has ${siblings.count} line items; ${lineItemsPerCampaign} are allowed.`
  return [...faults, { code: 'TOO_MANY_LINE_ITEMS', message }]
}

/** Room for one more active line item. */
export function activeFaults(active: number): Fault[] {
  if (active < activeLineItemsPerAccount) return []
  const message = `The account has ${active} active line items; ${activeLineItemsPerAccount} are allowed.`
  return [{ code: 'TOO_MANY_LINE_ITEMS', message }]
}
