import { type Fault, invalid, invalidParameter } from '@billposter/contract/language/errors'
import type { Timestamp } from '@billposter/contract/language/field'
import type { fundingInstrumentTypes, fundingProblems } from '@billposter/contract/resources/funding-instruments'

type FundingInstrumentType = (typeof fundingInstrumentTypes)[number]
export type FundingProblem = (typeof fundingProblems)[number]

/** What decides whether a funding instrument can fund. Amounts are in micros. */
export interface Funds {
  readonly type: FundingInstrumentType
  readonly start_time: Timestamp
  readonly end_time: Timestamp | null
  readonly entity_status: 'ACTIVE' | 'PAUSED'
  readonly credit_limit_local_micro: bigint | null
  readonly funded_amount_local_micro: bigint | null
  readonly spent_local_micro: bigint
  readonly deleted: boolean
}

/** Only the two credit lines have a remaining credit: their limit less what was spent (Part 2.20). */
export function creditRemaining(funds: Funds): bigint | null {
  if (funds.type !== 'CREDIT_LINE' && funds.type !== 'AGENCY_CREDIT_LINE') return null
  return funds.credit_limit_local_micro === null ? null : funds.credit_limit_local_micro - funds.spent_local_micro
}

function isExhausted(funds: Funds): boolean {
  const remaining = creditRemaining(funds)
  if (remaining !== null) return remaining <= 0n
  return funds.funded_amount_local_micro !== null && funds.spent_local_micro >= funds.funded_amount_local_micro
}

/** Why the instrument cannot fund at this time; empty when it can. */
export function problemsOf(funds: Funds, now: Timestamp): FundingProblem[] {
  const problems: [FundingProblem, boolean][] = [
    ['DELETED', funds.deleted],
    ['PAUSED', funds.entity_status === 'PAUSED'],
    ['STARTS_IN_FUTURE', funds.start_time > now],
    ['EXPIRED', funds.end_time !== null && funds.end_time <= now],
    ['BUDGET_EXHAUSTED', isExhausted(funds)],
  ]
  return problems.filter(([, holds]) => holds).map(([problem]) => problem)
}

/** A new instrument has a known currency and ends after it starts. */
export function newInstrumentFaults(
  given: { currency: string; start_time: Timestamp; end_time?: Timestamp | undefined },
  currencies: ReadonlyMap<string, unknown>,
): Fault[] {
  const faults: Fault[] = []
  if (!currencies.has(given.currency)) {
    faults.push(
      invalidParameter('currency', `Expected an ISO 4217 code such as USD, got "${given.currency}" for currency`),
    )
  }
  if (given.end_time !== undefined && given.end_time <= given.start_time) {
    faults.push(invalid('end_time', 'end_time must be later than start_time'))
  }
  return faults
}
