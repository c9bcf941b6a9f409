import type { contract, operatorContract } from '@billposter/contract'
import type { GivenOf } from '@billposter/contract/language/operation'
import type { Call, Handlers } from '../../store/call.ts'
import { rows } from './rows.ts'

export const handlers: Handlers<typeof contract.accountApps> = {
  list: (call, given) => rows.page(call, given),
}

/** Ties an app to the account of the call. */
export function addAccountApp(call: Call, given: GivenOf<typeof operatorContract.accounts.createAccountApp>) {
  const { app_store_identifier, conversion_tracking_enabled, deep_link_pattern, os_type } = given
  return rows.insert(call, { app_store_identifier, conversion_tracking_enabled, deep_link_pattern, os_type }, {})
}
