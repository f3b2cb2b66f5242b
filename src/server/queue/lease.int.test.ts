import { expect, test } from 'vitest'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { keepLease } from './lease.ts'

test('a hanging renewal counts the run as lost before its lease expires', async () => {
  await using database = await openFreshDatabase()
  const [lost, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // The embedded database has one connection: this transaction blocks every other call.
  const blocked = database.orm.transaction(async () => await released.promise)
  const lease = keepLease({
    orm: database.orm,
    attempt: { runId: 1, taskId: 1, nodeId: 'here', number: 1 },
    now: () => new Date(),
    leaseMs: 200,
    heartbeatMs: 20,
    onStop: () => expect.unreachable(),
    onLost: lost.resolve,
    onError: () => expect.unreachable(),
  })
  await lost.promise
  released.resolve()
  await blocked
  await lease[Symbol.asyncDispose]()
})
