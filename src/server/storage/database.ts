import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import type pg from 'pg'
import { type ConstructorOptions, type Db, fromPglite } from 'pg-boss'
import type { Logger } from 'pino'
import { HOUR_MS } from '#domain/time.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './open-postgres.ts'
import { createOutageLog, type OutageLog } from './outage-log.ts'
import { NO_RESPONSE, responds } from './responds.ts'
import * as schema from './schema.ts'
import { shareThread } from './share-thread.ts'

/** Runs SQL through drizzle: either the database itself or a transaction. */
export type Orm = PgDatabase<PgQueryResultHKT, typeof schema>

export interface Database extends AsyncDisposable {
  readonly orm: Orm
  /** Connects pg-boss to the same database. */
  readonly bossOptions: ConstructorOptions & { db: Db }
  /** Connections to PostgreSQL; undefined on the embedded database, which has a single connection. */
  readonly pool: pg.Pool | undefined
  /** Copies the files of the embedded database into a data folder while it runs; undefined on PostgreSQL. */
  readonly copyFiles: ((dataDir: string) => Promise<void>) | undefined
  /** Listens for notifications on a channel, from any node. */
  listen(channel: string, listener: Listener): Promise<Subscription>
  /** What keeps this process from working with the database, in a sentence; undefined while it works. */
  problem(): Promise<string | undefined>
  /**
   * Whether the database takes new connections, whatever has become of the open ones, or this process is the one that
   * cannot open any; undefined on the embedded database.
   */
  readonly acceptsConnections: (() => Promise<boolean>) | undefined
}

export interface Listener {
  onPayload: (payload: string) => void
  /** Called when the connection breaks: from here until `onGap`, notifications are missed. */
  onBroken?: () => void
  /** Called after reconnecting: notifications may have been missed. */
  onGap: () => void
}

export interface Subscription {
  /**
   * Resolves once the listener has received the notifications of everything that was committed before the call.
   * @throws while the connection is broken
   */
  caughtUp(): Promise<void>
  stop(): Promise<void>
}

export type DatabaseChoice = { databaseUrl: string } | { dataDir: string }

export interface OpenOptions {
  logger: Logger
  now: () => Date
  /** Called with a sentence when the start has to wait for the server. */
  onWait?: (sentence: string) => void
  vacuumEveryMs?: number
}
/** The folder of the embedded database in the data folder. */
export const EMBEDDED_FOLDER = 'database'
/** The embedded database has no autovacuum to reclaim the space of deleted rows. */
const VACUUM_EVERY_MS = HOUR_MS

/** Runs several reads on one consistent state of the database. */
export async function inSnapshot<Result>(orm: Orm, read: (tx: Orm) => Promise<Result>): Promise<Result> {
  return await orm.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
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
  shareThread(client)
  const orm = drizzlePglite({ client, schema, casing: 'snake_case' })
  await migrate(orm)
  const outage = createOutageLog({ logger, now, messages: VACUUM_MESSAGES })
  const vacuumTimer = setInterval(() => vacuum(client, outage), vacuumEveryMs).unref()
  parts.defer(() => clearInterval(vacuumTimer))
  const opened = parts.move()
  return {
    orm,
    bossOptions: { backend: 'pglite', db: fromPglite(client) },
    pool: undefined,
    async listen(channel, { onPayload }) {
      const stop = await client.listen(channel, onPayload)
      // The only connection notifies of a commit before it is done with it.
      return { caughtUp: async () => undefined, stop: () => stop() }
    },
    problem: async () => ((await responds(client.query('SELECT 1'))) ? undefined : NO_RESPONSE),
    acceptsConnections: undefined,
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
