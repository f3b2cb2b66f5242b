import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { claimNextRuns } from '#server/queue/claim-next-runs.ts'
import type { Orm } from '#server/storage/database.ts'
import { allTasks, runs } from '#server/storage/schema.ts'
import { listTasks } from '#tests/support/list-tasks.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { rowsRead } from '#tests/support/rows-read.ts'
import { scriptSync } from '#tests/support/scripted-sync.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { newRecord } from './attempt-records.ts'
import { finishAttempts, lockAttempts } from './finish-attempts.ts'
import { readRunAllWave } from './forecast-wave.ts'
import { recentRuns } from './run-history.ts'
import { readSnapshot } from './run-snapshot.ts'

const TASKS = 2000
const RUNS_PER_TASK = 25
const QUEUED = 500
const PAGE = 400
const RECENT_RUNS = 10

/** Starts a cluster whose tasks have a long history, with a queued wave of some tasks. */
async function startWithHistory({ queued = QUEUED } = {}) {
  const cluster = await startTestCluster()
  const typeId = await cluster.addType({ allowedConcurrentTasks: 8 })
  await cluster.orm.transaction(async (tx) => {
    // Turn off triggers, because nobody reads their notifications.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      insert into ${allTasks} (
        task_type_id, name, source_ss_id, target_ss_id, source_sheet_name, target_sheet_name, scheduled_times,
        relevant_user_accounts, chunk_size, start_row, position, is_active, created_by)
      select ${typeId}, 'Task ' || n, 'source ' || n, 'target ' || n, '', '', '[]', '', 1000, 2, n, true, 'jo'
      from generate_series(1, ${TASKS}::int) n`)
    await tx.execute(sql`
      insert into ${runs} (task_id, task_type_id, position, status, wave_id, triggered_by, queued_at, ended_at)
      select
        task.id, task.task_type_id, task.position, case when is_queued then 'Queued' else 'Success' end,
        md5(n::text)::uuid, 'jo', now(), case when not is_queued then now() end
      from generate_series(1, ${RUNS_PER_TASK}::int) n, ${allTasks} task,
        lateral (select n = ${RUNS_PER_TASK}::int and task.position <= ${queued}::int) as queued(is_queued)
      order by n, task.id`)
    await tx.execute(sql`
      update ${allTasks} set current_run_id = (select max(id) from ${runs} where task_id = ${allTasks.id})`)
    await tx.execute(sql`analyze`)
  })
  return cluster
}

describe.skipIf(adminUrl() === undefined)('of the runs on a PostgreSQL server', () => {
  test('a page of the list and a pass over the queue read those that they need', async () => {
    await using cluster = await startWithHistory()
    const { orm, now } = cluster
    const showPage = async (tx: Orm) => {
      const { rows } = await listTasks(tx, { page: 2, limit: PAGE })
      const recent = await recentRuns(
        tx,
        rows.map(({ task }) => task.id),
      )
      expect(recent.size).toBe(PAGE)
    }
    const startAndEndRuns = async (tx: Orm) => {
      const { attempts } = await claimNextRuns({ orm: tx, nodeId: 'node', now, leaseMs: 20_000, freeWorkers: () => 8 })
      expect(attempts).toHaveLength(8)
      const locked = await lockAttempts(tx, attempts)
      const finishes = [...locked].map(([attempt, ofAttempt]) => {
        const record = { ...newRecord(attempt), recordedAt: now().toISOString() }
        const run = {
          status: 'Success',
          endedAt: now(),
          nextAttemptAt: null,
          writesLandBy: null,
          failure: null,
        } as const
        return { attempt, locked: ofAttempt, run, figures: undefined, errorCount: 0, record, task: {} }
      })
      expect(finishes).toHaveLength(8)
      await finishAttempts(tx, finishes)
    }
    const runsRead = (work: (tx: Orm) => Promise<unknown>) => rowsRead(orm, { table: 'runs', work })

    const all = TASKS * RUNS_PER_TASK
    expect(await runsRead((tx) => tx.execute(sql`select sum(rows_done) from ${runs}`))).toMatchObject({ scanned: all })
    const ofPass = await runsRead(startAndEndRuns)
    expect(ofPass).toMatchObject({ scanned: 0 })
    expect(ofPass.byIndex).toBeLessThan(QUEUED / 4)
    const ofPage = await runsRead(showPage)
    expect(ofPage).toMatchObject({ scanned: 0 })
    expect(ofPage.byIndex).toBeLessThan(PAGE * (2 + RECENT_RUNS))
  })

  test('a pass over the queue reads few of them, also right after the first large wave', async () => {
    await using cluster = await startWithHistory({ queued: 0 })
    const { orm, now } = cluster
    const queue = await cluster.startNode({ sync: scriptSync().sync, role: 'web' })
    await queue.runAll({ triggeredBy: 'jo' })
    const pass = async (tx: Orm) => {
      expect((await readSnapshot(tx, { candidates: 9, now: now() })).runs.length).toBeGreaterThan(0)
    }
    const read = await rowsRead(orm, { table: 'runs', work: pass })
    expect(read).toMatchObject({ scanned: 0 })
    expect(read.byIndex).toBeLessThan(TASKS / 4)
  })

  test('the forecast of Run All reads the last run of each task', async () => {
    await using cluster = await startWithHistory()
    const { orm, now } = cluster
    const readWave = async (tx: Orm) => {
      expect((await readRunAllWave(tx, now())).tasks).toHaveLength(TASKS - QUEUED)
    }
    const read = await rowsRead(orm, { table: 'runs', work: readWave })
    expect(read).toMatchObject({ scanned: 0 })
    expect(read.byIndex).toBeLessThan(TASKS + 2 * QUEUED)
  })
})
