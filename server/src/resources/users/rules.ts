import { type Fault, invalidParameter } from '@billposter/contract/language/errors'

/** Screen names are letters, digits and underscores. */
export function screenNameFaults(screenName: string): Fault[] {
  if (/^[A-Za-z0-9_]+$/.test(screenName)) return []
  return [invalidParameter('screen_name', 'screen_name must consist of letters, digits and underscores')]
}
