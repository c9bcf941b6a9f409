import { anyText, arrayOf, bool, csv, id, localMicro, long, nullable, oneOf, text, time } from '../language/field.ts'
import { defaultSorts, listing, withDeleted } from '../language/listing.ts'
import { list, operation, single } from '../language/operation.ts'
import { account, optional, required } from '../language/params.ts'
import { idField, resource, stamps } from '../language/resource.ts'

export const fundingInstrumentTypes = [
  'AGENCY_CREDIT_LINE',
  'CREDIT_CARD',
  'CREDIT_LINE',
  'INSERTION_ORDER',
  'PARTNER_MANAGED',
] as const

export const fundingProblems = ['DELETED', 'PAUSED', 'STARTS_IN_FUTURE', 'EXPIRED', 'BUDGET_EXHAUSTED'] as const

/** What pays for campaigns (Part 2.20). `able_to_fund` and its reasons follow from the other fields and the time. */
export const fundingInstrumentResource = resource({
  title: 'Funding Instrument',
  idParam: 'funding_instrument_id',
  fields: {
    ...idField,
    account_id: anyText(),
    description: anyText(),
    type: oneOf(...fundingInstrumentTypes),
    currency: anyText(),
    start_time: time(),
    end_time: nullable(time()),
    entity_status: oneOf('ACTIVE', 'PAUSED'),
    credit_limit_local_micro: nullable(long()),
    credit_remaining_local_micro: nullable(long()),
    funded_amount_local_micro: nullable(long()),
    able_to_fund: bool(),
    reasons_not_able_to_fund: arrayOf(oneOf(...fundingProblems)),
    io_header: nullable(anyText()),
    ...stamps,
  },
})

const path = '/accounts/:account_id/funding_instruments'
const one = `${path}/:funding_instrument_id`
const oneFundingInstrument = { ...account, funding_instrument_id: required(id(), 'The funding instrument.') }

/** What a new funding instrument is made of, for the sandbox and for the operator alike. */
export const newFundingInstrument = {
  ...account,
  currency: required(text({ max: 3 }), 'An ISO 4217 code.'),
  start_time: required(time(), 'When it begins to fund.'),
  type: required(oneOf(...fundingInstrumentTypes), 'How it is paid.'),
  end_time: optional(time(), 'When it stops to fund; after the start.'),
  credit_limit_local_micro: optional(localMicro({ min: 0 }), 'The credit, in micros.'),
  funded_amount_local_micro: optional(localMicro({ min: 0 }), 'The amount paid in, in micros.'),
}

export const fundingInstruments = {
  list: operation({
    method: 'GET',
    path,
    summary: 'List the funding instruments of an account.',
    spec: '4.3',
    params: {
      ...account,
      funding_instrument_ids: optional(csv(id()), 'Only these.'),
      ...listing({ sorts: [...defaultSorts, 'funded_amount_local_micro', 'start_time', 'end_time'] }),
    },
    ability: 'campaigns.read',
    answer: list(fundingInstrumentResource.schema),
  }),
  get: operation({
    method: 'GET',
    path: one,
    summary: 'Read a funding instrument.',
    spec: '4.3',
    params: { ...oneFundingInstrument, ...withDeleted },
    ability: 'campaigns.read',
    answer: single(fundingInstrumentResource.schema),
  }),
  create: operation({
    method: 'POST',
    path,
    summary: 'Create a funding instrument in the sandbox.',
    spec: '4.3',
    params: newFundingInstrument,
    doors: ['sandbox'],
    ability: 'accounts.write',
    answer: single(fundingInstrumentResource.schema),
    errors: ['INVALID'],
  }),
  remove: operation({
    method: 'DELETE',
    path: one,
    summary: 'Delete a funding instrument in the sandbox.',
    spec: '4.3',
    params: oneFundingInstrument,
    doors: ['sandbox'],
    ability: 'accounts.write',
    answer: single(fundingInstrumentResource.schema),
  }),
}
