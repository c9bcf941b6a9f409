import { startServer, startLoadGenerator, usageOf } from './child-process.ts'
import { workloads } from './workloads.ts'
import { worldOf } from './world.ts'
const connection = JSON.parse(process.env.C!)
const w = await workloads(connection, worldOf(1_000_000))
const names = (process.argv[2] ?? 'billposter.ts,bare.ts').split(',')
const kinds = (process.argv[3] ?? 'get,list,create,batch').split(',') as (keyof typeof w)[]
const rounds = Number(process.argv[4] ?? 2),
  seconds = Number(process.argv[5] ?? 2)
const servers = await Promise.all(names.map((n) => startServer(n, connection)))
await new Promise((r) => setTimeout(r, 800))
const g = startLoadGenerator()
const res: Record<string, number[]> = {},
  cpu: Record<string, number[]> = {}
for (let r = -1; r < rounds; r++)
  for (const k of kinds)
    for (const [i, s] of servers.entries()) {
      if (k === 'batch' && !names[i]!.includes('billposter')) continue
      const b = usageOf(s.pid).cpuSeconds
      const o = await g.run({ url: s.url, seconds: r < 0 ? 1 : seconds, connections: 32, ...w[k].order })
      const c = usageOf(s.pid).cpuSeconds - b
      if (o.failed) console.log('FAILED', k, names[i], o)
      if (r < 0) continue
      ;(res[`${k} ${names[i]}`] ??= []).push(Math.round(o.perSecond))
      ;(cpu[`${k} ${names[i]}`] ??= []).push(Math.round((c / (o.perSecond * seconds)) * 1e6))
    }
for (const k in res) console.log(k.padEnd(28), res[k]!.join(' '), '  cpu us', cpu[k]!.join(' '))
for (const [i, s] of servers.entries()) {
  console.log(names[i], usageOf(s.pid))
  await s.stop()
}
await g.stop()
