import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import pg from 'pg'
import { type ConstructorOptions, fromPglite } from 'pg-boss'
import type { Logger } from 'pino'
import { HOUR_MS } from '#domain/time.ts'
import { withMigrationLock } from './advisory-locks.ts'
import { listenOnPostgres } from './listen-on-postgres.ts'
import { migrate } from './migrate.ts'
import { createOutageLog, type OutageLog } from './outage-log.ts'
import * as schema from './schema.ts'

/** Runs SQL through drizzle: either the database itself or a transaction. */
export type Orm = PgDatabase<PgQueryResultHKT, typeof schema>

export interface Database extends AsyncDisposable {
  readonly orm: Orm
  /** Connects pg-boss to the same database. */
  readonly bossOptions: ConstructorOptions
  /** Connections to PostgreSQL; undefined on the embedded database, which has a single connection. */
  readonly pool: pg.Pool | undefined
  /** Copies the files of the embedded database into a data folder while it runs; undefined on PostgreSQL. */
  readonly copyFiles: ((dataDir: string) => Promise<void>) | undefined
  /** Listens for notifications on a channel, from any node. The returned function stops listening. */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>
}

export interface Listener {
  onPayload: (payload: string) => void
  /** Called after reconnecting: notifications may have been missed. */
  onGap: () => void
}

export type DatabaseChoice = { databaseUrl: string } | { dataDir: string }

interface OpenOptions {
  logger: Logger
  now: () => Date
  vacuumEveryMs?: number
}
const casing = 'snake_case'
/** The folder of the embedded database in the data folder. */
export const EMBEDDED_FOLDER = 'database'
/** The embedded database has no autovacuum to reclaim the space of deleted rows. */
const VACUUM_EVERY_MS = HOUR_MS
const REACHABLE_TIMEOUT_MS = 3000

/** Runs several reads on one consistent state of the database. */
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

/** Opens the database and migrates its schema to the current version. */
export async function openDatabase(choice: DatabaseChoice, options: OpenOptions): Promise<Database> {
  return 'databaseUrl' in choice ? openPostgres(choice.databaseUrl, options) : openEmbedded(choice.dataDir, options)
}

async function openEmbedded(
  dataDir: string,
  { logger, now, vacuumEveryMs = VACUUM_EVERY_MS }: OpenOptions,
): Promise<Database> {
  const folder = join(dataDir, EMBEDDED_FOLDER)
  await mkdir(folder, { recursive: true })
  await using parts = new AsyncDisposableStack()
  const client = await PGlite.create(folder)
  parts.defer(() => client.close())
  const orm = drizzlePglite({ client, schema, casing })
  await migrate(orm)
  const outage = createOutageLog({ logger, now, messages: VACUUM_MESSAGES })
  const vacuumTimer = setInterval(() => vacuum(client, outage), vacuumEveryMs).unref()
  parts.defer(() => clearInterval(vacuumTimer))
  const opened = parts.move()
  return {
    orm,
    bossOptions: { backend: 'pglite', db: fromPglite(client) },
    pool: undefined,
    listen: async (channel, { onPayload }) => client.listen(channel, onPayload),
    copyFiles: async (target) => {
      // Nothing else runs on the only connection meanwhile, so the files are those of one moment.
      await orm.transaction(() => cp(folder, join(target, EMBEDDED_FOLDER), { recursive: true }))
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const VACUUM_MESSAGES = {
  failed: 'Reclaiming space in the embedded database failed; trying again every hour',
  succeeded: 'Reclaiming space in the embedded database works again',
}

async function vacuum(client: PGlite, outage: OutageLog): Promise<void> {
  try {
    await client.exec('VACUUM ANALYZE')
    outage.succeeded()
  } catch (error) {
    outage.failed(error)
  }
}

async function openPostgres(databaseUrl: string, { logger, now }: OpenOptions): Promise<Database> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 })
  const poolOutage = createOutageLog({ logger, now, messages: POOL_MESSAGES })
  // The pool replaces an idle connection that breaks. Without a listener, the error would end the process.
  pool.on('error', (error) => poolOutage.failed(error))
  pool.on('connect', () => poolOutage.succeeded())
  const orm = drizzlePostgres({ client: pool, schema, casing })
  await migrateOnOneNode(pool)
  return {
    orm,
    bossOptions: { connectionString: databaseUrl },
    pool,
    copyFiles: undefined,
    listen: (channel, listener) => {
      const outage = createOutageLog({ logger: logger.child({ channel }), now, messages: LISTEN_MESSAGES })
      return listenOnPostgres({ databaseUrl, channel, outage, ...listener })
    },
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

const POOL_MESSAGES = {
  failed: 'Lost an idle connection to the database; a new one is opened when it is needed',
  succeeded: 'Connected to the database again',
}

const LISTEN_MESSAGES = {
  failed: 'Lost the connection that listens for changes in the database; reconnecting',
  succeeded: 'Listening for changes in the database again',
}

/** Several nodes may start at once: one migrates, the others wait for it. */
async function migrateOnOneNode(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    const orm = drizzlePostgres({ client, schema, casing })
    await withMigrationLock(orm, () => migrate(orm))
  } finally {
    client.release()
  }
}
