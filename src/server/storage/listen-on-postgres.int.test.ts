import { expect, test } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { openLogLines } from '#tests/support/log-lines.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { openProxiedDatabase } from '#tests/support/proxied-database.ts'
import { findDatabaseFault } from './database-fault.ts'
import { openDatabase } from './open-database.ts'

test.skipIf(adminUrl() === undefined)(
  'a connection that breaks as it starts to listen is a fault of the database',
  async () => {
    await using server = await openProxiedDatabase()
    const options = { logger: openLogLines().logger, now: () => new Date() }
    await using database = await openDatabase({ databaseUrl: server.url }, options)
    server.proxy.resetOn('LISTEN')
    const error = await database
      .listen('nano_sync', { onPayload() {}, onGap() {} })
      .catch((failure: unknown) => failure)
    expect(findDatabaseFault(error)).toBe('away')
  },
)

/** Connections of the current database, except the asking connection. */
const OTHERS = `select pid from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

test.skipIf(adminUrl() === undefined)(
  'all listeners of a node share one connection until the last one stops',
  async () => {
    await using database = await openFreshDatabase()
    const countOthers = async () => (await database.pool?.query(OTHERS))?.rowCount
    const heard: string[] = []
    const gaps: string[] = []
    const listenAs = (name: string, channel: string) =>
      database.listen(channel, {
        onPayload: (payload) => heard.push(`${name} ${payload}`),
        onGap: () => gaps.push(name),
      })
    const listening = [await listenAs('first', 'one'), await listenAs('second', 'one'), await listenAs('third', 'two')]
    expect(await countOthers()).toBe(1)
    const notify = () => database.pool?.query("select pg_notify('one', 'a'), pg_notify('two', 'b')")
    await notify()
    await eventually({ what: 'each listener to hear', read: () => heard.length, until: (count) => count === 3 })
    expect(heard.toSorted()).toEqual(['first a', 'second a', 'third b'])

    await database.pool?.query(`select pg_terminate_backend(pid) from (${OTHERS}) as others`)
    await eventually({ what: 'each listener to be back', read: () => gaps.length, until: (count) => count === 3 })
    await notify()
    await eventually({ what: 'each listener to hear again', read: () => heard.length, until: (count) => count === 6 })

    const [first, ...others] = listening
    await first?.stop()
    await notify()
    await eventually({ what: 'the others to hear', read: () => heard.length, until: (count) => count === 8 })
    for (const listener of others) await listener.stop()
    await eventually({ what: 'the connection to end', read: countOthers, until: (count) => count === 0 })
  },
)
