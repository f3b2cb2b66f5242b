import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestEmulator, type TestEmulator } from '../../tests/test-emulator.ts'

test('serves the page and its assets compressed, with a strict content security policy', async () => {
  const pageDir = await mkdtemp(join(tmpdir(), 'emulator-page-'))
  await mkdir(join(pageDir, 'assets'))
  await writeFile(join(pageDir, 'index.html'), '<!doctype html><title>Sheet</title>')
  await writeFile(join(pageDir, 'assets', 'page.js'), 'export {}')
  {
    await using provider = await startTestEmulator({ pageDir })
    for (const path of ['/', '/spreadsheets', `/spreadsheets/d/${provider.spreadsheetId}/edit`]) {
      const page = await fetch(provider.emulator.url + path)
      expect(await page.text()).toContain('<title>Sheet</title>')
      expect(page.headers.get('content-security-policy')).toContain(
        "script-src 'self'; style-src 'self' 'unsafe-inline'",
      )
      expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    }
    const asset = await fetch(`${provider.emulator.url}/assets/page.js`)
    expect(asset.headers.get('content-type')).toContain('javascript')
    expect(asset.headers.get('content-encoding')).toBe('gzip')
    expect(await asset.text()).toBe('export {}')
    const plain = await fetch(`${provider.emulator.url}/assets/page.js`, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect((await fetch(`${provider.emulator.url}/assets/../index.html`)).status).toBe(404)
    expect((await fetch(`${provider.emulator.url}/assets/none.js`)).status).toBe(404)
  }
  await rm(pageDir, { recursive: true })
})

test('says so when the page is not built', async () => {
  await using provider = await startTestEmulator({ pageDir: '/nowhere' })
  const page = await fetch(`${provider.emulator.url}/spreadsheets/d/x/edit`)
  expect(await page.text()).toBe('The spreadsheet page is not built. Run `npm run build`.\n')
})

test.each([
  ['https://evil.example', 403],
  ['null', 403],
  ['own', 200],
])('a change sent by a page of origin %s gets %i', async (origin, status) => {
  await using provider = await startTestEmulator()
  const headers = { origin: origin === 'own' ? provider.emulator.url : origin }
  const response = await fetch(`${provider.emulator.url}/v4/spreadsheets`, { method: 'POST', body: '{}', headers })
  expect(response.status).toBe(status)
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})

test.each([
  ['a page of another site', { origin: 'https://evil.example' }, 403],
  ['a frame without an origin', { origin: 'null' }, 403],
  ['a script or an image of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 403],
  ['a page on another port', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }, 403],
  ['its own page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, 200],
  ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, 200],
  ['a program', {}, 200],
])('a read from %s gets %i', async (_who, headers, status) => {
  await using provider = await startTestEmulator()
  const sent = await requestStatus(provider.emulator.url, headers)
  expect(sent).toBe(status)
})

test.each([
  ['evil.example', 403],
  ['127.0.0.1.evil.example', 403],
  ['192.168.0.5', 403],
  ['localhost', 200],
  ['[::1]:3001', 200],
  ['127.0.0.2:3001', 200],
  ['sheets.nano.example', 200],
])('a read under the name %s gets %i', async (host, status) => {
  await using provider = await startTestEmulator({ spreadsheetUrl: 'https://sheets.nano.example/spreadsheets/d/{id}' })
  expect(await requestStatus(provider.emulator.url, { host })).toBe(status)
})

test('spreadsheets and files link to their own page', async () => {
  const readLinks = async (provider: TestEmulator) => {
    const { spreadsheets, files, spreadsheetId } = provider
    const { data } = await spreadsheets.get({ spreadsheetId, fields: 'spreadsheetUrl' })
    const file = await files.get({ fileId: spreadsheetId, fields: 'webViewLink' })
    return [data.spreadsheetUrl, file.data.webViewLink].map((link) => link?.replace(spreadsheetId, 'ID'))
  }
  await using provider = await startTestEmulator()
  const own = `${provider.emulator.url}/spreadsheets/d/ID/edit`
  expect(await readLinks(provider)).toEqual([own, own])
  expect((await fetch(own)).status).toBe(200)
  await using behindProxy = await startTestEmulator({ spreadsheetUrl: 'https://sheets.nano.example/s/{id}' })
  expect(await readLinks(behindProxy)).toEqual(['https://sheets.nano.example/s/ID', 'https://sheets.nano.example/s/ID'])
})

test('a link in another site may open a spreadsheet', async () => {
  await using provider = await startTestEmulator()
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  expect(await requestStatus(`${provider.emulator.url}/spreadsheets/d/x/edit`, headers)).toBe(200)
})

/** Returns the status of a read. Unlike `fetch`, it can set the host and the headers of browsers. */
function requestStatus(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const target = url.includes('/spreadsheets') ? url : `${url}/drive/v3/files`
  return new Promise((resolve) => {
    request(target, { headers }, (reply) => {
      reply.resume()
      resolve(reply.statusCode)
    }).end()
  })
}
