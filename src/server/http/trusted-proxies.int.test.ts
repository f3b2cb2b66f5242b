import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestApp } from '#tests/support/test-app.ts'

const FORWARDED = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' }

test.each([
  { proxies: 'loopback', from: '203.0.113.9' },
  { proxies: '127.0.0.0/8,203.0.113.0/24', from: '198.51.100.1' },
  { proxies: '10.0.0.0/8', from: '127.0.0.1' },
  { proxies: 'none', from: '127.0.0.1' },
])(
  'with TRUSTED_PROXIES=$proxies, a request that this machine forwards comes from $from',
  async ({ proxies, from }) => {
    await using app = await startTestApp({ env: { TRUSTED_PROXIES: proxies } })
    await app.visitor.fetch('/api/nothing', { headers: FORWARDED })
    await app.visitor.fetch('/healthz')
    const log = await readFile(join(app.dataDir, 'logs/nano_sync_out'), 'utf8')
    const line = log.split('\n').find((text) => text.includes('/api/nothing'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ from })
  },
)

test('what a proxy forwards as an address but is none reaches no log and no limit', async () => {
  await using app = await startTestApp({ env: {} })
  await app.visitor.fetch('/api/nothing', { headers: { 'x-forwarded-for': '9'.repeat(9000) } })
  await app.visitor.fetch('/healthz')
  const log = await readFile(join(app.dataDir, 'logs/nano_sync_out'), 'utf8')
  const line = log.split('\n').find((text) => text.includes('/api/nothing'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ from: '127.0.0.1' })
})

test('a session works behind a proxy that terminates TLS, whether or not it is trusted', async () => {
  const env = { TRUSTED_PROXIES: 'none', PUBLIC_URL: 'https://localhost', OPEN_SCREENS: 'none' }
  await using app = await startTestApp({ env, isSignedIn: false })
  const response = await app.visitor.fetch('/auth/login?redirected=1', { redirect: 'manual' })
  expect(response.status).toBe(302)
  expect(response.headers.get('set-cookie')).toMatch(/; Secure/)
})
