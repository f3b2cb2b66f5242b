import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { correctTimes } from './correct-times.ts'
import { openDatabaseClock } from './database-clock.ts'
import { watchLease } from './schema.ts'

const LENGTHS = { leaseMs: 20_000, lateWriteMs: 0 }
/** Longer than the maximum difference between clocks of nodes. */
const FROZEN_SECONDS = 7

test('a correction that begins late leaves the leases that were renewed meanwhile', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  await using clock = await openDatabaseClock({ orm, logger: pino({ level: 'warn' }), machineNow: () => new Date() })
  const now = clock.nowInStatement()
  const isLocked = Promise.withResolvers<void>()
  const renewed = orm.transaction(async (tx) => {
    await tx.execute(sql`lock table watch_lease in exclusive mode`)
    isLocked.resolve()
    await tx.execute(sql`select pg_sleep(${FROZEN_SECONDS})`)
    const until = sql`clock_timestamp() + interval '30 seconds'`
    return await tx.insert(watchLease).values({ id: 1, nodeId: 'other', until }).returning()
  })
  await isLocked.promise
  expect(await correctTimes(orm, { now, ...LENGTHS })).toEqual([])
  expect(await orm.select().from(watchLease)).toEqual(await renewed)
})

test('a lease from a clock that was ahead ends when it can', async () => {
  await using database = await openFreshDatabase()
  const { orm } = database
  await orm.insert(watchLease).values({ id: 1, nodeId: 'ahead', until: new Date('2026-03-01T14:00:00Z') })
  const now = sql`${'2026-03-01T12:00:00Z'}::timestamptz`
  expect(await correctTimes(orm, { now, ...LENGTHS })).toEqual(['watch_lease'])
  expect(await orm.select().from(watchLease)).toMatchObject([{ until: new Date('2026-03-01T12:00:30Z') }])
})
