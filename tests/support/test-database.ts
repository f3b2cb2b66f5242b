import { randomBytes } from 'node:crypto'
import { cpSync } from 'node:fs'
import { TEMPLATE } from './database-template.ts'
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
  const template = process.env[TEMPLATE]
  if (adminUrl() === undefined) {
    copyTemplate(dataDir)
    return { env: {}, [Symbol.asyncDispose]: async () => undefined }
  }
  const name = `nano_sync_${randomBytes(8).toString('hex')}`
  await runOn(`CREATE DATABASE ${name} ${template ? `TEMPLATE ${template}` : ''}`)
  return {
    env: { DATABASE_URL: databaseUrlOf(name), SESSION_SECRET: randomBytes(32).toString('hex') },
    [Symbol.asyncDispose]: () => runOn(`DROP DATABASE ${name} WITH (FORCE)`),
  }
}

/** Copies the template of the embedded database, if there is one, into a data folder. */
export function copyTemplate(dataDir: string): void {
  const template = process.env[TEMPLATE]
  // The synchronous copy of a thousand files takes a sixth of the CPU time of the asynchronous one.
  if (template) cpSync(template, dataDir, { recursive: true })
}
