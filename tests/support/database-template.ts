import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openWakeSignal } from '#server/queue/wake-signal.ts'
import { type DatabaseChoice, openDatabase } from '#server/storage/database.ts'
import { adminUrl, databaseUrlOf, runOn } from './postgres-server.ts'

// Runs once before all integration tests. Making a database takes seconds, copying one a fraction: every test gets a copy
// of the one made here, which it finds by the name in this variable.
export const TEMPLATE = 'TEST_DATABASE_TEMPLATE'

export async function setup(): Promise<() => Promise<void>> {
  return adminUrl() === undefined ? await makeFolder() : await makeDatabase()
}

async function makeFolder(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-template-'))
  await fill({ dataDir })
  process.env[TEMPLATE] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}

async function makeDatabase(): Promise<() => Promise<void>> {
  const name = `nano_sync_template_${randomBytes(8).toString('hex')}`
  await runOn(`CREATE DATABASE ${name}`)
  await fill({ databaseUrl: databaseUrlOf(name) })
  process.env[TEMPLATE] = name
  return () => runOn(`DROP DATABASE ${name} WITH (FORCE)`)
}

/** Brings the schema up to date, the job queue's own too. */
async function fill(choice: DatabaseChoice): Promise<void> {
  const logger = pino({ level: 'warn' })
  await using database = await openDatabase(choice, { logger, now: () => new Date() })
  await using _wakeSignal = await openWakeSignal({ database, logger })
}
