import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/storage/open-database.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { openLogLines } from '#tests/support/log-lines.ts'
import { adminUrl, formatDatabaseUrl, runOn } from '#tests/support/postgres-server.ts'
import { copyKeys } from '#tests/support/test-database.ts'
import { start } from './start.ts'

async function tempFolder() {
  const path = await mkdtemp(join(tmpdir(), 'nano-sync-default-'))
  copyKeys(path)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

function configFor(dataDir: string, env: Record<string, string> = {}) {
  return readConfig({ PORT: '0', EMULATOR_PORT: '0', SAMPLES: 'none', DATA_DIR: dataDir, ...env })
}

async function signedIn(url: string): Promise<ApiClient> {
  const member = new ApiClient(url)
  await member.signIn('ada@example.com')
  return member
}

const DEFAULT = {
  name: 'Default',
  allowed_concurrent_tasks: 1,
  depends_on_id: null,
  queue_delay_seconds: 0,
  max_retries: 3,
  retry_delay_seconds: 60,
  chunk_size: 2000,
}

test('a new database has the type Default, which does not come back once it was deleted', async () => {
  await using folder = await tempFolder()
  {
    await using app = await start(configFor(folder.path))
    const member = await signedIn(app.url)
    const types = await member.call(api.taskTypes.list, {})
    expect(types).toEqual([expect.objectContaining(DEFAULT)])
    for (const { id } of types) await member.call(api.taskTypes.remove, { params: { id } })
  }
  await using app = await start(configFor(folder.path))
  expect(await (await signedIn(app.url)).call(api.taskTypes.list, {})).toEqual([])
})

test('a database that an earlier version created gets no type', async () => {
  await using folder = await tempFolder()
  {
    // Earlier versions only created the tables.
    const { logger } = openLogLines()
    await using _database = await openDatabase({ dataDir: folder.path }, { logger, now: () => new Date() })
  }
  await using app = await start(configFor(folder.path))
  expect(await (await signedIn(app.url)).call(api.taskTypes.list, {})).toEqual([])
})

test.skipIf(adminUrl() === undefined)('nodes that start together create the type Default once', async () => {
  const name = `nano_sync_${randomBytes(8).toString('hex')}`
  await runOn(`CREATE DATABASE ${name}`)
  await using parts = new AsyncDisposableStack()
  parts.defer(() => runOn(`DROP DATABASE ${name} WITH (FORCE)`))
  const env = { DATABASE_URL: formatDatabaseUrl(name), SESSION_SECRET: randomBytes(32).toString('hex') }
  const folders = [parts.use(await tempFolder()), parts.use(await tempFolder())]
  const apps = await Promise.all(folders.map(async ({ path }) => parts.use(await start(configFor(path, env)))))
  for (const { url } of apps) {
    expect(await (await signedIn(url)).call(api.taskTypes.list, {})).toEqual([expect.objectContaining(DEFAULT)])
  }
})
