import { createHash, randomBytes } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { readEmbeddedKeys } from '#server/auth/embedded-keys.ts'
import { type DatabaseChoice, openDatabase } from '#server/storage/database.ts'
import { adminUrl, databaseUrlOf, dropDatabases, runOn } from './postgres-server.ts'

// Creating a database takes seconds and copying one a fraction of a second, so every test gets a copy of one that is created
// once before all tests. These environment variables hold its folder, and its name on the server in TEST_DATABASE_URL.
export const TEMPLATE_FOLDER = 'TEST_TEMPLATE_FOLDER'
export const TEMPLATE_DATABASE = 'TEST_TEMPLATE_DATABASE'

const ROOT = join(import.meta.dirname, '../..')
const TEMPLATES = join(ROOT, 'node_modules/.cache/nano-sync-tests')
/** What the template is made of. */
const INGREDIENTS = [
  'src/server/storage/migrations/**/*.{sql,json}',
  'src/server/storage/{migrate,open-embedded}.ts',
  'src/server/auth/embedded-keys.ts',
  'node_modules/@electric-sql/pglite/package.json',
]

/** Runs before all integration tests; the returned function removes what is on the server after them. */
export async function setup(): Promise<() => Promise<void>> {
  // On a PostgreSQL server, too, some tests start the app on the embedded database.
  const [remove] = await Promise.all([createTemplateDatabase(), createTemplateFolder()])
  return remove
}

/** Creates the template as an embedded database, with keys for signing in beside it, unless an earlier run has done so. */
export async function createTemplateFolder(): Promise<void> {
  const folder = join(TEMPLATES, await hashOfIngredients())
  if (!existsSync(folder)) {
    const earlier = await readdir(TEMPLATES).catch(() => [])
    await mkdir(TEMPLATES, { recursive: true })
    const unfinished = await mkdtemp(join(TEMPLATES, 'unfinished-'))
    await Promise.all([fill({ dataDir: unfinished }), readEmbeddedKeys(unfinished)])
    await rename(unfinished, folder)
    for (const name of earlier) await rm(join(TEMPLATES, name), { recursive: true, force: true })
  }
  process.env[TEMPLATE_FOLDER] = folder
}

async function hashOfIngredients(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of globSync(INGREDIENTS, { cwd: ROOT }).sort())
    hash.update(file).update(await readFile(join(ROOT, file)))
  return hash.digest('hex')
}

async function createTemplateDatabase(): Promise<() => Promise<void>> {
  if (adminUrl() === undefined) return async () => undefined
  const name = `nano_sync_template_${randomBytes(8).toString('hex')}`
  await runOn(`CREATE DATABASE ${name}`)
  await fill({ databaseUrl: databaseUrlOf(name) })
  process.env[TEMPLATE_DATABASE] = name
  // The names of its copies begin the same.
  return () => dropDatabases(name)
}

/** Migrates the schema. */
async function fill(choice: DatabaseChoice): Promise<void> {
  const logger = pino({ level: 'warn' })
  await using _database = await openDatabase(choice, { logger, now: () => new Date() })
}
