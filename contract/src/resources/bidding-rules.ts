import { anyText, int, long, object, oneOf, text } from '../language/field.ts'
import { list, operation } from '../language/operation.ts'
import { optional } from '../language/params.ts'

export const biddingRules = {
  list: operation({
    method: 'GET',
    path: '/bidding_rules',
    summary: 'List the smallest and largest bids and the denomination of each currency.',
    description: 'Amounts are in micros. Refresh at least monthly.',
    spec: '4.2',
    params: { currency: optional(text({ max: 3 }), 'An ISO 4217 code; all currencies unless given.') },
    answer: list(
      object({
        currency: anyText(),
        minimum_cpe_bid_local_micro: long(),
        maximum_cpe_bid_local_micro: long(),
        minimum_denomination: long(),
      }),
      { data_type: oneOf('bidding_rule'), total_count: int() },
    ),
  }),
}
