import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { dropStalledReaders } from './stalled-readers.ts'

const CHUNK = Buffer.alloc(64 * 1024, 'x')

/** An app whose one response never ends, and a promise of the close of its body. */
async function appWithEndlessResponse(timing: { stalledMs: number; maxMs: number }) {
  const app = Fastify({ forceCloseConnections: true })
  dropStalledReaders(app, timing)
  const body = Readable.from(
    (function* () {
      for (;;) yield CHUNK
    })(),
  )
  app.get('/', (_request, reply) => reply.type('text/csv').send(body))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { port, closed: once(body, 'close'), [Symbol.asyncDispose]: () => app.close() }
}

function request(port: number) {
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'))
  socket.on('error', () => undefined)
  return socket
}

test('a client that never reads is disconnected, and what produced its response stops', async () => {
  await using app = await appWithEndlessResponse({ stalledMs: 50, maxMs: 3_600_000 })
  const socket = request(app.port)
  socket.pause()
  await app.closed
  socket.resume()
  await once(socket, 'close')
  expect(socket.destroyed).toBe(true)
})

test('a client that reads on and on is disconnected after the longest time for a response', async () => {
  await using app = await appWithEndlessResponse({ stalledMs: 3_600_000, maxMs: 100 })
  const socket = request(app.port)
  let bytes = 0
  socket.on('data', (data) => {
    bytes += data.length
  })
  await app.closed
  expect(bytes).toBeGreaterThan(0)
  socket.destroy()
})
