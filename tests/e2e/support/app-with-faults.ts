// Starts the built app as src/server/main.ts does, with a spreadsheet provider that takes faults over HTTP.
import type * as provider from '@nano-sync/sheets-emulator/thread'
import type * as server from '#server/start/run.ts'

const built = (name: string) => import(`../../../dist/server/${name}.js`)
const { run }: typeof server = await built('run')
const { startEmulatorThread }: typeof provider = await built('start-emulator-thread')

await run({
  checksReplies: true,
  startEmbedded: (options) => startEmulatorThread({ ...options, hasFaultRoutes: true, onCrash: console.error }),
})
