import { randomBytes } from 'node:crypto'
import { cpSync } from 'node:fs'
import { TEMPLATE_DATABASE, TEMPLATE_FOLDER } from './database-template.ts'
import { adminUrl, databaseUrlOf, runOn } from './postgres-server.ts'

/** The database of one test, as settings of the app. */
interface TestDatabase extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>
}

/**
 * Copies the template: its folder into `dataDir`, or its database on the server in TEST_DATABASE_URL. Disposing of it drops
 * the database.
 */
export async function openTestDatabase(dataDir: string): Promise<TestDatabase> {
  if (adminUrl() === undefined) return openEmbeddedDatabase(dataDir)
  const name = `nano_sync_${randomBytes(8).toString('hex')}`
  const template = process.env[TEMPLATE_DATABASE]
  await runOn(`CREATE DATABASE ${name} ${template ? `TEMPLATE ${template}` : ''}`)
  return {
    env: { DATABASE_URL: databaseUrlOf(name), SESSION_SECRET: randomBytes(32).toString('hex') },
    [Symbol.asyncDispose]: () => runOn(`DROP DATABASE ${name} WITH (FORCE)`),
  }
}

/** Copies the template of the embedded database into `dataDir`. */
export function openEmbeddedDatabase(dataDir: string): TestDatabase {
  copyTemplate(dataDir)
  return { env: {}, [Symbol.asyncDispose]: async () => undefined }
}

/** Copies the template of the embedded database, if there is one, into a data folder. */
export function copyTemplate(dataDir: string): void {
  const template = process.env[TEMPLATE_FOLDER]
  // The synchronous copy of a thousand files takes a sixth of the CPU time of the asynchronous one.
  if (template) cpSync(template, dataDir, { recursive: true })
}
