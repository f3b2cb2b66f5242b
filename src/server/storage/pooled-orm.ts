import { type SQL, sql } from 'drizzle-orm'
import { NodePgDatabase, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import {
  PgDialect,
  type PgPreparedQuery,
  type PgTransactionConfig,
  type PreparedQueryConfig,
} from 'drizzle-orm/pg-core'
import type { TablesRelationalConfig } from 'drizzle-orm/relations'
import type pg from 'pg'
import { SECOND_MS } from '#domain/time.ts'
import { ConnectionError, findDatabaseFault } from './database-fault.ts'
import type * as schema from './schema.ts'
import { createStatementNames } from './statement-names.ts'

type Schema = typeof schema

/** Maximum time of a rollback, which could otherwise wait for a hanging statement. */
const ROLLBACK_TIMEOUT_MS = 5 * SECOND_MS

/** Runs drizzle's SQL on the connections of a pool. */
export function createPooledOrm(pool: pg.Pool): NodePgDatabase<Schema> {
  const dialect = new PgDialect({ casing: 'snake_case' })
  return new NodePgDatabase<Schema>(
    dialect,
    new PooledSession(pool, { dialect, nameOf: createStatementNames() }),
    undefined,
  )
}

interface SessionOptions {
  dialect: PgDialect
  /** Returns the name for a prepared statement; undefined for a rare statement. */
  nameOf: (text: string) => string | undefined
}

/** Names frequent statements. Statements without parameters are too simple to benefit from a name. */
class NamingSession extends NodePgSession<Schema, TablesRelationalConfig> {
  readonly #nameOf: SessionOptions['nameOf']

  constructor(client: pg.Pool | pg.PoolClient, { dialect, nameOf }: SessionOptions) {
    super(client, dialect, undefined)
    this.#nameOf = nameOf
  }

  override prepareQuery<T extends PreparedQueryConfig>(
    ...[query, fields, name, ...rest]: Parameters<NodePgSession<Schema, TablesRelationalConfig>['prepareQuery']>
  ): PgPreparedQuery<T> {
    const named = name ?? (query.params.length > 0 ? this.#nameOf(query.sql) : undefined)
    return super.prepareQuery<T>(query, fields, named, ...rest)
  }
}

/**
 * Replaces the session of Drizzle, which sends `begin` outside its `try`. A connection that breaks there never returns to the
 * pool, so enough broken connections empty the pool for good. After a failed rollback, Drizzle also returns the connection to
 * the pool, where the next caller fails with it. It then reports the rollback instead of the original failure.
 *
 * This session destroys every connection whose transaction may not have ended.
 */
class PooledSession extends NamingSession {
  readonly #pool: pg.Pool
  readonly #options: SessionOptions

  constructor(pool: pg.Pool, options: SessionOptions) {
    super(pool, options)
    this.#pool = pool
    this.#options = options
  }

  override async transaction<T>(
    work: (tx: NodePgTransaction<Schema, TablesRelationalConfig>) => Promise<T>,
    config: PgTransactionConfig = {},
  ): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw new ConnectionError(error)
    })
    const session = new NamingSession(client, this.#options)
    const tx = new NodePgTransaction<Schema, TablesRelationalConfig>(this.#options.dialect, session, undefined)
    try {
      await tx.execute(buildBegin(config))
      const result = await work(tx)
      await tx.execute(sql`commit`)
      client.release()
      return result
    } catch (error) {
      // Destroying the connection also rolls back.
      client.release(findDatabaseFault(error) === 'away' || (await failureOfRollback(client)))
      throw error
    }
  }
}

function buildBegin({ isolationLevel, accessMode }: PgTransactionConfig): SQL {
  return sql.raw(['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' '))
}

async function failureOfRollback(client: pg.PoolClient): Promise<Error | undefined> {
  const rollback = { text: 'rollback', query_timeout: ROLLBACK_TIMEOUT_MS }
  try {
    await client.query(rollback)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error('The rollback failed', { cause: error })
  }
}
