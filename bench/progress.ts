/** Says what is being done, one line at a time. */
export type Progress = (line: string) => void

const started = performance.now()

export const progress: Progress = (line) => {
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  process.stderr.write(`${seconds.padStart(5)} s  ${line}\n`)
}
