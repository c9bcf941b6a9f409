import type { contract } from '@billposter/contract'
import { refuse } from '@billposter/contract/language/errors'
import { currencies } from '../../reference-data/currencies.ts'
import type { Handlers } from '../../store/call.ts'
import { biddingRuleOf } from './rules.ts'

export const handlers: Handlers<typeof contract.biddingRules> = {
  list(_call, { currency }) {
    if (currency !== undefined && !currencies.has(currency)) {
      refuse('INVALID_PARAMETER', `Expected an ISO 4217 code such as USD, got "${currency}" for currency`, {
        parameter: 'currency',
      })
    }
    const codes = currency === undefined ? [...currencies.keys()] : [currency]
    const data = codes.map((code) => biddingRuleOf(code, currencies.get(code) ?? 0))
    return { data, next_cursor: null, data_type: 'bidding_rule' as const, total_count: data.length }
  },
}
