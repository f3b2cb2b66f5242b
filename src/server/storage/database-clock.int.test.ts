import { pino } from 'pino'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { openDatabaseClock } from './database-clock.ts'

const logger = pino({ level: 'warn' })

test('machines whose clocks differ by minutes get the same time', async () => {
  await using database = await openFreshDatabase()
  const openClock = (offsetMs: number) =>
    openDatabaseClock({ orm: database.orm, logger, machineNow: () => new Date(Date.now() + offsetMs) })
  await using fast = await openClock(5 * MINUTE_MS)
  await using slow = await openClock(-5 * MINUTE_MS)
  expect(Math.abs(fast.now().getTime() - slow.now().getTime())).toBeLessThan(MINUTE_MS)
})

test('a machine whose clock is changed while it runs gets the right time again', async () => {
  await using database = await openFreshDatabase()
  let offsetMs = 0
  const machineNow = () => new Date(Date.now() + offsetMs)
  await using clock = await openDatabaseClock({ orm: database.orm, logger, machineNow, measureEveryMs: 20 })
  offsetMs = -5 * MINUTE_MS
  await eventually({
    what: 'the clock to be set right',
    read: () => Math.abs(clock.now().getTime() - Date.now()),
    until: (differenceMs) => differenceMs < MINUTE_MS,
  })
})

test('a first answer that comes a minute late is not trusted', async () => {
  await using database = await openFreshDatabase()
  const sentMsAgo = [MINUTE_MS]
  const machineNow = () => new Date(Date.now() + 5 * MINUTE_MS - (sentMsAgo.pop() ?? 0))
  await using clock = await openDatabaseClock({ orm: database.orm, logger, machineNow })
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(MINUTE_MS / 4)
})
