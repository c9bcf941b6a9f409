import { readFileSync } from 'node:fs'

/** What a start is called where the system does not tell when a process was started. */
const untold = 'untold'

/**
 * Names the start of a running process, so that a process is not taken for an earlier one that had the same pid.
 * `undefined`: no such process runs (one that has ended but was not yet collected by its parent does not run).
 */
export function startOf(pid: number): string | undefined {
  if (!(pid > 0) || !exists(pid)) return undefined
  const stat = readIfThere(`/proc/${pid}/stat`)
  if (stat === undefined) return untold
  // The second field is the program's name in brackets and may hold anything; the state is the field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  const boot = readIfThere('/proc/sys/kernel/random/boot_id')?.slice(0, 8) ?? ''
  return `${boot}.${fields[19]}`
}

/** Whether the process that was started then still runs. Where starts are not told, the pid alone decides. */
export function stillRuns(pid: number, start: string): boolean {
  const now = startOf(pid)
  return now !== undefined && (now === start || now === untold || start === untold)
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** A file's text, or `undefined` where there is none. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    // A process that ends while it is looked at answers ESRCH.
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ESRCH') return undefined
    throw error
  }
}

/** The code of an error that the system or PostgreSQL gave, such as `ENOENT` or `57P03`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
