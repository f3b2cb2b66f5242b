import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Minimum and maximum: Linux gives outgoing connections a port above these. A restarting server would otherwise find its
 * port taken by a connection of its clients.
 */
const MIN_PORT = 20_000
const MAX_PORT = 32_000
const MAX_TRIES = 50

/** A free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const port = randomInt(MIN_PORT, MAX_PORT)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port found between ${MIN_PORT} and ${MAX_PORT}`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isListening) return false
  server.close()
  await once(server, 'close')
  return true
}
