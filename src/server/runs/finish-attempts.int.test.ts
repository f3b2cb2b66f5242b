import { expect, test } from 'vitest'
import { claimNextRuns } from '#server/queue/claim-next-runs.ts'
import { requestAll } from '#server/queue/request.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { newRecord } from './attempt-records.ts'
import { finishAttempts, lockAttempts, type TaskAfterAttempt } from './finish-attempts.ts'

/** Ends a run that changes its task in this way. */
async function endWith(change: TaskAfterAttempt) {
  const cluster = await startTestCluster()
  const { orm, now } = cluster
  const taskId = await cluster.addTask(await cluster.addType(), { lastRows: 5, lastWidth: 2 })
  await requestAll({ orm, now }, { triggeredBy: 'jo' })
  const { attempts } = await claimNextRuns({ orm, nodeId: 'node', now, leaseMs: 20_000, freeWorkers: () => 1 })
  await orm.transaction(async (tx) => {
    const run = { status: 'Success', endedAt: now(), nextAttemptAt: null, writesLandBy: null, failure: null } as const
    const finishes = [...(await lockAttempts(tx, attempts))].map(([attempt, locked]) => {
      const end = { run, figures: undefined, errorCount: 0, record: newRecord(attempt) }
      return { attempt, locked, ...end, task: change }
    })
    await finishAttempts(tx, finishes)
  })
  return Object.assign(cluster, { task: await cluster.readTask(taskId), run: await cluster.readRun(taskId) })
}

test('what an attempt changes of its task is stored, whatever its type', async () => {
  const change: Required<TaskAfterAttempt> = {
    sourceSsName: 'a \0title',
    targetSsName: 'other title',
    accountKind: 'shared',
    verifiedAt: new Date('2026-07-14T08:59:00Z'),
    lastSuccessAt: new Date('2026-11-23T20:00:00.123Z'),
    accessFailure: null,
    lastRows: 7,
    lastWidth: null,
    lastFilledRow: 8,
    lastErrorCells: 1,
    lastUse: { accounts: [{ account: 'sync@example.com', project: 'ledger', reads: 2, writes: 1 }], workMs: 0.5 },
  }
  await using ended = await endWith(change)
  expect(ended.task).toMatchObject({ ...change, sourceSsName: 'a title' })
  expect(ended.run).toMatchObject({ status: 'Success', leaseOwner: null, attemptRecord: null, attempts: { length: 1 } })
})

test('what it does not change stays, and a change that would be dropped does not compile', async () => {
  await using ended = await endWith({ lastRows: 6 })
  expect(ended.task).toMatchObject({ lastRows: 6, lastWidth: 2 })
  // @ts-expect-error An attempt does not change the notes of its task.
  const dropped: TaskAfterAttempt = { notes: 'new' }
  expect(dropped).toBeDefined()
})
