import { setTimeout as delay } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { SECOND_MS } from '#domain/time.ts'
import { DEFAULT_CONNECTIONS } from '#server/config/config.ts'
import { withMigrationLock } from './advisory-locks.ts'
import { findConnectionFault } from './connection-fault.ts'
import { asPage } from './connection-line.ts'
import type { Database, OpenOptions, PostgresChoice } from './database.ts'
import { ConnectionError, findDatabaseFault, isServerFull, readFault } from './database-fault.ts'
import { listenOnPostgres } from './listen-on-postgres.ts'
import { migrate } from './migrate.ts'
import { createOutageLog } from './outage-log.ts'
import { createPooledOrm } from './pooled-orm.ts'
import { openPostgresPool } from './postgres-pool.ts'
import { liftLimits, prepareSession, sessionOptions } from './postgres-session.ts'
import { NO_RESPONSE, RESPONSE_TIMEOUT_MS, responds } from './responds.ts'
import * as schema from './schema.ts'

const START_RETRY_MS = 2 * SECOND_MS

/** Waits until the server is there, and migrates its schema to the current version. */
export async function openPostgres(
  { databaseUrl, connections = DEFAULT_CONNECTIONS }: PostgresChoice,
  { logger, now, onWait, fillNew, beforeUpgrade }: OpenOptions,
): Promise<Database> {
  await retryWhile(isAway, { databaseUrl, onWait }, () => migrateOnOneNode(databaseUrl, { fillNew, beforeUpgrade }))
  const outage = createOutageLog({ logger, now, messages: POOL_MESSAGES })
  const shortage = createOutageLog({ logger, now, messages: SHORTAGE_MESSAGES })
  const pool = openPostgresPool({ databaseUrl, max: connections, outage, shortage })
  const listenOutage = createOutageLog({ logger, now, messages: LISTEN_MESSAGES })
  const listen = listenOnPostgres({ databaseUrl, outage: listenOutage })

  async function problem(): Promise<string | undefined> {
    if (!(await asPage(() => responds(pool.query('SELECT 1'))))) return NO_RESPONSE
    return listenOutage.isFailing ? 'This node receives no notifications of changes in the database' : undefined
  }
  return {
    orm: createPooledOrm(pool),
    pool,
    listen: (channel, listener) => retryWhile(isFull, { databaseUrl, onWait }, () => listen(channel, listener)),
    problem,
    copyFiles: undefined,
    acceptsConnections: () => responds(connectOnce(databaseUrl).catch(throwUnlessOwnFault)),
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

async function connectOnce(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ ...sessionOptions(databaseUrl), connectionTimeoutMillis: RESPONSE_TIMEOUT_MS })
  // Ignore this error: the statement in progress fails with it too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
  } finally {
    client.end().catch(() => undefined)
  }
}

/**
 * Rethrows errors of the server. A process that cannot open more connections needs a restart, whether or not the server is
 * there.
 */
function throwUnlessOwnFault(error: unknown): void {
  if (findConnectionFault(error) === undefined) throw error
}

const POOL_MESSAGES = {
  failed: 'Lost an idle connection to the database; a new one is opened when it is needed',
  succeeded: 'Connected to the database again',
}

const SHORTAGE_MESSAGES = {
  failed:
    'The database server allows no more connections: pages and runs of this node share those that are open. Lower DATABASE_CONNECTIONS, or raise the limit of the server',
  succeeded: 'The database server allows more connections again',
}

const LISTEN_MESSAGES = {
  failed: 'Lost the connection that listens for changes in the database; reconnecting',
  succeeded: 'Listening for changes in the database again',
}

interface RetryOptions {
  databaseUrl: string
  onWait: OpenOptions['onWait']
}

/** Repeats `work` while it fails for an expected reason. */
async function retryWhile<Result>(
  isExpected: (error: unknown) => boolean,
  { databaseUrl, onWait = () => undefined }: RetryOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let hasWaited = false; ; hasWaited = true) {
    try {
      return await work()
    } catch (error) {
      if (!isExpected(error)) throw error
      if (!hasWaited) onWait(`Waiting for the database at ${new URL(databaseUrl).host}: ${describeError(error)} …`)
      await delay(START_RETRY_MS)
    }
  }
}

/** Whether the server may work later: it may be starting, or its full disk may get space. */
function isAway(error: unknown): boolean {
  const fault = findDatabaseFault(error) ?? readFault(error)
  return fault === 'away' || fault === 'full'
}

/** Whether other nodes hold every connection the server allows. Waiting helps because nodes close idle connections. */
function isFull(error: unknown): boolean {
  return error instanceof ConnectionError && isServerFull(error.cause)
}

function describeError(error: unknown): string {
  if (error instanceof AggregateError) return describeError(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

/**
 * Lets one node migrate while the other starting nodes wait. A migration may take any time. So its connection, closed at the
 * end, has only the limits that detect a lost node.
 */
async function migrateOnOneNode(
  databaseUrl: string,
  hooks: Pick<OpenOptions, 'fillNew' | 'beforeUpgrade'>,
): Promise<void> {
  const client = new pg.Client({ ...sessionOptions(databaseUrl), query_timeout: 0 })
  // Ignore this error: the statement in progress fails with it too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await prepareSession(client)
    await liftLimits(client)
    const orm = drizzle({ client, schema, casing: 'snake_case' })
    await withMigrationLock(orm, () => migrate(orm, hooks))
  } finally {
    await client.end()
  }
}
