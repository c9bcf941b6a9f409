import { sql } from '../../store/sql.ts'
import type { Platform } from '../port.ts'

/** Posts in the service's own database. */
export const builtInPlatform: Platform = {
  publish(call, post) {
    call.db.later(sql`
      insert into posts (id, user_id, text, media_keys, location, lang, created_at)
      values (${post.id}, ${post.user_id}, ${post.text}, ${JSON.stringify(post.media_keys)}, ${post.location},
              ${post.lang}, ${post.created_at})`)
  },
}
