import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Snapshot } from '#domain/admission/situation.ts'
import type { Orm } from '#server/storage/database.ts'
import { allTasks, runs } from '#server/storage/schema.ts'
import { ormWithTurns } from '#tests/support/orm-with-turns.ts'
import { takeTurns } from '#tests/support/take-turns.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { stopRuns } from './end-runs.ts'
import { queueRuns } from './queue-runs.ts'
import { readSnapshot } from './run-snapshot.ts'
import { readRunWorks } from './run-work.ts'

test('a snapshot is the state at one moment, whatever commits while it is read', async () => {
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
      expect(states).toContainEqual(read)
    }),
    { numRuns: 20 },
  )
})

test('however many runs are queued, a pass reads few tasks, also while the database has no statistics', async () => {
  await using cluster = await startTestCluster()
  const { orm, now } = cluster
  const typeId = await cluster.addType({ allowedConcurrentTasks: 100 })
  await orm.execute(sql`
    insert into ${allTasks} (task_type_id, name, source_ss_id, target_ss_id, source_sheet_name, target_sheet_name,
      scheduled_times, relevant_user_accounts, chunk_size, start_row, position, is_active, created_by)
    select ${typeId}, 'Task ' || n, 'source-' || n, 'target-' || n, '', '', '[]', '', 1000, 2, n, true, 'jo'
    from generate_series(1, 6000) n`)
  const request = { waveId: randomUUID(), triggeredBy: 'jo', allowShrink: false, message: '', now: now() }
  await queueRuns(orm, { which: { everything: true }, ...request })

  const tasksRead = await orm.transaction(async (tx) => {
    const readBefore = await countTasksRead(tx)
    const { runs: candidates } = await readSnapshot(tx, { candidates: 9, now: now() })
    await readRunWorks(
      tx,
      candidates.map(({ id }) => id),
    )
    return (await countTasksRead(tx)) - readBefore
  })
  expect(tasksRead).toBeGreaterThan(0)
  expect(tasksRead).toBeLessThan(100)
})

/** In the transaction so far. */
async function countTasksRead(tx: Orm): Promise<number> {
  const { rows } = TasksRead.parse(
    await tx.execute(sql`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables
      where relname = 'all_tasks'`),
  )
  return rows[0].count
}

const TasksRead = z.object({ rows: z.tuple([z.object({ count: z.int() })]) })
