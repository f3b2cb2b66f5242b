import { randomBytes } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { TEMPLATE } from './database-template.ts'
import { adminUrl, databaseUrlOf, runOn } from './postgres-server.ts'

/** A database of a test's own, given as settings. */
interface TestDatabase extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>
}

/**
 * A copy of the template: of its folder, put into `dataDir`, or on the server that TEST_DATABASE_URL names, where it is
 * dropped afterwards.
 */
export async function openTestDatabase(dataDir: string): Promise<TestDatabase> {
  const template = process.env[TEMPLATE]
  if (adminUrl() === undefined) {
    if (template) await cp(template, dataDir, { recursive: true })
    return { env: {}, [Symbol.asyncDispose]: async () => undefined }
  }
  const name = `nano_sync_${randomBytes(8).toString('hex')}`
  await runOn(`CREATE DATABASE ${name} ${template ? `TEMPLATE ${template}` : ''}`)
  return {
    env: { DATABASE_URL: databaseUrlOf(name), SESSION_SECRET: randomBytes(32).toString('hex') },
    [Symbol.asyncDispose]: () => runOn(`DROP DATABASE ${name} WITH (FORCE)`),
  }
}
