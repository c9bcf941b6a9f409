import type { contract } from '@billposter/contract'
import { refuseIfAny } from '@billposter/contract/language/errors'
import type { GivenOf } from '@billposter/contract/language/operation'
import { currencies } from '../../reference-data/currencies.ts'
import type { Call, Handlers } from '../../store/call.ts'
import { rows } from './rows.ts'
import { newInstrumentFaults } from './rules.ts'

/** Gives the account of the call a funding instrument: the sandbox's way and the operator's. */
export function createFundingInstrument(call: Call, given: GivenOf<typeof contract.fundingInstruments.create>) {
  refuseIfAny(newInstrumentFaults(given, currencies))
  return rows.insert(
    call,
    {
      description: call.user
        ? 'Sandbox funding: no payment method is set up and nothing is charged'
        : 'Funding set up by the operator',
      type: given.type,
      currency: given.currency,
      start_time: given.start_time,
      end_time: given.end_time ?? null,
      entity_status: 'ACTIVE',
      credit_limit_local_micro: given.credit_limit_local_micro ?? null,
      funded_amount_local_micro: given.funded_amount_local_micro ?? null,
      spent_local_micro: 0n,
      io_header: null,
    },
    {},
  )
}

export const handlers: Handlers<typeof contract.fundingInstruments> = {
  list: (call, given) => rows.page(call, given),

  get: (call, { funding_instrument_id, with_deleted }) => rows.read(call, funding_instrument_id, { with_deleted }),

  create: createFundingInstrument,

  async remove(call, { funding_instrument_id }) {
    return rows.remove(call, await rows.take(call, funding_instrument_id))
  },
}
