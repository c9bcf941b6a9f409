import { parseArgs } from 'node:util'

export interface Options {
  readonly campaigns: number
  readonly rounds: number
  readonly seconds: number
  readonly connections: number
  /** A short look at a tenth of the campaigns: without the peers that need installing, and without the page. */
  readonly quick: boolean
}

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      campaigns: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string', default: '32' },
    },
  })
  const { quick } = values
  return {
    quick,
    campaigns: whole('campaigns', values.campaigns ?? (quick ? '100000' : '1000000')),
    rounds: whole('rounds', values.rounds ?? (quick ? '2' : '5')),
    seconds: whole('seconds', values.seconds ?? (quick ? '1' : '3')),
    connections: whole('connections', values.connections),
  }
}

function whole(name: string, text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text)
  throw new Error(`--${name} must be a whole number above 0, not "${text}".`)
}
