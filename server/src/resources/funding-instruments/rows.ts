import { long } from '@billposter/contract/language/field'
import { fundingInstrumentResource } from '@billposter/contract/resources/funding-instruments'
import { table } from '../../store/table.ts'
import { anyOf } from '../../store/filters.ts'
import { creditRemaining, problemsOf } from './rules.ts'

export const rows = table({
  resource: fundingInstrumentResource,
  name: 'funding_instruments',
  hidden: { spent_local_micro: long() },
  derived: {
    fields: ['credit_remaining_local_micro', 'able_to_fund', 'reasons_not_able_to_fund'],
    from: [
      'type',
      'start_time',
      'end_time',
      'entity_status',
      'credit_limit_local_micro',
      'funded_amount_local_micro',
      'spent_local_micro',
      'deleted',
    ],
    derive(funds, call) {
      const reasons_not_able_to_fund = problemsOf(funds, call.now)
      return {
        credit_remaining_local_micro: creditRemaining(funds),
        able_to_fund: reasons_not_able_to_fund.length === 0,
        reasons_not_able_to_fund,
      }
    },
  },
  filters: { funding_instrument_ids: anyOf('funding_instruments.id') },
})
