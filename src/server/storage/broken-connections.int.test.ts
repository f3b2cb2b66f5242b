import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openLogLines } from '#tests/support/log-lines.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { openProxiedDatabase } from '#tests/support/proxied-database.ts'
import { lockAdmission } from './advisory-locks.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'

const LIMITS = sql`
  select name, setting from pg_settings
  where name in ('idle_in_transaction_session_timeout', 'jit', 'lock_timeout', 'statement_timeout', 'tcp_keepalives_idle')
  order by name`

async function open(databaseUrl: string): Promise<Database> {
  return await openDatabase({ databaseUrl }, { logger: openLogLines().logger, now: () => new Date() })
}

/** Adds settings of the session to a URL, or options of `pg` with the same names. */
function withParams(url: string, params: Readonly<Record<string, string>>): string {
  return `${url}?${new URLSearchParams(params)}`
}

const select1 = ({ orm }: Database) => orm.execute(sql`select 1`)

describe.skipIf(adminUrl() === undefined)('on a PostgreSQL server', () => {
  test('a pool stays complete when every transaction breaks at its beginning', async () => {
    await using server = await openProxiedDatabase()
    await using database = await open(server.url)
    for (let broken = 0; broken < 25; broken += 1) {
      server.proxy.resetOn('begin')
      await expect(database.orm.transaction(async (tx) => void (await tx.execute(sql`select 1`)))).rejects.toThrow()
    }
    await expect(database.orm.transaction((tx) => tx.execute(sql`select 1`))).resolves.toMatchObject({ rowCount: 1 })
  })

  test('a connection that breaks between two statements of a transaction fails that transaction alone', async () => {
    await using server = await openProxiedDatabase()
    await using database = await open(server.url)
    const transaction = database.orm.transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      server.proxy.reset()
      await delay(50)
      await tx.execute(sql`select 1`)
    })
    await expect(transaction).rejects.toThrow()
    await select1(database)
  })

  test('the failure of a transaction is reported, not that of its rollback', async () => {
    await using server = await openProxiedDatabase()
    await using database = await open(server.url)
    server.proxy.resetOn('rollback')
    const transaction = database.orm.transaction(async () => {
      throw new Error('The reason')
    })
    await expect(transaction).rejects.toThrow('The reason')
    await select1(database)
  })

  test('sessions have limits and no compilation, and what the URL sets stays', async () => {
    await using server = await openProxiedDatabase()
    await using database = await open(withParams(server.url, { options: '-c lock_timeout=7s' }))
    const limits = [
      { name: 'idle_in_transaction_session_timeout', setting: '10000' },
      { name: 'jit', setting: 'off' },
      { name: 'lock_timeout', setting: '7000' },
      { name: 'statement_timeout', setting: '30000' },
      { name: 'tcp_keepalives_idle', setting: '10' },
    ]
    expect(await database.orm.execute(LIMITS)).toMatchObject({ rows: limits })
  })

  test('a node that vanishes while it decides loses the lock on admission', async () => {
    await using server = await openProxiedDatabase()
    await using vanished = await open(server.url)
    await using other = await open(server.directUrl)
    const locked = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const deciding = vanished.orm.transaction(async (tx) => {
      await lockAdmission(tx)
      server.proxy.blackHole()
      locked.resolve()
      await ended.promise
    })
    await locked.promise
    await other.orm.transaction(lockAdmission)
    server.proxy.reset()
    ended.resolve()
    await expect(deciding).rejects.toThrow()
  })

  test('a statement without a response fails, and does not take its connection with it', async () => {
    await using server = await openProxiedDatabase()
    await using database = await open(withParams(server.url, { query_timeout: '1000' }))
    await Promise.all([select1(database), select1(database)])
    server.proxy.blackHole()
    const statement = select1(database)
    await expect(database.orm.transaction(async () => undefined)).rejects.toThrow()
    await expect(statement).rejects.toThrow()
    await server.proxy.restore()
    await select1(database)
    expect(database.pool?.totalCount).toBe(1)
  })
})
