import type { operatorContract } from '@billposter/contract'
import { refuse, refuseIfAny } from '@billposter/contract/language/errors'
import { makeAccessToken, makeApplication, makeBearerToken, revokeTokens } from '../../identity/tokens.ts'
import { findUser, insertUser, type User } from '../../identity/users.ts'
import { builtInPlatform } from '../../platform/built-in/posts.ts'
import type { Call, Handlers } from '../../store/call.ts'
import { isDuplicate } from '../../store/database.ts'
import { screenNameFaults } from './rules.ts'

async function knownUser(call: Call, userId: bigint): Promise<User> {
  const user = await findUser(call.db, String(userId))
  return user ?? refuse('NOT_FOUND', `User ${userId} was not found.`, { parameter: 'user_id' })
}

export const operatorHandlers: Handlers<typeof operatorContract.users> = {
  async create(call, { screen_name, name = screen_name, password }) {
    refuseIfAny(screenNameFaults(screen_name))
    const user = { id: String(call.surroundings.ids.decimal()), screen_name, name, created_at: call.now }
    try {
      await insertUser(call, user, password)
    } catch (error) {
      if (!isDuplicate(error)) throw error
      refuse('INVALID_PARAMETER', `The screen name "${screen_name}" is taken.`, { parameter: 'screen_name' })
    }
    return user
  },

  async createTokens(call, { user_id }) {
    const user = await knownUser(call, user_id)
    const bearer_token = makeBearerToken(call, user.id)
    const application = makeApplication(call, `Billposter for ${user.screen_name}`, [])
    return { bearer_token, oauth1: { ...application, ...makeAccessToken(call, user.id, application.consumer_key) } }
  },

  async revokeTokens(call, { user_id }) {
    const user = await knownUser(call, user_id)
    return { revoked: await revokeTokens(call, user.id) }
  },

  async createPost(call, { user_id, text, created_at = call.now, media_keys = [], location = null, lang = null }) {
    const user = await knownUser(call, user_id)
    const id = String(call.surroundings.ids.decimal())
    const post = { id, user_id: user.id, text, media_keys: [...media_keys], location, lang, created_at }
    builtInPlatform.publish(call, post)
    return post
  },
}
