import type { contract } from '@billposter/contract'
import type { Handlers } from '../../store/call.ts'
import { refreshFlight } from '../campaigns/rows.ts'
import { rows } from './rows.ts'

export const handlers: Handlers<typeof contract.lineItems> = {
  list: (call, given) => rows.page(call, given),
  get: (call, { line_item_id, with_deleted }) => rows.read(call, line_item_id, { with_deleted }),
  create() {
    throw new Error('in work')
  },
  update() {
    throw new Error('in work')
  },
  async remove(call, { line_item_id }) {
    const before = await rows.take(call, line_item_id)
    const lineItem = rows.remove(call, before)
    refreshFlight(call, before.campaign_id)
    return lineItem
  },
}
