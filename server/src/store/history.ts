import { writeAnyJson } from '@billposter/contract/language/json'
import type { HistoryType } from '@billposter/contract/language/resource'
import type { Call } from './call.ts'
import { sql } from './sql.ts'

type Attributes = Record<string, unknown>

export interface Change {
  readonly entity: HistoryType
  readonly type: 'CREATE' | 'UPDATE' | 'DELETE'
  readonly id: string
  readonly before?: Attributes
  readonly after: Attributes
}

/** Keeps one change of one entity, in the transaction of the change itself. */
export function recordChange(call: Call, change: Change): void {
  call.db.later(sql`
    insert into account_history
      (account_id, id, entity_type, entity_id, change_type, change_time, user_id, platform, changes, entity_data, request_id)
    values
      (${call.account.id}, ${call.surroundings.ids.entity()}, ${change.entity}, ${change.id}, ${change.type}, ${call.now},
       ${call.user?.id ?? null}, ${call.user ? 'API_OTHER' : 'OPERATOR'}, ${writeAnyJson(differences(change))},
       ${writeAnyJson(change.after)}, ${call.requestId})`)
}

/** Each attribute that differs, with its value before and after; the time stamp of the change says nothing new. */
function differences({ before, after }: Change): Attributes {
  if (!before) return {}
  const changed = Object.keys(after).filter(
    (name) => name !== 'updated_at' && writeAnyJson(before[name]) !== writeAnyJson(after[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, { before: before[name], after: after[name] }]))
}
