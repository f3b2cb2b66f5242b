import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A database of a test's own, given as settings. */
interface TestDatabase extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>
}

/** The embedded database, or a fresh one on the server that TEST_DATABASE_URL names, which is dropped afterwards. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const adminUrl = process.env['TEST_DATABASE_URL']
  if (adminUrl === undefined || adminUrl === '') return { env: {}, [Symbol.asyncDispose]: async () => undefined }
  const name = `nano_sync_${randomBytes(8).toString('hex')}`
  await runOn(adminUrl, `CREATE DATABASE ${name}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return {
    env: { DATABASE_URL: url.href, SESSION_SECRET: randomBytes(32).toString('hex') },
    [Symbol.asyncDispose]: () => runOn(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

async function runOn(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
