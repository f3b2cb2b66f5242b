import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { startEmulatorThread } from './start-emulator-thread.ts'

async function tempFolder() {
  const path = await mkdtemp(join(tmpdir(), 'emulator-thread-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

afterEach(() => void vi.unstubAllEnvs())

const host = '127.0.0.1'
/** Maximum time until a restarted provider answers, on a busy machine. */
const MAX_RESTART_MS = 45_000

async function createSpreadsheet(url: string): Promise<string> {
  const response = await fetch(`${url}/v4/spreadsheets`, { method: 'POST', body: '{}' })
  return ((await response.json()) as { spreadsheetId: string }).spreadsheetId
}

/** The status of a read, or undefined while nothing answers. */
const requestStatus = (url: string, id: string) =>
  fetch(`${url}/v4/spreadsheets/${id}`).then(
    ({ status }) => status,
    () => undefined,
  )

test('a provider that crashes says why, and starts again at the same address with its spreadsheets', async () => {
  await using folder = await tempFolder()
  const crashes: unknown[] = []
  await using provider = await startEmulatorThread({
    host,
    port: 0,
    dataDir: folder.path,
    hasFaultRoutes: true,
    onCrash: (error) => crashes.push(error),
  })
  const id = await createSpreadsheet(provider.url)
  const crash = JSON.stringify({ count: 1, effect: { answer: 'crashed' } })
  await fetch(`${provider.url}/_faults`, { method: 'POST', body: crash })
  expect(await requestStatus(provider.url, id)).toBeUndefined()
  await expect.poll(() => requestStatus(provider.url, id), { timeout: MAX_RESTART_MS }).toBe(200)
  expect(crashes).toMatchObject([{ message: 'A fault crashed the provider.' }])
})

test('stopping closes the store and the port', async () => {
  await using folder = await tempFolder()
  const provider = await startEmulatorThread({ host, port: 0, dataDir: folder.path, onCrash: console.error })
  const id = await createSpreadsheet(provider.url)
  expect(await requestStatus(provider.url, id)).toBe(200)
  await provider[Symbol.asyncDispose]()
  expect(await requestStatus(provider.url, id)).toBeUndefined()
  // SQLite removes its write-ahead log when the database is closed properly.
  expect(await readdir(folder.path)).toEqual(['emulator.sqlite'])
})

test('a thread whose files are watched, as with node --watch, is found at its port', async () => {
  await using folder = await tempFolder()
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1')
  await using provider = await startEmulatorThread({ host, port: 0, dataDir: folder.path, onCrash: console.error })
  expect(await requestStatus(provider.url, await createSpreadsheet(provider.url))).toBe(200)
})

test('a port in use fails the start with its reason', async () => {
  const taken = createServer().listen(0, host)
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(startEmulatorThread({ host, port, onCrash: console.error })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
  taken.close()
})
