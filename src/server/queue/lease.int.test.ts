import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { openFreshDatabase } from '#tests/support/fresh-database.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { keepLease } from './lease.ts'

test('a hanging renewal counts the run as lost before its lease expires', async () => {
  await using database = await openFreshDatabase()
  const [lost, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // The embedded database has a single connection, which this transaction blocks for every other call.
  const blocked = database.orm.transaction(async () => await released.promise)
  const lease = keepLease({
    orm: database.orm,
    attempt: {
      runId: 1,
      taskId: 1,
      nodeId: 'here',
      number: 1,
      startedAt: new Date(),
      leaseUntil: new Date(Date.now() + 200),
    },
    now: () => new Date(),
    boundWrites: () => null,
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

test('a lease that has run out is never renewed, even while no other node has resumed the run', async () => {
  await using cluster = await startTestCluster()
  const taskId = await cluster.addTask(await cluster.addType())
  await cluster.addRunOfLostNode(taskId, { leaseSeconds: 10 })
  const { id: runId, leaseUntil } = await cluster.readRun(taskId)
  let isLost = false
  await using lease = keepLease({
    orm: cluster.orm,
    attempt: { runId, taskId, nodeId: 'lost', number: 1, startedAt: new Date(), leaseUntil: leaseUntil ?? new Date() },
    now: cluster.now,
    leaseMs: 10_000,
    heartbeatMs: HOUR_MS,
    boundWrites: () => null,
    onStop: () => expect.unreachable(),
    onLost: () => {
      isLost = true
    },
    onError: () => expect.unreachable(),
  })
  await lease.renew()
  expect({ isLost, hasRunOut: lease.hasRunOut() }).toEqual({ isLost: false, hasRunOut: false })
  await cluster.passTime(11)
  expect(lease.hasRunOut()).toBe(true)
  await lease.renew()
  expect(isLost).toBe(true)
})
