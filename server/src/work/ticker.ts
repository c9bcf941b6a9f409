import type { Surroundings } from '../surroundings/index.ts'

/** A task takes no input, looks at rows, brings them forward, and may run twice without harm. */
export interface Task {
  readonly name: string
  /** How often it is due, in milliseconds. */
  readonly everyMs: number
  run(): Promise<void>
}

/** Runs tasks when they are due. A task that fails is logged and comes again at its next turn. */
export interface Ticker {
  /** Runs every task that is due by the clock, once each. */
  tick(): Promise<void>
  start(): void
  stop(): Promise<void>
}

const beatMs = 100

export function createTicker(tasks: readonly Task[], { clock, log }: Surroundings): Ticker {
  const dueMs = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  async function runDue(): Promise<void> {
    for (const task of tasks) {
      const now = clock.ms()
      if (now < (dueMs.get(task.name) ?? 0)) continue
      dueMs.set(task.name, now + task.everyMs)
      try {
        await task.run()
      } catch (error) {
        log.warn({ task: task.name, err: error }, 'task failed; it runs again at its next turn')
      }
    }
  }

  function tick(): Promise<void> {
    running = running.then(runDue)
    return running
  }

  return {
    tick,
    start() {
      const beat = () => {
        void tick().then(() => {
          if (timer) timer = setTimeout(beat, beatMs)
        })
      }
      timer = setTimeout(beat, 0)
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await running
    },
  }
}
