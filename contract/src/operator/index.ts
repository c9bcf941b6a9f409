import { anyText, arrayOf, bool, csv, id, int, nullable, object, oneOf, text, time, userId } from '../language/field.ts'
import { operatorOperation, single } from '../language/operation.ts'
import { account, defaulted, optional, required } from '../language/params.ts'
import { permissions } from '../language/permissions.ts'
import { accountAppResource } from '../resources/account-apps.ts'
import { accountResource, approvalStatuses } from '../resources/accounts.ts'
import { featureKeys } from '../resources/features.ts'
import { fundingInstrumentResource, newFundingInstrument } from '../resources/funding-instruments.ts'

/** A person on the platform. Ids are decimal. */
export const userRecord = object({
  id: anyText(),
  screen_name: anyText(),
  name: anyText(),
  created_at: time(),
})

const oneUser = { user_id: required(userId(), 'The user.') }

/** An account as the operator sees it: with its limits, allow list and features. */
export const operatedAccount = object({
  ...accountResource.schema.properties,
  environment: oneOf('production', 'sandbox'),
  active_campaign_limit: int(),
  account_history_allowed: bool(),
  features: arrayOf(oneOf(...featureKeys)),
})

const oauth1Credentials = object({
  consumer_key: anyText(),
  consumer_secret: anyText(),
  access_token: anyText(),
  access_token_secret: anyText(),
})

export const promotableUserTypes = ['FULL', 'REPOSTS_ONLY'] as const

/** What the operator of a platform can do and the interface cannot: people, accounts, money, access, review. */
export const operator = {
  users: {
    create: operatorOperation({
      method: 'POST',
      path: '/users',
      summary: 'Make a user.',
      params: {
        screen_name: required(text({ max: 15 }), 'Letters, digits and underscores; unique whatever the case.'),
        name: optional(text({ max: 50 }), 'As shown; the screen name unless given.'),
        password: optional(
          text({ min: 8, max: 200 }),
          'For signing in on the page that grants access to an application.',
        ),
      },
      answer: single(userRecord),
    }),
    createTokens: operatorOperation({
      method: 'POST',
      path: '/users/:user_id/tokens',
      summary: 'Make a bearer token and a set of OAuth 1.0a credentials; shown once.',
      params: oneUser,
      answer: single(object({ bearer_token: anyText(), oauth1: oauth1Credentials })),
    }),
    revokeTokens: operatorOperation({
      method: 'DELETE',
      path: '/users/:user_id/tokens',
      summary: 'Revoke all tokens of a user; they fail within a second in every process.',
      params: oneUser,
      answer: single(object({ revoked: int() })),
    }),
    createPost: operatorOperation({
      method: 'POST',
      path: '/users/:user_id/posts',
      summary: 'Make an organic post.',
      params: {
        ...oneUser,
        text: required(text({ max: 25_000 }), 'What it says.'),
        created_at: optional(time(), 'When it was published; now unless given.'),
        media_keys: optional(csv(id(), { max: 4 }), 'Its media.'),
        location: optional(text(), 'Where it was written.'),
        lang: optional(text({ max: 35 }), 'Its language, a BCP 47 tag.'),
      },
      answer: single(
        object({
          id: anyText(),
          user_id: anyText(),
          text: anyText(),
          media_keys: arrayOf(anyText()),
          location: nullable(anyText()),
          lang: nullable(anyText()),
          created_at: time(),
        }),
      ),
    }),
  },
  applications: {
    create: operatorOperation({
      method: 'POST',
      path: '/applications',
      summary: 'Register an application that users can grant access to; its secret is shown once.',
      params: {
        name: required(text({ max: 100 }), 'As the page that asks for access shows it.'),
        callback_urls: optional(
          csv(text({ max: 2048 }), { max: 10 }),
          'Where it may be sent back to; `oob` always may.',
        ),
      },
      answer: single(
        object({
          consumer_key: anyText(),
          consumer_secret: anyText(),
          name: anyText(),
          callback_urls: arrayOf(anyText()),
        }),
      ),
    }),
  },
  accounts: {
    create: operatorOperation({
      method: 'POST',
      path: '/accounts',
      summary: 'Make an account.',
      params: {
        name: required(text(), 'Its name.'),
        timezone: defaulted(text({ max: 64 }), 'UTC', 'An IANA time zone.'),
        environment: required(oneOf('production', 'sandbox'), 'The door that it is reached by.'),
        business_name: optional(text(), 'The business that owns it.'),
        business_id: optional(text(), 'That business’s id; accounts with the same one belong together.'),
      },
      answer: single(operatedAccount),
    }),
    update: operatorOperation({
      method: 'PATCH',
      path: '/accounts/:account_id',
      summary: 'Review an account, set its limits, change its features.',
      params: {
        ...account,
        approval_status: optional(oneOf(...approvalStatuses), 'The outcome of the review.'),
        active_campaign_limit: optional(int({ min: 0, max: 8000 }), 'Active campaigns that it may have; 200 at first.'),
        account_history_allowed: optional(bool(), 'Whether account history is readable; true at first.'),
        features_add: optional(csv(oneOf(...featureKeys), { min: 0 }), 'Features to grant.'),
        features_remove: optional(csv(oneOf(...featureKeys), { min: 0 }), 'Features to take away.'),
      },
      answer: single(operatedAccount),
    }),
    grant: operatorOperation({
      method: 'PUT',
      path: '/accounts/:account_id/grants/:user_id',
      summary: 'Set a user’s permissions on an account; an empty list removes them.',
      params: {
        ...account,
        ...oneUser,
        permissions: required(csv(oneOf(...permissions), { min: 0 }), 'All that the user is to have.'),
      },
      answer: single(
        object({ account_id: anyText(), user_id: anyText(), permissions: arrayOf(oneOf(...permissions)) }),
      ),
    }),
    setPromotableUser: operatorOperation({
      method: 'PUT',
      path: '/accounts/:account_id/promotable_users/:user_id',
      summary: 'Let an account promote a user, or change to which extent.',
      params: {
        ...account,
        ...oneUser,
        promotable_user_type: required(oneOf(...promotableUserTypes), 'FULL, or reposts only.'),
      },
      answer: single(
        object({
          id: anyText(),
          account_id: anyText(),
          user_id: anyText(),
          promotable_user_type: oneOf(...promotableUserTypes),
        }),
      ),
    }),
    createFundingInstrument: operatorOperation({
      method: 'POST',
      path: '/accounts/:account_id/funding_instruments',
      summary: 'Give an account a funding instrument of any type.',
      params: newFundingInstrument,
      answer: single(fundingInstrumentResource.schema),
      errors: ['INVALID'],
    }),
    createAccountApp: operatorOperation({
      method: 'POST',
      path: '/accounts/:account_id/account_apps',
      summary: 'Tie a mobile app to an account.',
      params: {
        ...account,
        app_store_identifier: required(text(), 'The package name or the digits of the store.'),
        os_type: required(oneOf('Android', 'iOS'), 'The operating system.'),
        conversion_tracking_enabled: defaulted(bool(), false, 'Whether conversions are reported.'),
        deep_link_pattern: defaulted(text({ min: 0 }), '', 'The app’s deep links.'),
      },
      answer: single(accountAppResource.schema),
    }),
  },
}
