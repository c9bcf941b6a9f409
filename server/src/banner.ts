import type { Config } from './config.ts'
import type { Ready } from './start.ts'

/** What a person sees when the service is ready, at 80 columns as far as tokens allow. */
export function banner(
  { base_url, sandbox_url, reference_url, demo }: Ready,
  { dataDir, databaseUrl }: Config,
): string {
  const database = databaseUrl ? 'yours, by DATABASE_URL' : `embedded PostgreSQL in ${dataDir}`
  const lines = [
    '',
    'Billposter is ready.',
    '',
    `  production   ${base_url}`,
    `  sandbox      ${sandbox_url}`,
    `  reference    ${reference_url}`,
    `  database     ${database}`,
    `  operator     token in ${dataDir}/ready.json`,
  ]
  if (demo) {
    lines.push(
      '',
      `  The demo world is loaded. You are @${demo.screen_name}; try:`,
      '',
      `  curl -H 'Authorization: Bearer ${demo.bearer_token}' \\`,
      `    ${base_url}/12/accounts`,
    )
  }
  return [...lines, '', 'Press Ctrl-C to stop.', ''].join('\n')
}
