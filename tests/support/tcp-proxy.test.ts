import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { openTcpProxy } from './tcp-proxy.ts'

async function openEchoBehindProxy() {
  const server = createServer((socket) => void socket.on('error', () => undefined).pipe(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('No port')
  const proxy = await openTcpProxy({ host: '127.0.0.1', port: address.port })
  const sockets: Socket[] = []
  async function dial() {
    const socket = connect(proxy.port, '127.0.0.1')
    sockets.push(socket)
    const seen = { text: '', isClosed: false, error: '' }
    socket.on('data', (bytes) => {
      seen.text += String(bytes)
    })
    socket.on('error', ({ message }) => {
      seen.error = message
    })
    socket.on('close', () => {
      seen.isClosed = true
    })
    return { socket, seen }
  }
  return {
    proxy,
    dial,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await proxy[Symbol.asyncDispose]()
      server.close()
    },
  }
}

const echoed = (seen: { text: string }, text: string) =>
  eventually({ what: `the echo of ${text}`, read: () => seen.text, until: (all) => all === text })
const closed = (seen: { isClosed: boolean }) =>
  eventually({ what: 'the connection to close', read: () => seen.isClosed, until: (isClosed) => isClosed })

test('a stalled connection delivers its bytes once it is restored', async () => {
  await using echo = await openEchoBehindProxy()
  const { socket, seen } = await echo.dial()
  socket.write('one ')
  await echoed(seen, 'one ')
  echo.proxy.stall()
  socket.write('two')
  await delay(20)
  expect(seen.text).toBe('one ')
  await echo.proxy.restore()
  await echoed(seen, 'one two')
})

test('a connection in a black hole stays silent for good, while new ones work after the repair', async () => {
  await using echo = await openEchoBehindProxy()
  const lost = await echo.dial()
  lost.socket.write('one')
  await echoed(lost.seen, 'one')
  echo.proxy.blackHole()
  lost.socket.write('two')
  await delay(20)
  await echo.proxy.restore()
  const next = await echo.dial()
  next.socket.write('three')
  await echoed(next.seen, 'three')
  expect(lost.seen).toEqual({ text: 'one', isClosed: false, error: '' })
})

test('a cut resets connections and refuses new ones until it is repaired', async () => {
  await using echo = await openEchoBehindProxy()
  const { socket, seen } = await echo.dial()
  socket.write('one')
  await echoed(seen, 'one')
  await echo.proxy.cut()
  await closed(seen)
  const refused = await echo.dial()
  await closed(refused.seen)
  expect(refused.seen.error).toContain('ECONNREFUSED')
  await echo.proxy.restore()
  const next = await echo.dial()
  next.socket.write('two')
  await echoed(next.seen, 'two')
})

test('a connection is reset when its client sends a given text, once', async () => {
  await using echo = await openEchoBehindProxy()
  echo.proxy.resetOn('begin')
  const first = await echo.dial()
  first.socket.write('begin')
  await closed(first.seen)
  expect(first.seen.text).toBe('')
  const second = await echo.dial()
  second.socket.write('begin')
  await echoed(second.seen, 'begin')
})
