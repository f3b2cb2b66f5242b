import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import pg from 'pg'
import { type DatabaseChoice, EMBEDDED_FOLDER, type Orm } from '#server/storage/database.ts'
import * as schema from '#server/storage/schema.ts'
import { BackupError } from './backup-error.ts'

/**
 * Calls `work` with a single connection to a database, without migrating an older database. An embedded database must not be
 * open elsewhere.
 *
 * @throws BackupError when the database cannot be reached or does not exist
 */
export async function withConnection<T>(choice: DatabaseChoice, work: (connection: Orm) => Promise<T>): Promise<T> {
  return 'databaseUrl' in choice
    ? await withPostgres(choice.databaseUrl, work)
    : await withEmbedded(choice.dataDir, work)
}

async function withEmbedded<T>(dataDir: string, work: (connection: Orm) => Promise<T>): Promise<T> {
  const folder = join(dataDir, EMBEDDED_FOLDER)
  if (!existsSync(folder)) throw new BackupError(`There is no embedded database in ${dataDir}. Set DATA_DIR.`)
  const client = await PGlite.create(folder)
  try {
    return await work(drizzlePglite({ client, schema, casing: 'snake_case' }))
  } finally {
    await client.close()
  }
}

async function withPostgres<T>(databaseUrl: string, work: (connection: Orm) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
  let lostBecause: unknown
  client.on('error', (error) => {
    lostBecause = error
  })
  try {
    await client.connect()
  } catch (error) {
    throw new BackupError(
      `The database server at ${new URL(databaseUrl).host} cannot be reached: ${describeError(error)}`,
      {
        cause: error,
      },
    )
  }
  try {
    return await work(drizzlePostgres({ client, schema, casing: 'snake_case' }))
  } catch (error) {
    throw lostBecause === undefined
      ? error
      : new BackupError('The connection to the database broke. Try again.', { cause: lostBecause })
  } finally {
    await client.end()
  }
}

function describeError(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : String(error)
}
