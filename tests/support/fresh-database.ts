import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Database } from '#server/storage/database.ts'
import { openDatabase } from '#server/storage/open-database.ts'
import { openTestDatabase } from './test-database.ts'

/** Opens an empty database without the app. Disposing of it deletes it. */
export async function openFreshDatabase(): Promise<Database> {
  await using parts = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-'))
  parts.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { env } = parts.use(await openTestDatabase(dataDir))
  const databaseUrl = env['DATABASE_URL']
  const choice = databaseUrl === undefined ? { dataDir } : { databaseUrl }
  const options = { logger: pino({ level: 'warn' }), now: () => new Date() }
  const database = parts.use(await openDatabase(choice, options))
  const opened = parts.move()
  return { ...database, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
