import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { z } from 'zod'
import type { Database } from '#server/storage/database.ts'
import { openDatabase } from '#server/storage/open-database.ts'
import { OPEN_DATABASES_FOLDER } from './database-template.ts'
import { emptyUnlessChanged, readSchema } from './empty-database.ts'
import { openTestDatabase } from './test-database.ts'

/** Open databases of ended tests in this process. Emptying one takes a fraction of the time of opening one. */
const unused: OpenedDatabase[] = []

interface OpenedDatabase extends AsyncDisposable {
  readonly database: Database
  /** The database as settings of the app. */
  readonly env: Readonly<Record<string, string>>
  readonly schema: string | undefined
}

/** Opens an empty database. Tests that run one after the other get the same database, emptied. */
export async function openFreshDatabase(): Promise<Database & Pick<OpenedDatabase, 'env'>> {
  const opened = (await reuse()) ?? (await open())
  const { database, env } = opened
  return { ...database, env, [Symbol.asyncDispose]: async () => void unused.push(opened) }
}

/** Empties an unused database. Closes databases that a test has changed, still uses or has cut off. */
async function reuse(): Promise<OpenedDatabase | undefined> {
  for (let found = unused.pop(); found !== undefined; found = unused.pop()) {
    if (await empty(found).catch(() => false)) return found
    await found[Symbol.asyncDispose]()
  }
  return undefined
}

async function empty({ database, schema }: OpenedDatabase): Promise<boolean> {
  return (await isIdle(database)) && (await emptyUnlessChanged(runOn(database), schema))
}

async function open(): Promise<OpenedDatabase> {
  await using parts = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(process.env[OPEN_DATABASES_FOLDER] ?? tmpdir(), 'nano-sync-'))
  parts.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { env } = parts.use(await openTestDatabase(dataDir))
  const databaseUrl = env['DATABASE_URL']
  const choice = databaseUrl === undefined ? { dataDir } : { databaseUrl }
  const options = { logger: pino({ level: 'warn' }), now: () => new Date() }
  const database = parts.use(await openDatabase(choice, options))
  const schema = await readSchema(runOn(database))
  const opened = parts.move()
  return { database, env, schema, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Whether nothing can write after the database has been emptied: no statement of the pool, and no other connection. */
async function isIdle(database: Database): Promise<boolean> {
  const { pool } = database
  if (pool === undefined) return true
  if (pool.ended || pool.waitingCount > 0 || pool.idleCount < pool.totalCount) return false
  const [connections] = await runOn(database)(CONNECTIONS)
  return Connections.parse(connections).count === pool.totalCount
}

const CONNECTIONS = `select count(*)::int from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend'`
const Connections = z.object({ count: z.number() })

function runOn({ orm }: Database) {
  return async (statement: string) => Result.parse(await orm.execute(sql.raw(statement))).rows
}

const Result = z.object({ rows: z.array(z.unknown()) })
