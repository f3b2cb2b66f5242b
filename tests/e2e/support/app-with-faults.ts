// Starts the app as src/server/main.ts does, with a spreadsheet provider that takes faults over HTTP.
import { startEmulatorThread } from '#emulator/start-emulator-thread.ts'
import { run } from '#server/run.ts'

await run({
  checksReplies: true,
  startEmbedded: (options) => startEmulatorThread({ ...options, hasFaultRoutes: true, onCrash: console.error }),
})
