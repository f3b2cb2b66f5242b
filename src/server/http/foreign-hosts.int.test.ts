import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { startExternalApp } from '#tests/support/external-app.ts'
import { startTestApp } from '#tests/support/test-app.ts'

function statusUnder(url: string, { host, path }: { host: string; path: string }): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on('error', reject).end()
  })
}

test('where others can connect, the app answers only to its public names, and to programs that ask whether it works', async () => {
  await using external = await startExternalApp({ HOST: '0.0.0.0', METRICS_TOKEN: randomBytes(16).toString('hex') })
  const { url } = external.app
  const { port } = new URL(url)
  const { path } = api.operations.info
  expect(await statusUnder(url, { host: 'nano.example', path })).toBe(200)
  expect(await statusUnder(url, { host: 'nano.example:443', path })).toBe(200)
  for (const host of ['evil.example', `10.0.0.7:${port}`, `localhost:${port}`, 'nano.example:8443'])
    expect(await statusUnder(url, { host, path })).toBe(403)
  const host = `10.0.0.7:${port}`
  expect(await statusUnder(url, { host, path: api.operations.ready.path })).toBe(200)
  expect(await statusUnder(url, { host, path: api.operations.health.path })).toBe(200)
  expect(await statusUnder(url, { host, path: api.operations.metrics.path })).toBe(401)
})

test('a request with two Host headers is refused', async () => {
  await using app = await startTestApp({ isSignedIn: false })
  const { hostname, port, host } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  const headers = [`Host: ${host}`, 'Host: evil.example', 'Connection: close']
  socket.write(`GET ${api.operations.info.path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
})
