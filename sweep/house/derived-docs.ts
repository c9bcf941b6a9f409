import { openApi } from '@billposter/contract/describe/openapi'
import { referencePages } from '@billposter/contract/describe/reference'
import packageJson from '../../server/package.json' with { type: 'json' }

/** The documents that follow from the contract, by their path below `docs/`. */
export function derivedDocs(): Map<string, string> {
  const place = { version: packageJson.version, baseUrl: 'http://127.0.0.1:8012', sandboxUrl: 'http://127.0.0.1:8013' }
  const pages = Object.entries(referencePages()).map(([name, text]) => [`reference/${name}`, text] as const)
  return new Map([['openapi.json', `${JSON.stringify(openApi(place), null, 1)}\n`], ...pages])
}
