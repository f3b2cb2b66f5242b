import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

// Polls a server's health check on a separate thread until a message stops it, then sends back each response time.
/** Delay between two requests. */
const PAUSE_MS = 20
let isOver = false
parentPort?.once('message', () => {
  isOver = true
})
const waits: number[] = []
while (!isOver) {
  const askedAt = performance.now()
  await (await fetch(`${workerData}/healthz`)).arrayBuffer()
  waits.push(performance.now() - askedAt)
  await delay(PAUSE_MS)
}
parentPort?.postMessage(waits)
