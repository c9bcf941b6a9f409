import type { contract } from '@billposter/contract'
import { refuse, refuseIfAny } from '@billposter/contract/language/errors'
import type { Handlers } from '../../store/call.ts'
import { page } from './rows.ts'
import { windowFaults } from './rules.ts'

export const handlers: Handlers<typeof contract.accountHistory> = {
  list(call, given) {
    if (!call.account.account_history_allowed) {
      refuse('ACTION_NOT_ALLOWED', `Account ${call.account.id} is not on the allow list of account history.`)
    }
    refuseIfAny(windowFaults(given.start_time, given.end_time))
    return page(call, given)
  },
}
