// The thread that `startEmulatorThread` starts: runs a provider until it is asked to stop.
import { parentPort, workerData } from 'node:worker_threads'
import { startEmulator } from './start-emulator.ts'
import type { ThreadOptions } from './start-emulator-thread.ts'

const emulator = await startEmulator(workerData as ThreadOptions)
parentPort?.once('message', async () => {
  await emulator[Symbol.asyncDispose]()
  process.exit()
})
parentPort?.postMessage(emulator.port)
