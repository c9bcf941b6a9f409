/** The seven permissions of Part 5. POST_COMPOSER only ever accompanies another one. */
export const permissions = [
  'ACCOUNT_ADMIN',
  'AD_MANAGER',
  'CREATIVE_MANAGER',
  'CAMPAIGN_ANALYST',
  'ANALYST',
  'PARTNER_AUDIENCE_MANAGER',
  'POST_COMPOSER',
] as const

export type Permission = (typeof permissions)[number]

/** What an operation asks of its caller, and the permissions that give it. `access.read` needs any grant at all. */
export const abilities = {
  'access.read': permissions,
  'accounts.read': ['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER', 'CAMPAIGN_ANALYST', 'ANALYST'],
  'accounts.write': ['ACCOUNT_ADMIN'],
  'campaigns.read': ['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER', 'CAMPAIGN_ANALYST'],
  'campaigns.write': ['ACCOUNT_ADMIN', 'AD_MANAGER'],
} as const satisfies Record<string, readonly Permission[]>

export type Ability = keyof typeof abilities

export function may(held: readonly Permission[], ability: Ability): boolean {
  const giving: readonly Permission[] = abilities[ability]
  return held.some((permission) => giving.includes(permission))
}
