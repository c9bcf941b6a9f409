import type { Timestamp } from '@billposter/contract/language/field'
import type { Call } from '../store/call.ts'

/** A post of the platform. Ids are decimal text; `created_at` is UTC. */
export interface Post {
  readonly id: string
  readonly user_id: string
  readonly text: string
  readonly media_keys: readonly string[]
  readonly location: string | null
  readonly lang: string | null
  readonly created_at: Timestamp
}

/** What the host platform owns and this service only uses. The built-in one keeps it in its own database. */
export interface Platform {
  publish(call: Call, post: Post): void
}
