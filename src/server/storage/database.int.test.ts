import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { openLogLines } from '#tests/support/log-lines.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { openProxiedDatabase } from '#tests/support/proxied-database.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { asPage } from './connection-line.ts'
import { openDatabase } from './open-database.ts'
import { quotaSlots } from './schema.ts'

const embeddedTest = test.skipIf(adminUrl() !== undefined)
const postgresTest = test.skipIf(adminUrl() === undefined)
const now = () => new Date()

async function tempFolder() {
  const path = await mkdtemp(join(tmpdir(), 'nano-sync-database-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

test('the migration to quota_slots keeps the table that earlier versions created at startup', async () => {
  await using database = await openFreshDatabase()
  await database.orm.insert(quotaSlots).values({ key: 'read:ann', points: 3 })
  const migration = await readFile(join(import.meta.dirname, 'migrations/0011_quota_slots.sql'), 'utf8')
  await database.orm.execute(sql.raw(migration))
  expect(await database.orm.select().from(quotaSlots)).toEqual([{ key: 'read:ann', points: 3, expire: null }])
})

embeddedTest('a VACUUM that keeps failing is logged once, and again when it works', async () => {
  await using folder = await tempFolder()
  await using _template = await openTestDatabase(folder.path)
  const { logger, lines } = openLogLines()
  await using database = await openDatabase({ dataDir: folder.path }, { logger, now, vacuumEveryMs: 20 })
  // VACUUM cannot run inside a transaction.
  await database.orm.execute(sql`begin`)
  await eventually({ what: 'a failed VACUUM', read: lines, until: (all) => all.length > 0 })
  await database.orm.execute(sql`rollback`)
  await eventually({ what: 'the end of the outage', read: lines, until: (all) => all.length > 1 })
  expect(lines()).toMatchObject([
    { level: 40, err: { code: '25001' }, msg: expect.stringContaining('failed') },
    { level: 30, failures: expect.any(Number), msg: expect.stringContaining('works again') },
  ])
})

postgresTest('idle connections that break are logged once, until a new one is open', async () => {
  await using server = await openProxiedDatabase()
  const { logger, lines } = openLogLines()
  await using database = await openDatabase({ databaseUrl: server.url }, { logger, now })
  const query = () => database.orm.execute(sql`select pg_sleep(0.01)`)
  await Promise.all([query(), query(), query()])
  await server.proxy.cut()
  await eventually({
    what: 'the loss of all idle connections',
    read: () => database.pool?.totalCount,
    until: (count) => count === 0,
  })
  await expect(query()).rejects.toThrow()
  expect(lines()).toMatchObject([{ level: 40, err: {}, msg: expect.stringContaining('Lost an idle connection') }])
  await server.proxy.restore()
  await query()
  expect(lines().slice(1)).toMatchObject([{ level: 30, failures: 3, msg: 'Connected to the database again' }])
})

postgresTest('a pool opens no more connections than it is allowed', async () => {
  await using server = await openProxiedDatabase()
  const { logger } = openLogLines()
  await using database = await openDatabase({ databaseUrl: server.url, connections: 3 }, { logger, now })
  await Promise.all(Array.from({ length: 10 }, () => database.orm.execute(sql`select pg_sleep(0.01)`)))
  expect(database.pool?.totalCount).toBe(3)
})

postgresTest('pages get a free connection before workers that have waited longer', async () => {
  await using server = await openProxiedDatabase()
  const { logger } = openLogLines()
  await using database = await openDatabase({ databaseUrl: server.url, connections: 1 }, { logger, now })
  const ended: string[] = []
  const query = async (name: string) => {
    await database.orm.execute(sql`select pg_sleep(0.01)`)
    ended.push(name)
  }
  await Promise.all([query('first'), query('worker'), asPage(() => query('page')), query('last')])
  expect(ended).toEqual(['first', 'page', 'worker', 'last'])
})

postgresTest('a listener logs the loss of its connection once, and when it is back', async () => {
  await using server = await openProxiedDatabase()
  const { logger, lines } = openLogLines()
  await using database = await openDatabase({ databaseUrl: server.url }, { logger, now })
  let gaps = 0
  const { stop } = await database.listen('any_channel', {
    onPayload() {},
    onGap: () => {
      gaps += 1
    },
  })
  const listenerLines = () => lines().filter(({ msg }) => /listen/i.test(String(msg)))
  await server.proxy.cut()
  await eventually({ what: 'the loss to be logged', read: listenerLines, until: (all) => all.length > 0 })
  await server.proxy.restore()
  await eventually({ what: 'the listener to be back', read: () => gaps, until: (count) => count > 0 })
  await stop()
  expect(listenerLines()).toMatchObject([
    { level: 40, err: { message: expect.any(String) }, msg: expect.stringContaining('reconnecting') },
    { level: 30, failures: expect.any(Number), msg: 'Listening for changes in the database again' },
  ])
})

embeddedTest('a chain of statements lets others have their turn', async () => {
  await using database = await openFreshDatabase()
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  for (let made = 0; made < 10; made += 1) {
    await database.orm.execute(sql`select count(*) from generate_series(1, 100000) as numbers(n) where n % 3 = 0`)
  }
  clearInterval(timer)
  expect(turns).toBeGreaterThan(3)
})
