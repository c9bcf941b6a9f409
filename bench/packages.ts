import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Progress } from './progress.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Installs the load generator and the peers, which the service itself does not need, where they are missing. */
export function installPackages(progress: Progress): void {
  if (existsSync(`${folder}node_modules/.package-lock.json`)) return
  progress('installing the load generator and the peers (about 75 MB, once)')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm ci in bench/ ended with code ${status}.`)
}
