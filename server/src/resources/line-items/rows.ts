import { lineItemResource } from '@billposter/contract/resources/line-items'
import { anyOf, beginsWith, withDraft } from '../../store/filters.ts'
import { raw } from '../../store/sql.ts'
import { table } from '../../store/table.ts'

export const rows = table({
  resource: lineItemResource,
  name: 'line_items',
  // Line items stay when their campaign is deleted, but are listed only with the deleted ones.
  alsoHidden: raw(`not exists (
    select from campaigns
    where campaigns.account_id = line_items.account_id and campaigns.id = line_items.campaign_id and campaigns.deleted)`),
  filters: {
    campaign_ids: anyOf('line_items.campaign_id'),
    funding_instrument_ids: anyOf('line_items.funding_instrument_id'),
    line_item_ids: anyOf('line_items.id'),
    q: beginsWith('line_items.name'),
    with_draft: withDraft('line_items'),
  },
})
