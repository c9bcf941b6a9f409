import { anyObject, anyText, id, nullable, object, oneOf, time, userId } from '../language/field.ts'
import { paging } from '../language/listing.ts'
import { list, operation } from '../language/operation.ts'
import { account, optional, required } from '../language/params.ts'
import { historyTypes } from '../language/resource.ts'

/**
 * One change of one entity (Part 2.4). `changes` maps each changed attribute to `{before, after}` and is empty on
 * CREATE; `entity_data` holds the entity's attributes after the change.
 */
export const historyRecord = object({
  change_by: object({ user_id: nullable(anyText()), platform: anyText() }),
  changes: anyObject(),
  change_time: time(),
  entity_id: anyText(),
  entity: oneOf(...historyTypes),
  entity_data: anyObject(),
  change_type: oneOf('CREATE', 'UPDATE', 'DELETE'),
})

export const accountHistory = {
  list: operation({
    method: 'GET',
    path: '/accounts/:account_id/account_history',
    summary: 'List the changes made to one entity.',
    description: 'Beta: the account must be on the allow list.',
    spec: '4.2',
    params: {
      ...account,
      entity_type: required(oneOf(...historyTypes), 'The kind of entity.'),
      entity_id: required(id(), 'The entity.'),
      start_time: required(time(), 'Start of the window, inclusive; a whole hour.'),
      end_time: required(time(), 'End of the window, exclusive; a whole hour.'),
      user_id: optional(userId(), 'Only changes by this user.'),
      ...paging(),
    },
    ability: 'campaigns.read',
    answer: list(historyRecord),
    errors: ['ACTION_NOT_ALLOWED', 'INVALID_TIME_WINDOW'],
  }),
}
