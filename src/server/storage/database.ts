import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { GoingBackLimit } from './migration-files.ts'
import type * as schema from './schema.ts'

/** Runs SQL through drizzle: either the database itself or a transaction. */
export type Orm = PgDatabase<PgQueryResultHKT, typeof schema>

export interface Database extends AsyncDisposable {
  readonly orm: Orm
  /** Pool of connections to PostgreSQL; undefined for the embedded database, which has a single connection. */
  readonly pool: pg.Pool | undefined
  /** Copies the files of the embedded database into a data folder while it runs; undefined for PostgreSQL. */
  readonly copyFiles: ((dataDir: string) => Promise<void>) | undefined
  /** Listens for notifications from any node on a channel. */
  listen(channel: string, listener: Listener): Promise<Subscription>
  /** Describes why this process cannot work with the database; undefined while it works. */
  problem(): Promise<string | undefined>
  /**
   * Whether the database takes new connections, even if the open connections are broken. Also true if only this process cannot
   * open any. Undefined for the embedded database.
   */
  readonly acceptsConnections: (() => Promise<boolean>) | undefined
}

export interface Listener {
  onPayload: (payload: string) => void
  /** Called when the connection breaks. Notifications are lost from then until `onGap`. */
  onBroken?: () => void
  /** Called after reconnecting: notifications may have been missed. */
  onGap: () => void
}

export interface Subscription {
  stop(): Promise<void>
}

export interface PostgresChoice {
  databaseUrl: string
  /** Maximum connections of the pool. */
  connections?: number
}

export type DatabaseChoice = PostgresChoice | { dataDir: string }

export interface PendingUpgrade {
  /** A single connection that is not in a transaction. */
  readonly connection: Orm
  /** Conditions under which the previous release does not start on the upgraded database. */
  readonly limits: readonly GoingBackLimit[]
}

export interface OpenOptions {
  logger: Logger
  now: () => Date
  /** Called with a message when the start has to wait for the server. */
  onWait?: (sentence: string) => void
  /** Adds the first rows of a new database in the transaction that creates its tables. */
  fillNew?: ((tx: Orm) => Promise<void>) | undefined
  /** Called before migrations change a database with data. */
  beforeUpgrade?: ((upgrade: PendingUpgrade) => Promise<void>) | undefined
  vacuumEveryMs?: number
}

/** Name of the embedded database's folder in the data folder. */
export const EMBEDDED_FOLDER = 'database'

/** Runs several reads on one consistent state of the database. */
export async function inSnapshot<Result>(orm: Orm, read: (tx: Orm) => Promise<Result>): Promise<Result> {
  return await orm.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}
