import { accountAppResource } from '@billposter/contract/resources/account-apps'
import { table } from '../../store/table.ts'

export const rows = table({ resource: accountAppResource, name: 'account_apps' })
