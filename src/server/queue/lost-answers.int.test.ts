import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_FIGURES } from '#domain/runs/attempt-record.ts'
import { NO_COPY } from '#engine/last-copy/last-copy.ts'
import type { Attempt } from '#server/runs/attempt-lease.ts'
import { stopRuns } from '#server/runs/end-runs.ts'
import { readRunWorks } from '#server/runs/run-work.ts'
import type { Orm } from '#server/storage/database.ts'
import { runs } from '#server/storage/schema.ts'
import { LostAnswer, lossyOrm } from '#tests/support/lossy-orm.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { SCRIPTED_OUTCOME } from '#tests/support/scripted-sync.ts'
import { type Turn, takeTurns } from '#tests/support/take-turns.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { claimNextRuns } from './claim-next-runs.ts'
import { endAttempt } from './end-attempt.ts'
import { requestAll } from './request.ts'
import { openRunReport } from './run-report.ts'

const LEASE_SECONDS = 20
const WORKERS = 2
const PASSES = 5

/** Nodes that work on runs step by step, on a database that may lose its answers to commits. */
async function startSteppedQueue() {
  const parts = new AsyncDisposableStack()
  const cluster = parts.use(await startTestCluster())
  const { now } = cluster
  const masters = await cluster.addType({ allowedConcurrentTasks: 2 })
  await cluster.addTasks(masters, 2)
  await cluster.addTask(await cluster.addType({ dependsOnId: masters }))
  const held: Attempt[] = []

  async function end(orm: Orm, attempt: Attempt): Promise<void> {
    const work = (await readRunWorks(cluster.orm, [attempt.runId])).get(attempt.runId)
    if (!work) throw new Error('The run is gone')
    const { task, run, retry } = work
    const { number, nodeId } = attempt
    // While the attempt has its lease, no other node has ended or taken its run.
    if (attempt.leaseUntil > now()) expect(run).toMatchObject({ attempt: number, leaseOwner: nodeId, endedAt: null })
    const onError = () => expect.unreachable()
    const report = openRunReport({ orm, attempt, now, reportMs: 1_000_000, figures: () => NO_FIGURES, onError })
    const end = {
      kind: 'finished',
      outcome: SCRIPTED_OUTCOME,
      last: NO_COPY,
      publish: async () => {},
      remember: async () => {},
    } as const
    const ended = { end, attempt, task, report, retry, accepted: null, keepsCells: true }
    await endAttempt(orm, { ...ended, writesLandBy: null, now: now() })
  }

  return {
    ...cluster,
    held,
    requestAll: (orm: Orm) => requestAll({ orm, now }, { triggeredBy: 'jo' }),
    stopAll: (orm: Orm) => orm.transaction((tx) => stopRuns(tx, { which: { everything: true }, now: now() })),
    /** Claims runs and works on each to its end, one after another. */
    async pass(orm: Orm, { nodeId, turn }: { nodeId: string; turn: Turn }): Promise<void> {
      const leaseMs = LEASE_SECONDS * 1000
      const { attempts } = await claimNextRuns({ orm, nodeId, now, leaseMs, freeWorkers: () => WORKERS })
      const isLeased = ({ leaseUntil }: Attempt) => leaseUntil > now()
      for (const attempt of attempts) {
        const others = held.filter((other) => other.runId === attempt.runId && isLeased(other))
        // If its lease expired before the claim was answered, the attempt sends nothing.
        if (isLeased(attempt)) expect(others).toEqual([])
      }
      held.push(...attempts)
      for (const attempt of attempts) {
        await turn()
        await end(orm, attempt).finally(() => held.splice(held.indexOf(attempt), 1))
      }
    },
    inProgress: async () => (await cluster.orm.select().from(runs)).filter((run) => run.endedAt === null),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

test('whichever answers to commits get lost, a run has one attempt at a time, and ends once', {
  tags: ['long'],
}, async () => {
  await using queue = await startSteppedQueue()
  const anyLosses = fc.infiniteStream(fc.constantFrom(false, false, true))
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), anyLosses, async (scheduler, losses) => {
      await queue.orm.delete(runs)
      const loses = () => losses.next().value ?? false
      const lossy = (party: (orm: Orm, turn: Turn) => Promise<unknown>, times: number) => async (turn: Turn) => {
        for (let time = 0; time < times; time += 1) {
          await party(lossyOrm(queue.orm, { turn, loses }), turn).catch((error: unknown) => {
            if (!(error instanceof LostAnswer)) throw error
          })
        }
      }
      await takeTurns(scheduler, [
        lossy((orm) => queue.requestAll(orm), 2),
        lossy((orm) => queue.stopAll(orm), 1),
        lossy((orm, turn) => queue.pass(orm, { nodeId: 'one', turn }), PASSES),
        lossy((orm, turn) => queue.pass(orm, { nodeId: 'two', turn }), PASSES),
        async (turn) => {
          for (let lease = 0; lease < 2; lease += 1) {
            for (let step = 0; step < 4; step += 1) await turn()
            await queue.passTime(LEASE_SECONDS + 1)
          }
        },
      ])
      const ended = (await queue.orm.select().from(runs)).filter((run) => run.endedAt !== null)

      // Once answers arrive again, other nodes take over the runs that a lost answer left without a node.
      await queue.passTime(LEASE_SECONDS + 1)
      for (let pass = 0; pass < 20 && (await queue.inProgress()).length > 0; pass += 1) {
        await queue.pass(queue.orm, { nodeId: 'three', turn: async () => undefined })
      }
      expect(await queue.inProgress()).toEqual([])
      const after = new Map((await queue.orm.select().from(runs)).map((run) => [run.id, run]))
      for (const run of ended) expect(after.get(run.id)).toEqual(run)
    }),
    propertyRuns({ few: 5, all: 15 }),
  )
})
