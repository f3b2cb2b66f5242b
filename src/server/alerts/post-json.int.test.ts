import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startHttpReceiver } from '#tests/support/http-receiver.ts'
import { postJson } from './post-json.ts'

const strict = { allowsPrivate: false, allowsLoopback: true, proxyEnvironment: {} }
const request = (url: string) => ({ url, body: '{}', signal: new AbortController().signal })

/** Resolves a name to each of the addresses in turn. */
function resolveTo(...addresses: string[]) {
  const asked: string[] = []
  const resolveName: NonNullable<Parameters<typeof postJson>[1]['resolveName']> = (name, _options, callback) => {
    asked.push(name)
    callback(null, [{ address: addresses[asked.length - 1] ?? '', family: 4 }])
  }
  return { asked, resolveName }
}

test.each(['127.0.0.1', '10.0.0.1', '169.254.169.254'])(
  'a name that leads to %s is not connected to',
  async (address) => {
    await using receiver = await startHttpReceiver()
    const url = `https://hooks.example.com:${new URL(receiver.url).port}/in`
    const sending = postJson(request(url), { ...strict, ...resolveTo(address) })
    await expect(sending).rejects.toThrow('hooks.example.com is in a private network')
  },
)

test('the address that was checked is the one that is connected to', async () => {
  await using receiver = await startHttpReceiver()
  const url = `http://hooks.localhost:${new URL(receiver.url).port}/in`
  const names = resolveTo('127.0.0.1', '10.0.0.1')
  expect(await postJson(request(url), { ...strict, ...names })).toMatchObject({ status: 200 })
  expect(names.asked).toEqual(['hooks.localhost'])
})

test('what an address that only this machine can reach answers is not read', async () => {
  await using receiver = await startHttpReceiver()
  receiver.answer = { status: 400, text: 'secrets of a neighbor' }
  expect(await postJson(request(receiver.url), strict)).toMatchObject({ status: 400, text: '' })
})

test('a receiver that does not answer is given up', async () => {
  await using receiver = await startHttpReceiver()
  receiver.answer = 'nothing'
  await expect(postJson(request(receiver.url), { ...strict, timeoutMs: 50 })).rejects.toThrow('No answer within')
  expect(receiver.received).toHaveLength(1)
})

test('only the beginning of an answer is read, and an endless one is broken off', async () => {
  const closed = Promise.withResolvers<void>()
  const server = createServer((_request, response) => {
    const chunk = 'x'.repeat(16 * 1024)
    const more = () => {
      while (!response.destroyed && response.write(chunk)) {
        // Write until the buffer is full.
      }
    }
    response.on('drain', more).on('close', () => closed.resolve())
    more()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { status, text } = await postJson(request(`http://127.0.0.1:${port}/`), { ...strict, isShown: () => true })
  expect([status, text.length]).toEqual([200, 64 * 1024])
  await closed.promise
  await new Promise((resolve) => server.close(resolve))
})

test('a proxy of the settings is used, and gets the name of the receiver', async () => {
  const asked: string[] = []
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    asked.push(url)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  const proxyEnvironment = { HTTPS_PROXY: `http://localhost:${port}` }
  const settings = { allowsPrivate: false, allowsLoopback: true, proxyEnvironment }
  await expect(postJson(request('https://hooks.example.com/in'), settings)).rejects.toThrow('No answer from')
  expect(asked).toEqual(['hooks.example.com:443'])
  await expect(postJson(request('https://10.0.0.1/in'), settings)).rejects.toThrow('private network')
  expect(asked).toHaveLength(1)
  await new Promise((resolve) => proxy.close(resolve))
})
