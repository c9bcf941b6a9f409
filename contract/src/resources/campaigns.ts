import { anyText, arrayOf, bool, csv, id, int, localMicro, long, nullable, oneOf, text } from '../language/field.ts'
import { batchOf } from '../language/batch.ts'
import { defaultSorts, listing, namePrefix, withDeleted } from '../language/listing.ts'
import { list, operation, single } from '../language/operation.ts'
import { account, clearable, defaulted, optional, required } from '../language/params.ts'
import { idField, resource, stamps } from '../language/resource.ts'

/** Why a campaign is not shown to anybody, in the order in which reasons are listed. */
export const servingProblems = [
  'ACCOUNT_REJECTED',
  'ACCOUNT_UNDER_REVIEW',
  'PAUSED_BY_ADVERTISER',
  'INCOMPLETE',
  'FUNDING_PROBLEM',
  'STARTS_IN_FUTURE',
  'EXPIRED',
] as const

export const budgetOptimizations = ['CAMPAIGN', 'LINE_ITEM'] as const

/** A campaign (Part 2.18). `servable`, its reasons and `effective_status` follow from what is there and the time. */
export const campaignResource = resource({
  title: 'Campaign',
  idParam: 'campaign_id',
  history: 'CAMPAIGN',
  fields: {
    ...idField,
    name: anyText(),
    funding_instrument_id: anyText(),
    budget_optimization: oneOf(...budgetOptimizations),
    entity_status: oneOf('ACTIVE', 'DRAFT', 'PAUSED'),
    effective_status: oneOf('UNKNOWN', 'RUNNING', 'PAUSED', 'EXPIRED'),
    servable: nullable(bool()),
    reasons_not_servable: arrayOf(oneOf(...servingProblems)),
    daily_budget_amount_local_micro: nullable(long()),
    total_budget_amount_local_micro: nullable(long()),
    standard_delivery: nullable(bool()),
    purchase_order_number: nullable(anyText()),
    duration_in_days: nullable(int()),
    frequency_cap: nullable(int()),
    currency: anyText(),
    ...stamps,
  },
})

const path = '/accounts/:account_id/campaigns'
const one = `${path}/:campaign_id`
const oneCampaign = { ...account, campaign_id: required(id(), 'The campaign.') }

const settings = {
  daily_budget_amount_local_micro: clearable(localMicro(), 'Budget per day, in micros; at most the total budget.'),
  total_budget_amount_local_micro: clearable(localMicro(), 'Budget of the whole campaign, in micros.'),
  purchase_order_number: clearable(text({ max: 50 }), 'Shown on invoices.'),
  standard_delivery: optional(bool(), 'Spread spend evenly. Only where the budget is optimised by campaign.'),
}

const operations = {
  create: operation({
    method: 'POST',
    path,
    summary: 'Create a campaign.',
    spec: '4.4',
    params: {
      ...account,
      funding_instrument_id: required(id(), 'What pays for it; decides its currency.'),
      name: required(text({ max: 255 }), 'Its name.'),
      budget_optimization: defaulted(oneOf(...budgetOptimizations), 'CAMPAIGN', 'The level that holds the budgets.'),
      entity_status: defaulted(oneOf('ACTIVE', 'DRAFT', 'PAUSED'), 'ACTIVE', 'Drafts are not checked for budgets.'),
      ...settings,
    },
    ability: 'campaigns.write',
    answer: single(campaignResource.schema),
    errors: ['INVALID', 'INVALID_FUNDING_INSTRUMENT', 'TOO_MANY_CAMPAIGNS'],
  }),
  update: operation({
    method: 'PUT',
    path: one,
    summary: 'Change a campaign.',
    spec: '4.4',
    params: {
      ...oneCampaign,
      name: optional(text({ max: 255 }), 'Its name.'),
      budget_optimization: optional(oneOf(...budgetOptimizations), 'The level that holds the budgets.'),
      entity_status: optional(oneOf('ACTIVE', 'PAUSED'), 'Nothing becomes a draft again.'),
      ...settings,
    },
    ability: 'campaigns.write',
    answer: single(campaignResource.schema),
    errors: ['INVALID', 'INVALID_FUNDING_INSTRUMENT', 'MISSING_PARAMETER', 'TOO_MANY_CAMPAIGNS'],
  }),
  remove: operation({
    method: 'DELETE',
    path: one,
    summary: 'Delete a campaign, for good.',
    spec: '4.4',
    params: oneCampaign,
    ability: 'campaigns.write',
    answer: single(campaignResource.schema),
  }),
}

export const campaigns = {
  list: operation({
    method: 'GET',
    path,
    summary: 'List campaigns.',
    spec: '4.4',
    params: {
      ...account,
      campaign_ids: optional(csv(id()), 'Only these.'),
      funding_instrument_ids: optional(csv(id()), 'Only those paid by these.'),
      ...namePrefix(),
      with_draft: defaulted(bool(), false, 'Drafts too.'),
      ...listing({
        sorts: [
          ...defaultSorts,
          'name',
          'daily_budget_amount_local_micro',
          'total_budget_amount_local_micro',
          'standard_delivery',
        ],
      }),
    },
    ability: 'campaigns.read',
    core: true,
    answer: list(campaignResource.schema),
  }),
  get: operation({
    method: 'GET',
    path: one,
    summary: 'Read a campaign.',
    spec: '4.4',
    params: { ...oneCampaign, ...withDeleted },
    ability: 'campaigns.read',
    core: true,
    answer: single(campaignResource.schema),
  }),
  ...operations,
  batch: batchOf(operations, {
    path: '/batch/accounts/:account_id/campaigns',
    summary: 'Create, change and delete up to 40 campaigns, all or none.',
    spec: '4.4',
    max: 40,
    ability: 'campaigns.write',
  }),
}
