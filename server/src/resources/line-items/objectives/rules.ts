import { type Fault, invalid } from '@billposter/contract/language/errors'
import type {
  bidStrategies,
  goals,
  objectives,
  payBys,
  placements,
  productTypes,
} from '@billposter/contract/resources/line-items'

export type Objective = (typeof objectives)[number]
export type ProductType = (typeof productTypes)[number]
export type Placement = (typeof placements)[number]
export type Goal = (typeof goals)[number]
export type BidStrategy = (typeof bidStrategies)[number]
export type PayBy = (typeof payBys)[number]

type GoalTerms = readonly [goal: Goal, payBy: PayBy, ...otherPayBys: PayBy[]]

/** What an objective leaves to choose. The first of each is the default. */
interface Choices {
  readonly productTypes: readonly ProductType[]
  readonly goals: readonly [GoalTerms, ...GoalTerms[]]
  /** How to bid an amount. Every objective can also bid AUTO, which is the default without an amount. */
  readonly bidStrategies: readonly [BidStrategy, ...BidStrategy[]]
  readonly promotesApp?: boolean
  readonly takesFrequencyCap?: boolean
}

const videoGoals: readonly [GoalTerms, ...GoalTerms[]] = [
  ['VIDEO_VIEW', 'VIEW'],
  ['VIEW_3S_100PCT', 'VIEW_3S_100PCT'],
  ['VIEW_6S', 'VIEW'],
  ['VIEW_15S', 'VIEW'],
]

const choicesOf: Readonly<Record<Objective, Choices>> = {
  APP_ENGAGEMENTS: {
    productTypes: ['PROMOTED_POSTS'],
    goals: [
      ['APP_CLICKS', 'APP_CLICK'],
      ['APP_INSTALLS', 'APP_CLICK', 'IMPRESSION'],
    ],
    bidStrategies: ['MAX', 'TARGET'],
    promotesApp: true,
  },
  APP_INSTALLS: {
    productTypes: ['PROMOTED_POSTS'],
    goals: [
      ['APP_INSTALLS', 'IMPRESSION', 'APP_CLICK'],
      ['APP_CLICKS', 'APP_CLICK'],
      ['APP_PURCHASES', 'IMPRESSION'],
    ],
    bidStrategies: ['MAX', 'TARGET'],
    promotesApp: true,
  },
  ENGAGEMENTS: {
    productTypes: ['PROMOTED_POSTS'],
    goals: [['ENGAGEMENT', 'ENGAGEMENT']],
    bidStrategies: ['MAX'],
    takesFrequencyCap: true,
  },
  FOLLOWERS: {
    productTypes: ['PROMOTED_ACCOUNT', 'PROMOTED_POSTS'],
    goals: [['FOLLOWERS', 'FOLLOW']],
    bidStrategies: ['TARGET'],
  },
  PREROLL_VIEWS: {
    productTypes: ['MEDIA', 'PROMOTED_POSTS'],
    goals: [['PREROLL', 'VIEW'], ['PREROLL_STARTS', 'VIEW'], ...videoGoals],
    bidStrategies: ['MAX'],
    takesFrequencyCap: true,
  },
  REACH: {
    productTypes: ['PROMOTED_POSTS'],
    goals: [
      ['MAX_REACH', 'IMPRESSION'],
      ['REACH_WITH_ENGAGEMENT', 'IMPRESSION'],
    ],
    bidStrategies: ['TARGET'],
    takesFrequencyCap: true,
  },
  VIDEO_VIEWS: {
    productTypes: ['PROMOTED_POSTS'],
    goals: videoGoals,
    bidStrategies: ['MAX'],
    takesFrequencyCap: true,
  },
  WEBSITE_CLICKS: {
    productTypes: ['PROMOTED_POSTS'],
    goals: [
      ['LINK_CLICKS', 'IMPRESSION', 'LINK_CLICK'],
      ['SITE_VISITS', 'IMPRESSION'],
      ['WEBSITE_CONVERSIONS', 'IMPRESSION'],
    ],
    bidStrategies: ['MAX', 'TARGET'],
  },
}

/** The terms of a line item: what it is optimised for, how it bids and what is billed. */
export interface Terms {
  readonly goal: Goal
  readonly bid_strategy: BidStrategy
  readonly pay_by: PayBy
  readonly bid_amount_local_micro: bigint | null
}

type Asked = { [K in keyof Terms]?: Terms[K] | undefined }

function goalsOf(objective: Objective): [Goal, ...Goal[]] {
  const [[first], ...others] = choicesOf[objective].goals
  return [first, ...others.map(([goal]) => goal)]
}

/** Purchases are always bid AUTO. */
function bidStrategiesOf(objective: Objective, goal: Goal, bid: bigint | null): [BidStrategy, ...BidStrategy[]] {
  if (goal === 'APP_PURCHASES') return ['AUTO']
  const { bidStrategies: ofAmounts } = choicesOf[objective]
  return bid === null ? ['AUTO', ...ofAmounts] : [...ofAmounts, 'AUTO']
}

/** A goal of another objective, which is refused elsewhere, is billed like the default one. */
function payBysOf(objective: Objective, goal: Goal, bidStrategy: BidStrategy): [PayBy, ...PayBy[]] {
  if (goal === 'LINK_CLICKS' && bidStrategy === 'TARGET') return ['LINK_CLICK']
  const { goals: all } = choicesOf[objective]
  const [, first, ...others] = all.find(([known]) => known === goal) ?? all[0]
  return [first, ...others]
}

/** The terms of a new line item: what is not asked for follows from the objective and the bid. */
export function newTerms(objective: Objective, asked: Asked): Terms {
  const goal = asked.goal ?? goalsOf(objective)[0]
  const bid = asked.bid_amount_local_micro ?? null
  const bid_strategy = asked.bid_strategy ?? bidStrategiesOf(objective, goal, bid)[0]
  const pay_by = asked.pay_by ?? payBysOf(objective, goal, bid_strategy)[0]
  return { goal, bid_strategy, pay_by, bid_amount_local_micro: bid_strategy === 'AUTO' ? null : bid }
}

/** The terms of a changed one. It is billed as before where nobody asks otherwise and the new terms allow it. */
export function changedTerms(objective: Objective, before: Terms, asked: Asked): Terms {
  const { goal = before.goal, bid_strategy = before.bid_strategy } = asked
  const { bid_amount_local_micro: bid = before.bid_amount_local_micro } = asked
  const pay_by =
    asked.pay_by === undefined || asked.pay_by === before.pay_by
      ? keptPayBy(objective, before, { goal, bid_strategy })
      : asked.pay_by
  return { goal, bid_strategy, pay_by, bid_amount_local_micro: bid_strategy === 'AUTO' ? null : bid }
}

function keptPayBy(
  objective: Objective,
  before: Terms,
  { goal, bid_strategy }: Omit<Terms, 'pay_by' | 'bid_amount_local_micro'>,
): PayBy {
  const payBys = payBysOf(objective, goal, bid_strategy)
  return payBys.includes(before.pay_by) ? before.pay_by : payBys[0]
}

interface Promoted extends Terms {
  readonly objective: Objective
  readonly product_type: ProductType
  readonly placements: readonly Placement[]
}

/** Product type, goal, strategy and billing are among those of the objective. */
export function termFaults({ objective, product_type, placements, ...terms }: Promoted): Fault[] {
  const { goal, bid_strategy, pay_by } = terms
  const goals = goalsOf(objective)
  const known = goals.includes(goal) ? goal : goals[0]
  const choices: [field: string, value: string, allowed: readonly string[], whose: string][] = [
    ['product_type', product_type, choicesOf[objective].productTypes, objective],
    ['goal', goal, goals, objective],
    ['bid_strategy', bid_strategy, bidStrategiesOf(objective, known, null), `${objective} with the goal ${known}`],
    ['pay_by', pay_by, payBysOf(objective, known, bid_strategy), `the goal ${known} with bid strategy ${bid_strategy}`],
  ]
  const faults = choices
    .filter(([, value, allowed]) => !allowed.includes(value))
    .map(([field, value, allowed, whose]) =>
      invalid(field, `${field} for ${whose} must be ${allowed.join(' or ')}, not ${value}.`),
    )
  if (goal === 'APP_PURCHASES' && placements.includes('PUBLISHER_NETWORK')) {
    faults.push(invalid('goal', 'The goal APP_PURCHASES excludes the placement PUBLISHER_NETWORK.'))
  }
  return faults
}

/** What is billed can be chosen anew for app installs only. Elsewhere it may follow the goal and the strategy. */
export function billingFaults(objective: Objective, before: Terms, after: Terms): Fault[] {
  const allowed = payBysOf(objective, after.goal, after.bid_strategy).includes(after.pay_by)
  if (objective === 'APP_INSTALLS' || !allowed || after.pay_by === keptPayBy(objective, before, after)) return []
  return [invalid('pay_by', `pay_by can be changed for APP_INSTALLS only, not for ${objective}.`)]
}

export function promotesApp(objective: Objective): boolean {
  return choicesOf[objective].promotesApp ?? false
}

export function takesFrequencyCap(objective: Objective): boolean {
  return choicesOf[objective].takesFrequencyCap ?? false
}
