import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Snapshot } from '#domain/admission/situation.ts'
import type { Orm } from '#server/storage/database.ts'
import { runs } from '#server/storage/schema.ts'
import { ormWithTurns } from '#tests/support/orm-with-turns.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { takeTurns } from '#tests/support/take-turns.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { stopRuns } from './end-runs.ts'
import { queueRuns } from './queue-runs.ts'
import { readSnapshot } from './run-snapshot.ts'

test('a snapshot is the state at one moment, whatever commits while it is read', { tags: ['long'] }, async () => {
  await using cluster = await startTestCluster()
  const { orm, now } = cluster
  const masters = await cluster.addType()
  const middle = await cluster.addType({ dependsOnId: masters })
  const ledger = await cluster.addType({ dependsOnId: middle })
  const typeIds = [masters, middle, ledger]
  for (const typeId of typeIds) await cluster.addTasks(typeId, 2)
  await cluster.addTasks(await cluster.addType(), 1)

  const request = (which: { typeId: number } | { everything: true }) =>
    queueRuns(orm, { which, waveId: randomUUID(), triggeredBy: 'jo', allowShrink: false, message: '', now: now() })
  const at = now()
  const readCandidates = (from: Orm) => readSnapshot(from, { candidates: 5, now: at })
  const stop = (typeId: number) => stopRuns(orm, { which: { typeId }, now: now() })
  const anyStep = fc.oneof(
    fc.constant(() => request({ everything: true })),
    fc.constantFrom(...typeIds).map((typeId) => () => request({ typeId })),
    fc.constantFrom(masters, middle).map((typeId) => () => stop(typeId)),
  )

  const anySteps = fc.array(anyStep, { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), anySteps, async (scheduler, steps) => {
      await orm.delete(runs)
      await request({ everything: true })
      const states: Snapshot[] = [await readCandidates(orm)]
      let read: Snapshot | undefined
      await takeTurns(scheduler, [
        async (turn) => {
          read = await readCandidates(ormWithTurns(cluster.database, turn))
        },
        async (turn) => {
          for (const step of steps) {
            await turn()
            await step()
            states.push(await readCandidates(orm))
          }
        },
      ])
      expect(states.map(inOrder)).toContainEqual(read && inOrder(read))
    }),
    propertyRuns({ few: 7, all: 20 }),
  )
})

/** Sorts the rows, because their order depends on the plan of PostgreSQL. */
function inOrder({ types, runs: open, failedPrerequisites }: Snapshot): string[][] {
  return [types, open, failedPrerequisites].map((rows) => rows.map((row) => JSON.stringify(row)).sort())
}
