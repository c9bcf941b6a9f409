import { type Fault, invalidParameter } from '@billposter/contract/language/errors'
import type { Permission } from '@billposter/contract/language/permissions'

const composers: readonly Permission[] = ['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER']

/** POST_COMPOSER only accompanies a permission that works on creatives (Part 5). */
export function permissionFaults(permissions: readonly Permission[]): Fault[] {
  if (!permissions.includes('POST_COMPOSER') || permissions.some((held) => composers.includes(held))) return []
  return [invalidParameter('permissions', `POST_COMPOSER needs one of ${composers.join(', ')} beside it.`)]
}

/** The permissions in the order of the interface, each once; POST_COMPOSER comes last. */
export function inOrder(permissions: readonly Permission[], all: readonly Permission[]): Permission[] {
  return all.filter((permission) => permissions.includes(permission))
}

/** A time zone is one that this platform can compute with. */
export function timezoneFaults(timezone: string): Fault[] {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone })
    return []
  } catch {
    // The only complaint that the formatter has about this input is that it does not know the zone.
    return [invalidParameter('timezone', `Expected an IANA time zone, got "${timezone}" for timezone`)]
  }
}
