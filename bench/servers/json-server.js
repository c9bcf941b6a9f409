/**
 * For scale: json-server, a mock that keeps everything in one object and writes all of it to a file on each change.
 * It holds 20,000 campaigns, not a million, and has no accounts, callers or rules.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import jsonServer from 'json-server'
import { tellPort } from './child.ts'

const campaigns = Array.from({ length: 20_000 }, (_, index) => ({
  id: `3${String(index + 1).padStart(11, '0')}`,
  account_id: `1${String((index % 100) + 1).padStart(11, '0')}`,
  name: `Campaign ${index + 1}`,
  funding_instrument_id: `2${String((index % 100) + 1).padStart(11, '0')}`,
  entity_status: 'PAUSED',
  daily_budget_amount_local_micro: 1_000_000,
  currency: 'USD',
  created_at: '2024-01-01T00:00:00Z',
  deleted: false,
}))
const file = join(process.env['BENCH_SCRATCH'] ?? '.', 'json-server.json')
writeFileSync(file, JSON.stringify({ campaigns }))

const app = jsonServer.create()
app.use(jsonServer.bodyParser)
app.use(jsonServer.router(file))
const server = app.listen(0, '127.0.0.1', () => tellPort(server.address()))
