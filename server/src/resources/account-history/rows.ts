import { nodeOf } from '@billposter/contract/language/field'
import type { contract } from '@billposter/contract'
import type { GivenOf } from '@billposter/contract/language/operation'
import { historyRecord } from '@billposter/contract/resources/account-history'
import type { Call } from '../../store/call.ts'
import { codecOf } from '../../store/codec.ts'
import { type Page, readPage } from '../../store/listing.ts'
import { raw, sql } from '../../store/sql.ts'

const columns = [
  'id',
  'user_id',
  'platform',
  'changes',
  'change_time',
  'entity_id',
  'entity_type',
  'entity_data',
  'change_type',
]
const time = codecOf(nodeOf(historyRecord.properties.change_time))

/** The changes of one entity within the window, in the order in which they were made. */
export function page(call: Call, given: GivenOf<typeof contract.accountHistory.list>): Promise<Page> {
  const { entity_type, entity_id, start_time, end_time, user_id } = given
  return readPage(call, given, {
    table: 'account_history',
    columns: raw(columns.map((column) => `account_history.${column}`).join(', ')),
    from: raw('account_history'),
    where: [
      sql`account_id = ${call.account.id} and entity_type = ${entity_type} and entity_id = ${entity_id}`,
      sql`change_time >= ${start_time} and change_time < ${end_time}`,
      ...(user_id === undefined ? [] : [sql`user_id = ${user_id}`]),
    ],
    place: (column) => columns.indexOf(column),
    write: ([, user, platform, changes, changed, entity, type, data, change]) =>
      `{"change_by":{"user_id":${user === null ? 'null' : `"${user}"`},"platform":"${platform}"},"changes":${changes},` +
      `"change_time":${time.json(changed ?? '')},"entity_id":"${entity}","entity":"${type}",` +
      `"entity_data":${data},"change_type":"${change}"}`,
  })
}
