import type { operatorContract } from '@billposter/contract'
import { refuse, refuseIfAny } from '@billposter/contract/language/errors'
import { permissions } from '@billposter/contract/language/permissions'
import { findUser } from '../../identity/users.ts'
import type { Call, Handlers } from '../../store/call.ts'
import { addAccountApp } from '../account-apps/handlers.ts'
import { addFeatures, featuresOf, removeFeatures } from '../features/handlers.ts'
import { createFundingInstrument } from '../funding-instruments/handlers.ts'
import { makePromotable } from '../promotable-users/handlers.ts'
import { newAccount } from './handlers.ts'
import { putGrant, rows } from './rows.ts'
import { inOrder, permissionFaults, timezoneFaults } from './rules.ts'

async function knownUser(call: Call, userId: bigint): Promise<string> {
  const user = await findUser(call.db, String(userId))
  return user?.id ?? refuse('NOT_FOUND', `User ${userId} was not found.`, { parameter: 'user_id' })
}

type Stored = Awaited<ReturnType<typeof rows.take>>

/** The columns that only the operator sees, and the features. */
async function operated(call: Call, { environment, active_campaign_limit, account_history_allowed, id }: Stored) {
  const features = await featuresOf(call, id)
  // The column holds one of the two doors.
  return {
    environment: environment as 'production' | 'sandbox',
    active_campaign_limit,
    account_history_allowed,
    features,
  }
}

export const operatorHandlers: Handlers<typeof operatorContract.accounts> = {
  create(call, { name, timezone, environment, business_name = null, business_id = null }) {
    refuseIfAny(timezoneFaults(timezone))
    const values = { ...newAccount, name, timezone, environment, business_name, business_id }
    const account = rows.insert(call, values, {})
    const { active_campaign_limit, account_history_allowed } = values
    return { ...account, environment, active_campaign_limit, account_history_allowed, features: [] }
  },

  async update(call, { account_id, features_add = [], features_remove = [], ...given }) {
    const before = await rows.take(call, account_id)
    const settings = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    await removeFeatures(call, features_remove)
    await addFeatures(call, features_add)
    call.identityChanged()
    const account = rows.update(call, before, settings)
    return { ...account, ...(await operated(call, { ...before, ...settings })) }
  },

  async grant(call, { account_id, user_id, permissions: asked }) {
    refuseIfAny(permissionFaults(asked))
    const granted = inOrder(asked, permissions)
    const user = await knownUser(call, user_id)
    putGrant(call, account_id, user, granted)
    return { account_id, user_id: user, permissions: granted }
  },

  async setPromotableUser(call, { account_id, user_id, promotable_user_type }) {
    const user = await knownUser(call, user_id)
    const id = await makePromotable(call, account_id, user, promotable_user_type)
    return { id, account_id, user_id: user, promotable_user_type }
  },

  createFundingInstrument: (call, given) => createFundingInstrument(call, given),

  createAccountApp: (call, given) => addAccountApp(call, given),
}
