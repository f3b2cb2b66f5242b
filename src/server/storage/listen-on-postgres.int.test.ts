import { expect, test } from 'vitest'
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
