import { type Fault, invalid, invalidParameter } from '@billposter/contract/language/errors'
import type { EntityFields } from '@billposter/contract/language/resource'
import type { FeatureKey } from '@billposter/contract/resources/features'
import type { lineItemResource } from '@billposter/contract/resources/line-items'
import { type BiddingRule, bidFaults } from '../bidding-rules/rules.ts'
import { type BudgetOptimization, dailyBudgetFaults } from '../campaigns/rules.ts'
import { type Placement, promotesApp, takesFrequencyCap, termFaults } from './objectives/rules.ts'

/** A line item as its caller and its campaign make it. */
export type LineItem = Omit<EntityFields<typeof lineItemResource>, 'id' | 'created_at' | 'updated_at' | 'deleted'>

/** What a line item takes from its campaign. Amounts are in micros. */
export interface Parent {
  readonly id: string
  readonly funding_instrument_id: string
  readonly currency: string
  readonly budget_optimization: BudgetOptimization
  readonly daily_budget_amount_local_micro: bigint | null
  readonly total_budget_amount_local_micro: bigint | null
}

/** Delivery is set at the level that holds the budgets; at the other one it is null. */
export function standardDelivery({ budget_optimization }: Parent, asked = true): boolean | null {
  return budget_optimization === 'LINE_ITEM' ? asked : null
}

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

/** The placements, in any order, are a combination of the product type; some need others beside them. */
function placementFaults(lineItem: LineItem, combinations: Measures['combinations']): Fault[] {
  const { placements, product_type, objective } = lineItem
  const shown = placements.join(', ')
  if (shown === 'PLATFORM_PROFILE') return [invalid('placements', 'PLATFORM_PROFILE cannot stand alone.')]
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

const hostName =
  /^([\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+\p{L}[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]$/u
const packageName = /^[a-z]\w*(\.[a-z]\w*)+$/i
const digits = /^\d+$/
const taxonomyId = /^IAB\d{1,2}(-\d{1,2})?$/
// Each identifier counts as a business category: nothing here says yet which identifiers make one together.
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
  if ((frequency_cap ?? duration_in_days) !== null && !takesFrequencyCap(objective)) {
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
  const needs: [name: keyof LineItem, needed: boolean, when: string][] = [
    ['advertiser_domain', onNetwork, 'with the placement PUBLISHER_NETWORK'],
    ['categories', onNetwork, 'with the placement PUBLISHER_NETWORK'],
    ['categories', objective === 'PREROLL_VIEWS' && !onNetwork, `for ${objective}`],
    ['android_app_store_identifier', goal === 'APP_PURCHASES', `with the goal ${goal}`],
    [
      'android_app_store_identifier',
      promotesApp(objective) && appless && goal !== 'APP_PURCHASES',
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

/** Delivery can be given only where the line item holds the budgets. */
export function deliveryFaults({ budget_optimization }: Parent, asked: boolean | undefined): Fault[] {
  if (asked === undefined || budget_optimization === 'LINE_ITEM') return []
  return [invalid('standard_delivery', 'standard_delivery needs a campaign with the budget optimization LINE_ITEM.')]
}

/** A frequency cap is set and changed only with the account's feature. Losing the feature takes no cap away. */
export function featureFaults(after: LineItem, features: readonly FeatureKey[], before?: LineItem): Fault[] {
  const parameters = ['frequency_cap', 'duration_in_days'] as const
  const parameter = parameters.find((name) => after[name] !== null && after[name] !== (before?.[name] ?? null))
  if (parameter === undefined || features.includes('REACH_FREQUENCY_CAP')) return []
  return [{ code: 'FEATURE_NOT_AVAILABLE', message: 'The account lacks REACH_FREQUENCY_CAP.', parameter }]
}

/** Who advertises: the user asked for, else the one that does already, else the first FULL one. Null asks for that. */
export function advertiserOf(
  asked: bigint | null | undefined,
  fullUsers: readonly string[],
  before?: LineItem,
): string | null {
  if (asked === undefined && before) return before.advertiser_user_id
  return asked?.toString() ?? fullUsers[0] ?? null
}

/** Only FULL promotable users advertise. One that does already may go on when that is over. */
export function advertiserFaults(after: LineItem, fullUsers: readonly string[], before?: LineItem): Fault[] {
  const user = after.advertiser_user_id
  if (user === null || user === before?.advertiser_user_id || fullUsers.includes(user)) return []
  const message = `setting advertiser_user_id to ${user} is not allowed: it is no FULL promotable user of the account`
  return [invalidParameter('advertiser_user_id', message)]
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
export function siblingFaults(lineItem: LineItem, siblings: Siblings): Fault[] {
  const faults = (['objective', 'product_type'] as const)
    .filter((field) => siblings[field] !== null && siblings[field] !== lineItem[field])
    .map((field) =>
      invalid(field, `The line items of Campaign ${lineItem.campaign_id} have the ${field} ${siblings[field]}.`),
    )
  if (siblings.count < lineItemsPerCampaign) return faults
  const message = `Campaign ${lineItem.campaign_id} has ${siblings.count} line items; ${lineItemsPerCampaign} are allowed.`
  return [...faults, { code: 'TOO_MANY_LINE_ITEMS', message }]
}

/** Room for one more active line item; undefined when there is to be none. */
export function activeFaults(active: number | undefined): Fault[] {
  if (active === undefined || active < activeLineItemsPerAccount) return []
  const message = `The account has ${active} active line items; ${activeLineItemsPerAccount} are allowed.`
  return [{ code: 'TOO_MANY_LINE_ITEMS', message }]
}
