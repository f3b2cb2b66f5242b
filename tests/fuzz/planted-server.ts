// A server with a planted fault, to test that the fuzzer finds it. FAULT names the fault.
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const fault = process.env['FAULT']
const BUSY_MS = 1200
/** Enough for a slow call and three attempts to repeat it; more would only take longer. */
const SLOW_CALLS = 4
const LEAKED_STRINGS = 20_000
const leaked: string[][] = []
let slowCalls = 0

const server = createServer(async (request, response) => {
  if (isRefused(request.url ?? '')) response.statusCode = 404
  if (request.url === '/healthz' || !request.url?.includes('hostile')) return response.end('ok')
  if (fault === 'server error') response.statusCode = 500
  if (fault === 'hang') return undefined
  const isSlow = (fault === 'slow' || fault === 'waiting') && ++slowCalls <= SLOW_CALLS
  if (isSlow && fault === 'slow') burn(BUSY_MS)
  if (isSlow && fault === 'waiting') await delay(BUSY_MS)
  if (fault === 'exit') void Promise.reject(new Error('Nobody handles this'))
  if (fault === 'stack trace') console.error(new Error('The reply broke off'))
  if (fault === 'memory') leaked.push(Array.from({ length: LEAKED_STRINGS }, (_, index) => `${leaked.length} ${index}`))
  return response.end('ok')
})

function isRefused(url: string): boolean {
  if (!url.startsWith('/valid')) return false
  if (fault === 'valid requests refused') return true
  return fault === 'valid requests refused until what they need is created again' && url !== '/valid?2'
}

/** Computes for so long, however many other programs share the CPU. */
function burn(ms: number): void {
  const before = process.cpuUsage()
  let sum = 0
  while (process.cpuUsage(before).user < ms * 1000) {
    for (let index = 0; index < 1_000_000; index += 1) sum += Math.sqrt(index)
  }
  if (sum < 0) throw new Error('The computation must not be optimized away')
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`The server is running at http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0} `)
})
process.on('SIGTERM', () => process.exit(0))
