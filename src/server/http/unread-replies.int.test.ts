import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerInTurn } from './answer-in-turn.ts'
import { limitUnreadReplies } from './unread-replies.ts'

const MEGABYTE = 1024 * 1024
/** Reply larger than the buffers at both ends of a connection. */
const LARGE_REPLY = 'x'.repeat(32 * MEGABYTE)
const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

/** An app with a large reply, which counts how often it creates the reply. */
async function appWithLargeReply() {
  const app = Fastify({ forceCloseConnections: true })
  let made = 0
  answerInTurn(app)
  limitUnreadReplies(app, MEGABYTE)
  app.get('/', async () => {
    made += 1
    return LARGE_REPLY
  })
  app.get('/small', async () => 'small')
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, port: Number(new URL(url).port), made: () => made, [Symbol.asyncDispose]: () => app.close() }
}

/** A connection that sends requests, and reads nothing until it is resumed. */
async function stalledReader(port: number, requests: number) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(REQUEST.repeat(requests))
  // Wait for the first bytes of a reply. Without a listener, no bytes are read.
  await once(socket, 'readable')
  return socket
}

async function requestStatus(url: string): Promise<number> {
  const response = await fetch(url)
  await response.text()
  return response.status
}

test('a caller who reads no replies gets no more of them until they are read', async () => {
  await using app = await appWithLargeReply()
  const reader = await stalledReader(app.port, 1)
  expect(await requestStatus(`${app.url}/small`)).toBe(429)
  reader.destroy()
  await expect.poll(() => requestStatus(`${app.url}/small`)).toBe(200)
})

test('of the requests that a connection sends at once, one is served at a time', async () => {
  await using app = await appWithLargeReply()
  const reader = await stalledReader(app.port, 10)
  expect(app.made()).toBe(1)
  reader.destroy()
})

test('requests that a connection sends at once are all answered, in turn', async () => {
  await using app = await appWithLargeReply()
  const reader = await stalledReader(app.port, 3)
  reader.resume()
  await expect.poll(app.made).toBe(3)
  reader.destroy()
})
