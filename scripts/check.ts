/** Everything that can be checked without running the service: types, lint, format, dead code, laws of the house. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'

const checks: Record<string, readonly string[]> = {
  types: ['tsc', '-b'],
  lint: ['oxlint', '--type-aware', '--quiet', 'contract', 'server', 'client', 'sweep', 'scripts', 'bench'],
  format: ['biome', 'format', '.'],
  'dead code': ['knip', '--no-config-hints'],
  'openapi document': ['redocly', 'lint', '--format=summary', 'docs/openapi.json'],
  house: ['node', '--test', '--test-reporter=dot', 'sweep/house/*.test.ts'],
}

// Type information that an interrupted run left behind would be believed.
if (process.env['CI'])
  for (const name of ['contract', 'server', 'client', 'sweep'])
    rmSync(`${name}/.types`, { recursive: true, force: true })

let failed = 0
for (const [name, [command = '', ...args]] of Object.entries(checks)) {
  const started = performance.now()
  const { status, stdout, stderr } = spawnSync(`node_modules/.bin/${command}`, args, { encoding: 'utf8' })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
  if (status === 0) continue
  failed++
  console.log(stdout + stderr)
}
process.exitCode = failed === 0 ? 0 : 1
