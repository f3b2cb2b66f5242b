import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestEmulator } from '#tests/support/emulator/test-emulator.ts'

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

test('a foreign name that resolves to this machine counts as another origin', async () => {
  await using provider = await startTestEmulator()
  const status = await new Promise((resolve) => {
    const headers = { origin: 'http://evil.example', host: 'evil.example' }
    request(`${provider.emulator.url}/v4/spreadsheets`, { method: 'POST', headers }, (reply) =>
      resolve(reply.statusCode),
    ).end('{}')
  })
  expect(status).toBe(403)
})
