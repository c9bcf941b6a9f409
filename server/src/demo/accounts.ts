import type { Asker } from './ask.ts'

/** What making the accounts of the demo world needs to know. */
export interface Told {
  readonly ask: Asker
  readonly user_id: string
  readonly reposter_id: string
  readonly token: string
}

interface Plan {
  readonly name: string
  readonly timezone: string
  readonly currency: string
  readonly environment: 'production' | 'sandbox'
}

const unit = 1_000_000

/** An account with money, a FULL and a REPOSTS_ONLY promotable user, apps, and campaigns in several states. */
export async function makeAccount(told: Told, plan: Plan): Promise<string> {
  const { ask, user_id, reposter_id } = told
  const { currency, ...about } = plan
  const { id } = await ask.operator('POST', '/accounts', { ...about, business_name: plan.name, business_id: 'demo' })
  await ask.operator('PUT', `/accounts/${id}/grants/${user_id}`, { permissions: ['ACCOUNT_ADMIN', 'POST_COMPOSER'] })
  await ask.operator('PUT', `/accounts/${id}/promotable_users/${user_id}`, { promotable_user_type: 'FULL' })
  await ask.operator('PUT', `/accounts/${id}/promotable_users/${reposter_id}`, { promotable_user_type: 'REPOSTS_ONLY' })
  await ask.operator('PATCH', `/accounts/${id}`, { features_add: ['CONVERSATION_CARD', 'REACH_FREQUENCY_CAP'] })
  await ask.operator('POST', `/accounts/${id}/account_apps`, {
    app_store_identifier: 'com.example.demo',
    os_type: 'Android',
    conversion_tracking_enabled: true,
    deep_link_pattern: 'demo://open',
  })
  const funding = await ask.operator('POST', `/accounts/${id}/funding_instruments`, {
    currency,
    type: 'CREDIT_LINE',
    start_time: '2026-01-01T00:00:00Z',
    credit_limit_local_micro: 50_000 * unit,
  })
  await makeCampaigns(told, plan.environment, id, funding.id)
  return id
}

/** A sandbox account made the way any user makes one, with money and campaigns. */
export async function sandboxAccount(told: Told): Promise<string> {
  const { ask, token } = told
  const { id } = await ask.user('sandbox', token, 'POST', '/accounts')
  await ask.user('sandbox', token, 'PUT', `/accounts/${id}`, { name: 'Demo sandbox', industry_type: 'TECHNOLOGY' })
  await ask.user('sandbox', token, 'POST', `/accounts/${id}/features`, {
    feature_keys: ['AGE_TARGETING', 'CONVERSATION_CARD'],
  })
  await ask.operator('PUT', `/accounts/${id}/promotable_users/${told.reposter_id}`, {
    promotable_user_type: 'REPOSTS_ONLY',
  })
  await ask.operator('POST', `/accounts/${id}/account_apps`, { app_store_identifier: '1234567890', os_type: 'iOS' })
  const funding = await ask.user('sandbox', token, 'POST', `/accounts/${id}/funding_instruments`, {
    currency: 'USD',
    type: 'INSERTION_ORDER',
    start_time: '2026-01-01T00:00:00Z',
    funded_amount_local_micro: 10_000 * unit,
  })
  await makeCampaigns(told, 'sandbox', id, funding.id)
  return id
}

/** Campaigns that are active, paused, a draft, budgeted by line item, and deleted; with line items where they fit. */
async function makeCampaigns(
  { ask, token }: Told,
  door: 'production' | 'sandbox',
  account: string,
  funding: string,
): Promise<void> {
  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, fields = {}) =>
    ask.user(door, token, method, `/accounts/${account}${path}`, fields)
  const campaign = (name: string, fields: object) =>
    send('POST', '/campaigns', { name, funding_instrument_id: funding, ...fields })
  const lineItem = (campaign_id: string, name: string, fields: object) =>
    send('POST', '/line_items', { campaign_id, name, ...fields })

  const spring = await campaign('Spring launch', {
    daily_budget_amount_local_micro: 50 * unit,
    total_budget_amount_local_micro: 1_500 * unit,
    purchase_order_number: 'PO-2026-017',
  })
  await lineItem(spring.id, 'Engagements in the timeline', {
    objective: 'ENGAGEMENTS',
    product_type: 'PROMOTED_POSTS',
    placements: ['PLATFORM_TIMELINE'],
    start_time: '2026-01-15T00:00:00Z',
    bid_amount_local_micro: unit,
  })
  const clicks = await campaign('Always-on clicks', { budget_optimization: 'LINE_ITEM' })
  await lineItem(clicks.id, 'Clicks everywhere', {
    objective: 'WEBSITE_CLICKS',
    product_type: 'PROMOTED_POSTS',
    placements: ['ALL_ON_PLATFORM'],
    start_time: '2026-01-15T00:00:00Z',
    daily_budget_amount_local_micro: 20 * unit,
  })
  const followers = await campaign('Grow followers', {
    daily_budget_amount_local_micro: 10 * unit,
    entity_status: 'PAUSED',
  })
  await lineItem(followers.id, 'Followers', {
    objective: 'FOLLOWERS',
    product_type: 'PROMOTED_ACCOUNT',
    placements: ['ALL_ON_PLATFORM'],
    start_time: '2026-01-15T00:00:00Z',
    entity_status: 'PAUSED',
  })
  await campaign('Summer ideas', { entity_status: 'DRAFT' })
  const old = await campaign('Last year', { daily_budget_amount_local_micro: 5 * unit })
  await send('PUT', `/campaigns/${old.id}`, { name: 'Last year (ended)' })
  await send('DELETE', `/campaigns/${old.id}`)
}
