import type { contract } from '@billposter/contract'
import type { Handlers } from '../../store/call.ts'
import { makePromotable } from '../promotable-users/handlers.ts'
import { listedRows, putGrant, rows } from './rows.ts'

/** What every new account starts with, whoever makes it. */
export const newAccount = {
  business_name: null,
  business_id: null,
  timezone_switch_at: null,
  approval_status: 'ACCEPTED',
  industry_type: null,
  active_campaign_limit: 200,
  account_history_allowed: true,
} as const

export const handlers: Handlers<typeof contract.accounts> = {
  list: (call, given) => listedRows.page(call, given),

  get: (call, { account_id, with_deleted }) => rows.read(call, account_id, { with_deleted }),

  async create(call) {
    const user = call.user
    if (!user) throw new Error('Only users create sandbox accounts.')
    const id = call.surroundings.ids.entity()
    const values = { ...newAccount, name: 'Sandbox account', timezone: 'America/Los_Angeles', environment: 'sandbox' }
    const account = rows.insert(call, values, {}, id)
    putGrant(call, id, user.id, ['ACCOUNT_ADMIN', 'POST_COMPOSER'])
    await makePromotable(call, id, user.id, 'FULL')
    return [account]
  },

  async update(call, { account_id, name, industry_type }) {
    const before = await rows.take(call, account_id)
    return rows.update(call, before, {
      ...(name === undefined ? {} : { name }),
      ...(industry_type === undefined ? {} : { industry_type }),
    })
  },

  async remove(call, { account_id }) {
    const before = await rows.take(call, account_id)
    call.identityChanged()
    return rows.remove(call, before)
  },
}
