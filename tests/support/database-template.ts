import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type DatabaseChoice, openDatabase } from '#server/storage/database.ts'
import { adminUrl, databaseUrlOf, runOn } from './postgres-server.ts'

// Creating a database takes seconds and copying one a fraction of a second, so every test gets a copy of one that is created
// once before all tests. These environment variables hold its folder, and its name on the server in TEST_DATABASE_URL.
export const TEMPLATE_FOLDER = 'TEST_TEMPLATE_FOLDER'
export const TEMPLATE_DATABASE = 'TEST_TEMPLATE_DATABASE'

/** Runs before all integration tests; the returned function removes the templates after them. */
export async function setup(): Promise<() => Promise<void>> {
  // On a PostgreSQL server, too, some tests start the app on the embedded database.
  const creating =
    adminUrl() === undefined ? [createTemplateFolder()] : [createTemplateFolder(), createTemplateDatabase()]
  const removals = await Promise.all(creating)
  return async () => void (await Promise.all(removals.map((remove) => remove())))
}

/** Creates the template as an embedded database. */
export async function createTemplateFolder(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-template-'))
  await fill({ dataDir })
  process.env[TEMPLATE_FOLDER] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}

async function createTemplateDatabase(): Promise<() => Promise<void>> {
  const name = `nano_sync_template_${randomBytes(8).toString('hex')}`
  await runOn(`CREATE DATABASE ${name}`)
  await fill({ databaseUrl: databaseUrlOf(name) })
  process.env[TEMPLATE_DATABASE] = name
  return () => runOn(`DROP DATABASE ${name} WITH (FORCE)`)
}

/** Migrates the schema. */
async function fill(choice: DatabaseChoice): Promise<void> {
  const logger = pino({ level: 'warn' })
  await using _database = await openDatabase(choice, { logger, now: () => new Date() })
}
