import type { OperationName, Values, ValuesOf } from './stage/operations.ts'
import type { Scene } from './stage/scene.ts'

/** A request that succeeds, at each call with entities of its own where it changes or deletes one. */
export type Example<N extends OperationName> = (scene: Scene) => ValuesOf<N> | Promise<ValuesOf<N>>

type Examples = { readonly [N in OperationName]: Example<N> }

/** One example for each operation; the sweep makes everything else out of it. One that is missing does not compile. */
export const examples: Examples = {
  'accounts.list': () => ({}),
  'accounts.get': ({ account_id }) => ({ account_id }),
  'accounts.create': () => ({}),
  'accounts.update': ({ account_id }) => ({ account_id, name: 'Northlight Games', industry_type: 'TECHNOLOGY' }),
  'accounts.remove': async ({ make }) => ({ account_id: await make('accounts.create') }),

  'accountApps.list': ({ account_id }) => ({ account_id }),

  'accountHistory.list': async ({ account_id, make }) => ({
    account_id,
    entity_type: 'CAMPAIGN',
    entity_id: await make('campaigns.create'),
    start_time: '2026-01-01T00:00:00Z',
    end_time: '2028-01-01T00:00:00Z',
  }),

  'authenticatedUserAccess.get': ({ account_id }) => ({ account_id }),

  'biddingRules.list': () => ({ currency: 'JPY' }),

  'campaigns.list': ({ account_id }) => ({ account_id }),
  'campaigns.get': async ({ account_id, make }) => ({ account_id, campaign_id: await make('campaigns.create') }),
  'campaigns.create': ({ account_id, funding_instrument_id }) => ({
    account_id,
    funding_instrument_id,
    name: 'Spring launch',
    daily_budget_amount_local_micro: 5_000_000n,
  }),
  'campaigns.update': async ({ account_id, make }) => ({
    account_id,
    campaign_id: await make('campaigns.create'),
    name: 'Summer launch',
    entity_status: 'PAUSED',
  }),
  'campaigns.remove': async ({ account_id, make }) => ({ account_id, campaign_id: await make('campaigns.create') }),
  'campaigns.batch': async ({ account_id, funding_instrument_id, make }) => ({
    account_id,
    operations: [
      {
        operation_type: 'Create',
        params: { funding_instrument_id, name: 'Autumn launch', total_budget_amount_local_micro: 90_000_000n },
      },
      { operation_type: 'Update', params: { campaign_id: await make('campaigns.create'), name: 'Winter launch' } },
      { operation_type: 'Delete', params: { campaign_id: await make('campaigns.create') } },
    ],
  }),

  'features.list': ({ account_id }) => ({ account_id }),
  'features.add': ({ account_id }) => ({ account_id, feature_keys: ['AGE_TARGETING', 'BRAND_TPN'] }),
  'features.remove': ({ account_id }) => ({ account_id, feature_keys: ['AGE_TARGETING', 'BRAND_TPN'] }),

  'fundingInstruments.list': ({ account_id }) => ({ account_id }),
  'fundingInstruments.get': ({ account_id, funding_instrument_id }) => ({ account_id, funding_instrument_id }),
  'fundingInstruments.create': ({ account_id }) => ({
    account_id,
    currency: 'EUR',
    start_time: '2026-01-01T00:00:00Z',
    type: 'CREDIT_LINE',
  }),
  'fundingInstruments.remove': async ({ account_id, make }) => ({
    account_id,
    funding_instrument_id: await make('fundingInstruments.create'),
  }),

  'lineItemPlacements.list': () => ({}),

  'lineItems.list': ({ account_id }) => ({ account_id }),
  'lineItems.get': async ({ account_id, make }) => ({ account_id, line_item_id: await make('lineItems.create') }),
  'lineItems.create': async ({ account_id, make }) => ({
    account_id,
    campaign_id: await make('campaigns.create'),
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_POSTS',
    placements: ['PLATFORM_TIMELINE', 'PLATFORM_SEARCH'],
  }),
  'lineItems.update': async ({ account_id, make }) => ({
    account_id,
    line_item_id: await make('lineItems.create'),
    name: 'Morning readers',
    bid_amount_local_micro: 2_000_000n,
  }),
  'lineItems.remove': async ({ account_id, make }) => ({ account_id, line_item_id: await make('lineItems.create') }),
  'lineItems.batch': async ({ account_id, make }) => ({
    account_id,
    operations: [
      {
        operation_type: 'Create',
        params: {
          campaign_id: await make('campaigns.create'),
          objective: 'WEBSITE_CLICKS',
          product_type: 'PROMOTED_POSTS',
          placements: ['ALL_ON_PLATFORM'],
        },
      },
      { operation_type: 'Update', params: { line_item_id: await make('lineItems.create'), name: 'Evening readers' } },
      { operation_type: 'Delete', params: { line_item_id: await make('lineItems.create') } },
    ],
  }),

  'operator.users.create': ({ word }) => ({ screen_name: word(), name: 'Ada' }),
  'operator.users.createTokens': async ({ make }) => ({ user_id: BigInt(await make('operator.users.create')) }),
  'operator.users.revokeTokens': async ({ make }) => ({ user_id: BigInt(await make('operator.users.create')) }),
  'operator.users.createPost': async ({ make }) => ({
    user_id: BigInt(await make('operator.users.create')),
    text: 'The rain stopped exactly when I got home.',
  }),

  'operator.applications.create': () => ({
    name: 'Billboard watcher',
    callback_urls: ['https://watcher.example/back'],
  }),

  'operator.accounts.create': () => ({ name: 'Harbour Coffee', environment: 'production', timezone: 'Europe/Lisbon' }),
  'operator.accounts.update': ({ account_id }) => ({ account_id, approval_status: 'ACCEPTED' }),
  'operator.accounts.grant': async ({ account_id, make }) => ({
    account_id,
    user_id: BigInt(await make('operator.users.create')),
    permissions: ['AD_MANAGER', 'POST_COMPOSER'],
  }),
  'operator.accounts.setPromotableUser': async ({ account_id, make }) => ({
    account_id,
    user_id: BigInt(await make('operator.users.create')),
    promotable_user_type: 'REPOSTS_ONLY',
  }),
  'operator.accounts.createFundingInstrument': ({ account_id }) => ({
    account_id,
    currency: 'USD',
    start_time: '2026-01-01T00:00:00Z',
    type: 'INSERTION_ORDER',
  }),
  'operator.accounts.createAccountApp': ({ account_id }) => ({
    account_id,
    app_store_identifier: 'com.example.harbour',
    os_type: 'Android',
  }),
}

/** Lists that no operation of their own fills: how one more row comes into them. */
export const rowSources: Partial<Record<OperationName, (scene: Scene, values: Values) => Promise<void>>> = {
  'accountHistory.list': async ({ account_id, owner, door, word }, { entity_id }) => {
    const client = door === 'sandbox' ? owner.sandbox : owner.client
    await client.campaigns.update({ account_id, campaign_id: String(entity_id), name: word() })
  },
}
