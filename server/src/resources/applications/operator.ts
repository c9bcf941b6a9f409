import type { operatorContract } from '@billposter/contract'
import { makeApplication } from '../../identity/tokens.ts'
import type { Handlers } from '../../store/call.ts'

export const operatorHandlers: Handlers<typeof operatorContract.applications> = {
  create(call, { name, callback_urls = [] }) {
    return { ...makeApplication(call, name, callback_urls), name, callback_urls: [...callback_urls] }
  },
}
