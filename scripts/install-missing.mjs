// Installs the packages when some of the lock file's are missing. It runs before anything is installed, under the Node
// that started npm, and so uses nothing but what Node 20 has.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { NODE_ENV, npm_config_omit: omitted = '', npm_execpath: npm, npm_node_execpath: outerNode } = process.env
const withoutDev = NODE_ENV === 'production' || omitted.split(/\s+/).includes('dev')

/** The packages of a lock file by their folders; none where it is absent or damaged. */
function packagesOf(...path) {
  try {
    return JSON.parse(readFileSync(join(root, ...path), 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

/** Packages for other platforms are optional and stay away; this platform's Node is wanted all the same. */
function isWanted(folder, { optional, link, dev }) {
  if (!folder.startsWith('node_modules/') && !folder.includes('/node_modules/')) return false
  if (folder === `node_modules/node-${process.platform}-${process.arch}`) return true
  return !optional && !link && !(dev && withoutDev)
}

function isMissing() {
  const installed = packagesOf('node_modules', '.package-lock.json')
  return Object.entries(packagesOf('package-lock.json')).some(
    ([folder, entry]) =>
      isWanted(folder, entry) &&
      (installed[folder]?.version !== entry.version || !existsSync(join(root, folder, 'package.json'))),
  )
}

/** The Node below node_modules is about to be replaced, so npm runs under the one that runs npm now. */
function install() {
  const options = { cwd: root, stdio: 'inherit' }
  if (npm?.endsWith('npm-cli.js'))
    return spawnSync(outerNode ?? process.execPath, [npm, 'ci', '--loglevel=error'], options)
  return spawnSync('npm ci --loglevel=error', { ...options, shell: true })
}

if (isMissing()) {
  console.log('Installing the packages that are missing (npm ci) …')
  const { status, error } = install()
  if (error) console.error(`npm ci could not be run: ${error.message}`)
  process.exitCode = status ?? 1
}
