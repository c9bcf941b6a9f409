import { anyText, csv, id, nullable, object, oneOf, text, time } from '../language/field.ts'
import { defaultSorts, listing, namePrefix, withDeleted } from '../language/listing.ts'
import { array, list, operation, single } from '../language/operation.ts'
import { account, clearable, optional } from '../language/params.ts'
import { idField, resource, stamps } from '../language/resource.ts'

export const industryTypes = [
  'AGENCY',
  'BUSINESS_TO_BUSINESS',
  'ONLINE_SERVICES',
  'EDUCATION',
  'FINANCIAL',
  'HEALTH',
  'GOVERNMENT',
  'MEDIA',
  'MOBILE',
  'RESTAURANT',
  'RETAIL',
  'TECHNOLOGY',
  'TRAVEL',
  'OTHER',
] as const

export const approvalStatuses = ['ACCEPTED', 'UNDER_REVIEW', 'REJECTED'] as const

const listed = {
  ...idField,
  name: anyText(),
  business_name: nullable(anyText()),
  business_id: nullable(anyText()),
  timezone: anyText(),
  timezone_switch_at: nullable(time()),
  approval_status: oneOf(...approvalStatuses),
}

/** An advertising account as lists show it (Part 2.2): without `industry_type`. */
export const listedAccount = object({ ...listed, ...stamps })

/** An advertising account as single reads and updates show it (Part 2.2). */
export const accountResource = resource({
  title: 'Account',
  idParam: 'account_id',
  fields: { ...listed, industry_type: nullable(oneOf(...industryTypes)), ...stamps },
})

export const accounts = {
  list: operation({
    method: 'GET',
    path: '/accounts',
    summary: 'List the accounts that the caller has access to.',
    spec: '4.2',
    params: {
      account_ids: optional(csv(id()), 'Only these accounts.'),
      ...namePrefix(),
      ...listing({ sorts: [...defaultSorts, 'name'] }),
    },
    ability: 'accounts.read',
    answer: list(listedAccount),
  }),
  get: operation({
    method: 'GET',
    path: '/accounts/:account_id',
    summary: 'Read an account.',
    spec: '4.2',
    params: { ...account, ...withDeleted },
    ability: 'accounts.read',
    answer: single(accountResource.schema),
  }),
  create: operation({
    method: 'POST',
    path: '/accounts',
    summary: 'Create a sandbox account.',
    description: 'The caller becomes its administrator and its FULL promotable user.',
    spec: '4.2',
    params: {},
    doors: ['sandbox'],
    answer: array(accountResource.schema),
  }),
  update: operation({
    method: 'PUT',
    path: '/accounts/:account_id',
    summary: 'Rename an account or set its industry type.',
    spec: '4.2',
    params: {
      ...account,
      name: optional(text({ max: 255 }), 'The new name.'),
      industry_type: clearable(oneOf(...industryTypes), 'The advertiser’s industry.'),
    },
    ability: 'accounts.write',
    answer: single(accountResource.schema),
  }),
  remove: operation({
    method: 'DELETE',
    path: '/accounts/:account_id',
    summary: 'Delete a sandbox account.',
    spec: '4.2',
    params: account,
    doors: ['sandbox'],
    ability: 'accounts.write',
    answer: single(accountResource.schema),
  }),
}
