import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerCompression } from './compression.ts'
import { dropStalledReaders } from './stalled-readers.ts'

/** Random bytes, so compression does not shorten them. */
const CHUNK = randomBytes(64 * 1024)

/** An app with one endless response, and a promise of the close of its body. */
async function appWithEndlessResponse(timing: { stalledMs: number; maxMs: number }) {
  const app = Fastify({ forceCloseConnections: true })
  dropStalledReaders(app, timing)
  await registerCompression(app)
  const body = Readable.from(
    (function* () {
      for (;;) yield CHUNK
    })(),
  )
  const closed = new Promise((resolve) => body.once('close', resolve))
  app.get('/', (_request, reply) => reply.type('text/csv').send(body))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { port, closed, [Symbol.asyncDispose]: () => app.close() }
}

function request(port: number, encoding = 'identity') {
  const head = `GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: ${encoding}\r\n\r\n`
  const socket = connect(port, '127.0.0.1', () => socket.write(head))
  socket.on('error', () => undefined)
  return socket
}

test.each(['identity', 'gzip'])(
  'a client that never reads %s is disconnected, and what produced its response stops',
  async (encoding) => {
    await using app = await appWithEndlessResponse({ stalledMs: 50, maxMs: 3_600_000 })
    const socket = request(app.port, encoding)
    socket.pause()
    await app.closed
    socket.resume()
    await once(socket, 'close')
    expect(socket.destroyed).toBe(true)
  },
)

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
