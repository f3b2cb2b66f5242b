// A server with one fault of each kind, to test that the fuzzer finds it. FAULT names the one that it has.
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const fault = process.env['FAULT']
const BUSY_MS = 1500
const LEAKED_STRINGS = 20_000
const leaked: string[][] = []

const server = createServer(async (request, response) => {
  if (request.url === '/healthz' || !request.url?.includes('hostile')) return response.end('ok')
  if (fault === 'server error') response.statusCode = 500
  if (fault === 'hang') return undefined
  if (fault === 'slow') burn(BUSY_MS)
  if (fault === 'waiting') await delay(BUSY_MS)
  if (fault === 'exit') void Promise.reject(new Error('Nobody handles this'))
  if (fault === 'memory') leaked.push(Array.from({ length: LEAKED_STRINGS }, (_, index) => `${leaked.length} ${index}`))
  return response.end('ok')
})

function burn(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until) Math.sqrt(until)
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`The server is running at http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0} `)
})
process.on('SIGTERM', () => process.exit(0))
