import type { AddressInfo } from 'node:net'
import type { Connection } from '../../server/src/store/database.ts'

/** The database that the benchmark has started, for a server that it runs. */
export function givenConnection(): Connection {
  return JSON.parse(process.env['BENCH_CONNECTION'] ?? '{}')
}

/** Tells the benchmark where this server listens, and ends with it. */
export function tellPort(address: AddressInfo | string | null): void {
  process.on('disconnect', () => process.exit())
  if (typeof address === 'object' && address) process.send?.({ port: address.port })
}
