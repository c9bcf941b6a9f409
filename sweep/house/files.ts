import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

/** A file of the project: its path from the root, and its text. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** The files that git tracks or would track, as they are now, filtered by path. */
export function files(wanted: RegExp): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\0')
    .filter((path) => path !== '' && wanted.test(path))
    .flatMap((path) => {
      try {
        return [{ path, text: readFileSync(join(root, path), 'utf8') }]
      } catch {
        // Listed by git but deleted in the working tree.
        return []
      }
    })
}

/** What a file imports, as it is written there. */
export function importsOf({ text }: SourceFile): string[] {
  return [
    ...text.matchAll(/^\s*(?:import|export)\s[^'"]*?from\s+'([^']+)'|import\('([^']+)'\)|^import\s+'([^']+)'/gm),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}
