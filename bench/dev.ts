import { startEmbedded } from '../server/src/store/embedded.ts'
import { createLog } from '../server/src/surroundings/log.ts'
import { prepareWorld, worldOf } from './world.ts'
import { progress } from './progress.ts'
const e = await startEmbedded({ dataDir: process.argv[2]!, log: createLog('warn') })
await prepareWorld(e.connection, worldOf(1_000_000), progress)
console.log(JSON.stringify(e.connection))
process.on('SIGTERM', async () => {
  await e.stop()
  process.exit()
})
setInterval(() => {}, 1e9)
