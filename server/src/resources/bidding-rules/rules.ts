import { type Fault } from '@billposter/contract/language/errors'

/** The bids that a currency allows, in micros (Part 2.22). */
export interface BiddingRule {
  readonly currency: string
  readonly minimum_cpe_bid_local_micro: bigint
  readonly maximum_cpe_bid_local_micro: bigint
  readonly minimum_denomination: bigint
}

const microDigits = 6n
const largestBidInUnits = 1000n

/** The smallest denomination is the currency's minor unit, of which it has `exponent` decimal digits (ISO 4217). */
export function biddingRuleOf(currency: string, exponent: number): BiddingRule {
  const denomination = 10n ** (microDigits - BigInt(exponent))
  // A thousand units of a currency with cents is about as much as a hundred thousand of one without.
  const scale = exponent === 0 ? 100n : 1n
  return {
    currency,
    minimum_cpe_bid_local_micro: denomination,
    maximum_cpe_bid_local_micro: largestBidInUnits * scale * 10n ** microDigits,
    minimum_denomination: denomination,
  }
}

/** A bid is a multiple of the denomination and within the currency's bounds. */
export function bidFaults(attribute: string, amount: bigint, rule: BiddingRule): Fault[] {
  if (amount % rule.minimum_denomination !== 0n) {
    const message = `${attribute} must be a multiple of ${rule.minimum_denomination} micros in ${rule.currency}`
    return [{ code: 'INVALID_DENOMINATION', message, attribute }]
  }
  if (amount < rule.minimum_cpe_bid_local_micro || amount > rule.maximum_cpe_bid_local_micro) {
    const bounds = `${rule.minimum_cpe_bid_local_micro} to ${rule.maximum_cpe_bid_local_micro}`
    return [{ code: 'INVALID', message: `${attribute} must be ${bounds} micros in ${rule.currency}`, attribute }]
  }
  return []
}
