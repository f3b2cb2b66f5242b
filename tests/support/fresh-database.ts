import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '#server/storage/database.ts'

/**
 * An empty database of its own, gone when it is disposed of: embedded, or on the PostgreSQL server whose admin address
 * stands in TEST_DATABASE_URL.
 */
export async function openFreshDatabase(): Promise<Database> {
  const adminUrl = process.env['TEST_DATABASE_URL']
  return adminUrl === undefined ? openInFolder() : openOnServer(adminUrl)
}

async function openInFolder(): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-test-'))
  return closedWith(await openDatabase({ dataDir }), () => rm(dataDir, { recursive: true, force: true }))
}

async function openOnServer(adminUrl: string): Promise<Database> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin({ adminUrl, statement: `create database ${name}` })
  const databaseUrl = new URL(adminUrl)
  databaseUrl.pathname = `/${name}`
  // Not by force: the server waits by itself until the connections that were closed a moment ago are gone.
  return closedWith(await openDatabase({ databaseUrl: databaseUrl.href }), () =>
    asAdmin({ adminUrl, statement: `drop database ${name}` }),
  )
}

async function asAdmin({ adminUrl, statement }: { adminUrl: string; statement: string }): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

function closedWith(database: Database, remove: () => Promise<void>): Database {
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await remove()
    },
  }
}
