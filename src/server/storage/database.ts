import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { type ConstructorOptions, fromPglite } from 'pg-boss'
import { HOUR_MS } from '#domain/time.ts'
import { withMigrationLock } from './advisory-locks.ts'
import { listenOnPostgres } from './listen-on-postgres.ts'
import * as schema from './schema.ts'

/** Runs SQL through drizzle: the database itself, or one transaction of it. */
export type Orm = PgDatabase<PgQueryResultHKT, typeof schema>

export interface Database extends AsyncDisposable {
  readonly orm: Orm
  /** How pg-boss reaches the same database. */
  readonly bossOptions: ConstructorOptions
  /** A pool of PostgreSQL connections; none on the embedded database, which has one connection. */
  readonly pool: pg.Pool | undefined
  /**
   * Calls `onPayload` for every notification on a channel, from any node, until the answer is called. `onGap` is called
   * after a lost connection was mended, when notifications may have been missed.
   */
  listen(channel: string, on: Listener): Promise<() => Promise<void>>
}

export interface Listener {
  onPayload: (payload: string) => void
  onGap: () => void
}

export type DatabaseChoice = { databaseUrl: string } | { dataDir: string }

const migrations = {
  migrationsFolder: join(import.meta.dirname, 'migrations'),
}
/** The embedded database has no process of its own that makes the room of dropped rows usable again. */
const TIDY_EVERY_MS = HOUR_MS
const REACHABLE_TIMEOUT_MS = 3000
const casing = 'snake_case'

/** Reads several things as they are at one moment. */
export async function inSnapshot<Result>(orm: Orm, read: (tx: Orm) => Promise<Result>): Promise<Result> {
  return await orm.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}

/** Whether the database responds within 3 seconds. */
export async function isReachable(orm: Orm): Promise<boolean> {
  const response = orm.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  return await Promise.race([response, delay(REACHABLE_TIMEOUT_MS, false, { ref: false })])
}

/** Opens the database and brings its schema up to date. */
export async function openDatabase(choice: DatabaseChoice): Promise<Database> {
  return 'databaseUrl' in choice ? openPostgres(choice.databaseUrl) : openEmbedded(choice.dataDir)
}

async function openEmbedded(dataDir: string): Promise<Database> {
  const folder = join(dataDir, 'database')
  await mkdir(folder, { recursive: true })
  const client = await PGlite.create(folder)
  const orm = drizzlePglite({ client, schema, casing })
  await migratePglite(orm, migrations)
  const tidying = setInterval(() => client.exec('VACUUM ANALYZE').catch(putOff), TIDY_EVERY_MS).unref()
  return {
    orm,
    bossOptions: { backend: 'pglite', db: fromPglite(client) },
    pool: undefined,
    listen: async (channel, { onPayload }) => client.listen(channel, onPayload),
    async [Symbol.asyncDispose]() {
      clearInterval(tidying)
      await client.close()
    },
  }
}

/** Tidying that fails, on a full disk say, is tried again an hour later; whatever needs the room tells why it has none. */
const putOff = () => undefined

async function openPostgres(databaseUrl: string): Promise<Database> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 })
  // A connection that breaks while nobody uses it is replaced by the pool; unheard, its error would end the process.
  pool.on('error', () => undefined)
  const orm = drizzlePostgres({ client: pool, schema, casing })
  await migrateAlone(pool)
  return {
    orm,
    bossOptions: { connectionString: databaseUrl },
    pool,
    listen: (channel, listener) => listenOnPostgres({ databaseUrl, channel, ...listener }),
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

/** Several nodes may start at once: one migrates, the others wait for it. */
async function migrateAlone(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    const orm = drizzlePostgres({ client, schema, casing })
    await withMigrationLock(orm, () => migratePostgres(orm, migrations))
  } finally {
    client.release()
  }
}
