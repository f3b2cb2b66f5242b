import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { EMBEDDED_KEYS_FILE } from '#server/auth/embedded-keys.ts'
import { readConfig } from '#server/config/config.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { copyKeys, copyTemplate } from '#tests/support/test-database.ts'
import { lockDataDir } from './lock-data-dir.ts'
import { start } from './start.ts'

/** A data folder with a database, and with keys for the embedded sign-in. */
async function tempFolder() {
  const path = await mkdtemp(join(tmpdir(), 'nano-sync-start-'))
  copyTemplate(path)
  copyKeys(path)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

function configFor(dataDir: string, env: Record<string, string> = {}) {
  return readConfig({ PORT: '0', SAMPLES: 'none', DATA_DIR: dataDir, ...env })
}

async function takePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, [Symbol.asyncDispose]: async () => void server.close() }
}

test('a second start on the same data folder fails and says what to do', async () => {
  await using folder = await tempFolder()
  await using _app = await start(configFor(folder.path))
  await expect(start(configFor(folder.path))).rejects.toThrow(
    `The data folder ${folder.path} is in use by another Nano Sync process. Stop that process or set DATA_DIR.`,
  )
})

test('a start on a port in use fails, says what to do and leaves nothing running', async () => {
  await using folder = await tempFolder()
  await using taken = await takePort()
  const config = configFor(folder.path, { PORT: String(taken.port), EMULATOR_PORT: '0' })
  await expect(start(config)).rejects.toThrow(
    `Port ${taken.port} on 127.0.0.1 is already in use. Stop the other program or set PORT.`,
  )
  await using app = await start(configFor(folder.path))
  expect(app.notices).toEqual([])
})

test('the embedded provider moves to a free port when its port is in use, and the start says so', async () => {
  await using folder = await tempFolder()
  await using taken = await takePort()
  await using app = await start(configFor(folder.path, { EMULATOR_PORT: String(taken.port) }))
  expect(app.notices).toEqual([expect.stringContaining(`are at ${app.embedded?.url} this time`)])
  const visitor = new ApiClient(app.url)
  expect(await visitor.call(api.operations.info, {})).toMatchObject({
    spreadsheet_url: `${app.embedded?.url}/spreadsheets/d/{id}`,
  })
})

test('a restart keeps sessions and data, and only the owner can read the secrets', async () => {
  await using folder = await tempFolder()
  // The app creates its own keys.
  await rm(join(folder.path, EMBEDDED_KEYS_FILE))
  const first = await start(configFor(folder.path))
  const { port } = new URL(first.url)
  const member = new ApiClient(first.url)
  await member.signIn('ada@example.com')
  await member.call(api.taskTypes.create, { body: { name: 'Ledgers' } })
  await first[Symbol.asyncDispose]()
  const lock = await lockDataDir(folder.path)
  lock[Symbol.dispose]()

  await using _second = await start(configFor(folder.path, { PORT: port, EMULATOR_PORT: '0' }))
  expect(await member.call(api.taskTypes.list, {})).toMatchObject([{ name: 'Ledgers' }])
  for (const name of ['session-secret', EMBEDDED_KEYS_FILE]) {
    expect((await stat(join(folder.path, name))).mode & 0o077).toBe(0)
  }
})

test('a worker node serves only the health checks', async () => {
  await using folder = await tempFolder()
  const config = configFor(folder.path)
  await using app = await start({ ...config, queue: { ...config.queue, role: 'worker' } })
  expect(await new ApiClient(app.url).call(api.operations.ready, {})).toEqual({ status: 'ok' })
  expect((await fetch(app.url + api.auth.check.path)).status).toBe(404)
})
