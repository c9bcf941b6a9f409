import { csv, oneOf } from '../language/field.ts'
import { array, operation } from '../language/operation.ts'
import { account, optional, required } from '../language/params.ts'

/** Features that a sandbox account may be given (Part 4.2). */
export const sandboxFeatureKeys = [
  'AGE_TARGETING',
  'ALLOW_SKIPPABLE_VIDEOS_FOR_PREROLL_VIEWS_OBJECTIVE',
  'AWARENESS_OBJECTIVE',
  'BRAND_TPN',
  'CHARGE_FOR_GOOD_CLICK',
  'CONVERSATION_CARD',
  'CONVERSATION_CARD_FOUR_OPTIONS',
  'CONVERSATION_CARD_UNLOCK',
  'CPI_CHARGING',
  'DIRECT_MESSAGE_CARD',
  'DR_TAP',
  'ENGAGER_RETARGETING',
  'EVENT_TARGETING',
  'INSTALLED_APP_CATEGORY_TARGETING',
  'MOBILE_CONVERSION_TRANSACTION_VALUE',
  'OPTIMIZED_ACTION_BIDDING',
  'REACH_AND_FREQUENCY_ANALYTICS',
  'REACH_FREQUENCY_CAP',
  'VALIDATED_AGE_TARGETING',
  'VIDEO_VIEWS_MIDROLL_OBJECTIVE',
  'PREROLL_VIEWS_OBJECTIVE',
  'VIDEO_APP_DOWNLOAD_CARD',
] as const

/** Every feature that an account can hold: those of the sandbox and those that only an operator grants. */
export const featureKeys = [
  ...sandboxFeatureKeys,
  'CITY_TARGETING',
  'PROMOTED_MEDIA_POLLS',
  'SHARE_AUDIENCE_OUTSIDE_BUSINESS',
  'UNIVERSAL_LOOKALIKE',
  'WEBSITE_CLICKS_CPM_BILLING',
] as const

export type FeatureKey = (typeof featureKeys)[number]

const path = '/accounts/:account_id/features'

export const features = {
  list: operation({
    method: 'GET',
    path,
    summary: 'List the features granted to an account.',
    spec: '4.2',
    params: { ...account, feature_keys: optional(csv(oneOf(...featureKeys)), 'Only these features.') },
    ability: 'accounts.read',
    answer: array(oneOf(...featureKeys)),
  }),
  add: operation({
    method: 'POST',
    path,
    summary: 'Add features to a sandbox account.',
    description: 'Answers with all features of the account. Adding one that is there already changes nothing.',
    spec: '4.2',
    params: { ...account, feature_keys: required(csv(oneOf(...sandboxFeatureKeys)), 'The features to add.') },
    doors: ['sandbox'],
    ability: 'accounts.write',
    answer: array(oneOf(...featureKeys)),
  }),
  remove: operation({
    method: 'DELETE',
    path,
    summary: 'Remove features from a sandbox account.',
    description: 'Answers with the features that remain. Removing one that is not there changes nothing.',
    spec: '4.2',
    params: { ...account, feature_keys: required(csv(oneOf(...sandboxFeatureKeys)), 'The features to remove.') },
    doors: ['sandbox'],
    ability: 'accounts.write',
    answer: array(oneOf(...featureKeys)),
  }),
}
