import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { RunState } from '#domain/admission/situation.ts'
import { assertMove } from '#domain/runs/run-status.ts'
import type { Orm } from '#server/storage/database.ts'
import { taskTypes } from '#server/storage/live-tables.ts'
import { recordset } from '#server/storage/recordset.ts'
import { runs } from '#server/storage/schema.ts'
import type { Attempt } from './attempt-lease.ts'
import { afterLostAttempt, newRecord } from './attempt-records.ts'

interface Claim {
  /** The runs as the snapshot read them. */
  runs: readonly RunState[]
  nodeId: string
  now: Date
  leaseUntil: Date
}

/**
 * Leases runs to a node, except runs that have changed since they were read. Skips runs if their row or the row of their type
 * is locked. Because it never waits, it cannot deadlock with a transaction that locks several of these rows.
 */
export async function claimRuns(tx: Orm, { runs: read, nodeId, now, leaseUntil }: Claim): Promise<Attempt[]> {
  if (read.length === 0) return []
  for (const run of read) assertMove({ from: run.status, to: 'Running' })
  const expected = read.map(({ id, typeId, status, attempt }) => {
    return { id, typeId, status, attempt, record: newRecord({ number: attempt + 1, startedAt: now }) }
  })
  const at = now.toISOString()
  const lost = afterLostAttempt()
  const { rows } = Claimed.parse(
    await tx.execute(sql`
      with expected as (
        select * from ${recordset('run', { columns: expectedColumns, rows: expected })}
      ), unlocked_types as materialized (
        select id from ${taskTypes} where id in (select "typeId" from expected) for no key update skip locked
      ), unlocked as materialized (
        select run.id, expected.record from ${runs} run join expected using (id, status, attempt)
        where expected."typeId" in (select id from unlocked_types) for no key update of run skip locked
      ), claimed as (
        update ${runs} set
          status = 'Running', attempt = ${runs.attempt} + 1, started_at = coalesce(${runs.startedAt}, ${at}),
          attempt_started_at = ${at}, next_attempt_at = null, waiting_until = null, recheck_at = null, target_places = null, rows_done = null, rows_total = null,
          reads = ${lost.reads}, writes = ${lost.writes}, bytes = ${lost.bytes}, attempts = ${lost.attempts},
          attempt_record = unlocked.record, lease_owner = ${nodeId}, lease_until = ${leaseUntil.toISOString()}
        from unlocked where ${runs.id} = unlocked.id returning ${runs.id}, ${runs.taskTypeId}
      ), started_types as (
        update ${taskTypes} set last_start_at = ${at} where id in (select task_type_id from claimed)
      )
      select id from claimed`),
  )
  const claimedIds = new Set(rows.map((row) => row.id))
  return read
    .filter((run) => claimedIds.has(run.id))
    .map(({ id, taskId, attempt }) => ({ runId: id, taskId, nodeId, number: attempt + 1, startedAt: now, leaseUntil }))
}

/** Columns to compare with the run in the snapshot, and the record of its next attempt. */
const expectedColumns = {
  id: runs.id,
  typeId: runs.taskTypeId,
  status: runs.status,
  attempt: runs.attempt,
  record: runs.attemptRecord,
}

const Claimed = z.object({ rows: z.array(z.object({ id: z.int() })) })
