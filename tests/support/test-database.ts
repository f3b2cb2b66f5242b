import { randomBytes } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { EMBEDDED_KEYS_FILE } from '#server/auth/embedded-keys.ts'
import { EMBEDDED_FOLDER } from '#server/storage/database.ts'
import { takeDatabase } from './database-pool.ts'
import { TEMPLATE_DATABASE, TEMPLATE_FOLDER } from './database-template.ts'
import { adminUrl, formatDatabaseUrl, runOn } from './postgres-server.ts'

/** Database of a test, as settings of the app. */
interface TestDatabase extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>
}

/** Copies the template: its folder to `dataDir`, or its database on the server in TEST_DATABASE_URL. */
export async function openTestDatabase(dataDir: string): Promise<TestDatabase> {
  if (adminUrl() === undefined) return openEmbeddedDatabase(dataDir)
  const template = process.env[TEMPLATE_DATABASE]
  const { name, ...database } = template ? await takeDatabase(template) : await createDatabase()
  return {
    ...database,
    env: { DATABASE_URL: formatDatabaseUrl(name), SESSION_SECRET: randomBytes(32).toString('hex') },
  }
}

async function createDatabase() {
  const name = `nano_sync_${randomBytes(8).toString('hex')}`
  await runOn(`CREATE DATABASE ${name}`)
  return { name, [Symbol.asyncDispose]: () => runOn(`DROP DATABASE ${name} WITH (FORCE)`) }
}

/** Copies the template of the embedded database into `dataDir`. */
export function openEmbeddedDatabase(dataDir: string): TestDatabase {
  copyTemplate(dataDir)
  return { env: {}, [Symbol.asyncDispose]: async () => undefined }
}

/** Copies the template of the embedded database, if there is one, into a data folder. */
export function copyTemplate(dataDir: string): void {
  copyFromTemplate(EMBEDDED_FOLDER, dataDir)
}

/** Copies the keys of the embedded sign-in, because creating them takes as long as the rest of the start. */
export function copyKeys(dataDir: string): void {
  copyFromTemplate(EMBEDDED_KEYS_FILE, dataDir)
}

function copyFromTemplate(name: string, dataDir: string): void {
  const template = process.env[TEMPLATE_FOLDER]
  // The synchronous copy of a thousand files takes a sixth of the CPU time of an asynchronous copy.
  if (template) cpSync(join(template, name), join(dataDir, name), { recursive: true })
}
