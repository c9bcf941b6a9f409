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

/** What an objective leaves to choose. Of each choice the first is the default. */
interface Terms {
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

export const termsOf: Readonly<Record<Objective, Terms>> = {
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

/** The goals of an objective, its default first. */
export function goalsOf(objective: Objective): [Goal, ...Goal[]] {
  const [[first], ...others] = termsOf[objective].goals
  return [first, ...others.map(([goal]) => goal)]
}

/** How one can bid for a goal; the first is the default for a bid of this amount. Purchases are always bid AUTO. */
export function bidStrategiesOf(objective: Objective, goal: Goal, bid: bigint | null): [BidStrategy, ...BidStrategy[]] {
  if (goal === 'APP_PURCHASES') return ['AUTO']
  const { bidStrategies: amounts } = termsOf[objective]
  return bid === null ? ['AUTO', ...amounts] : [...amounts, 'AUTO']
}

/** What can be billed, the default first. A goal of another objective counts as the default goal. */
export function payBysOf(objective: Objective, goal: Goal, bidStrategy: BidStrategy): [PayBy, ...PayBy[]] {
  if (goal === 'LINK_CLICKS' && bidStrategy === 'TARGET') return ['LINK_CLICK']
  const { goals: all } = termsOf[objective]
  const [, first, ...others] = all.find(([known]) => known === goal) ?? all[0]
  return [first, ...others]
}
