import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { readEmbeddedKeys } from '#server/auth/embedded-keys.ts'
import type { DatabaseChoice } from '#server/storage/database.ts'
import { openDatabase } from '#server/storage/open-database.ts'
import { cachedFolder } from './cached-folder.ts'
import { IN_MEMORY } from './in-memory.ts'
import { adminUrl, dropDatabases, formatDatabaseUrl, runOn } from './postgres-server.ts'
import { providePostgres } from './provide-postgres.ts'

// Creating a database takes seconds and copying one a fraction of a second, so every test gets a copy of a template
// created before all tests. These environment variables hold its folder, and its name on the server in
// TEST_DATABASE_URL.
export const TEMPLATE_FOLDER = 'TEST_TEMPLATE_FOLDER'
export const TEMPLATE_DATABASE = 'TEST_TEMPLATE_DATABASE'
/** The environment variable with the path of the folder for databases that stay open between tests. Deleted after all tests. */
export const OPEN_DATABASES_FOLDER = 'TEST_OPEN_DATABASES_FOLDER'

/** Files that the template depends on. */
const INGREDIENTS = [
  'src/server/storage/migrations/**/*.{sql,json}',
  'src/server/storage/{migrate,open-embedded}.ts',
  'src/server/auth/embedded-keys.ts',
  'node_modules/@electric-sql/pglite/package.json',
]

/** Runs before all tests with a database. The returned function cleans up the server after them. */
export async function setup(): Promise<() => Promise<void>> {
  await using parts = new AsyncDisposableStack()
  const folder = await mkdtemp(join(IN_MEMORY, 'nano-sync-tests-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  process.env[OPEN_DATABASES_FOLDER] = folder
  parts.use(await providePostgres())
  // Create the folder too: even with a PostgreSQL server, some tests start the app on the embedded database.
  const [remove] = await Promise.all([createTemplateDatabase(), createTemplateFolder()])
  parts.defer(remove)
  const created = parts.move()
  return () => created.disposeAsync()
}

/** Creates the template as an embedded database, with keys for signing in beside it, unless an earlier run has done so. */
async function createTemplateFolder(): Promise<void> {
  process.env[TEMPLATE_FOLDER] = await cachedFolder({
    name: 'empty',
    ingredients: INGREDIENTS,
    fill: (dataDir) => Promise.all([fill({ dataDir }), readEmbeddedKeys(dataDir)]),
  })
}

async function createTemplateDatabase(): Promise<() => Promise<void>> {
  if (adminUrl() === undefined) return async () => undefined
  const name = `nano_sync_template_${randomBytes(8).toString('hex')}`
  await runOn(`CREATE DATABASE ${name}`)
  await fill({ databaseUrl: formatDatabaseUrl(name) })
  process.env[TEMPLATE_DATABASE] = name
  // Drop its copies too, because their names start with its name.
  return () => dropDatabases(name)
}

/** Migrates the schema. */
async function fill(choice: DatabaseChoice): Promise<void> {
  const logger = pino({ level: 'warn' })
  await using _database = await openDatabase(choice, { logger, now: () => new Date() })
}
