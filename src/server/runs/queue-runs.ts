import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ActivityOrigin } from '#contract/activity-origin.ts'
import type { UndoRequest } from '#domain/runs/undo-request.ts'
import { currentActing } from '#server/activity/acting.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { recordset } from '#server/storage/recordset.ts'
import { runs, taskLogs } from '#server/storage/schema.ts'
import { currentTraceparent } from '#server/tracing/run-spans.ts'
import { followsSource, readUpstream } from './read-chains.ts'
import { deleteOldRuns } from './run-history.ts'

export interface QueueRequest {
  /** The tasks to run, except inactive tasks and tasks with a run in progress. */
  which: { taskId: number } | { taskIds: readonly number[] } | { typeId: number } | { everything: true }
  waveId: string
  triggeredBy: string
  /** The scheduled time that queues the runs, HH:MM. */
  dueTime?: string
  allowShrink: boolean
  /** The runs to undo instead of copying. Includes inactive tasks. */
  undo?: UndoRequest
  /** The first line of each run's log. */
  message: string
  /** The request that caused the runs. By default, the request in progress. */
  requested?: { readonly origin: ActivityOrigin | null; readonly tokenName: string | null }
  now: Date
}

/** Queues a wave of runs on behalf of the acting person or schedule. Returns the IDs of their tasks. */
export async function queueRuns(tx: Orm, request: QueueRequest): Promise<number[]> {
  const { waveId, triggeredBy, dueTime = null, allowShrink, undo, message, now } = request
  const { origin = null, tokenName = null } = request.requested ?? currentActing() ?? {}
  await lockTaskRows(tx)
  const inserted = await tx.execute(sql`
    insert into ${runs} (task_id, task_type_id, position, status, wave_id, scope, triggered_by, due_time, origin, token_name, traceparent, allow_shrink, restore, queued_at)
    select ${tasks.id}, ${tasks.taskTypeId}, ${tasks.position}, 'Queued', ${waveId}::uuid, ${findScope(request)}, ${triggeredBy}, ${dueTime}::text, ${origin}::text, ${tokenName}::text, ${currentTraceparent()}::text, ${allowShrink}, ${undo ? sql.param(undo, runs.undo) : null}::jsonb, ${now.toISOString()}::timestamptz
    from ${tasks} join ${taskTypes} on ${taskTypes.id} = ${tasks.taskTypeId}
    where (${tasks.isActive} or ${undo !== undefined}::boolean) and ${matches(request)}
      and not exists (select from ${runs} where ${runs.taskId} = ${tasks.id} and ${runs.endedAt} is null)
    order by ${taskTypes.position}, ${tasks.position}
    on conflict do nothing returning id`)
  const runIds = InsertedRuns.parse(inserted).rows.map(({ id }) => id)
  const queued = await tx
    .update(tasks)
    .set({ currentRunId: runs.id })
    .from(runs)
    .innerJoin(taskTypes, eq(taskTypes.id, runs.taskTypeId))
    .where(and(eq(runs.taskId, tasks.id), isInList(runs.id, runIds)))
    .returning({ taskId: tasks.id, runId: runs.id, followsSource })
  await tx.execute(sql`
    insert into ${taskLogs} (task_id, run_id, level, message, created_at)
    select ${runs.taskId}, ${runs.id}, 'INFO', ${message}, ${runs.queuedAt} from ${runs} where ${isInList(runs.id, runIds)}`)
  const following = undo ? [] : queued.filter((run) => run.followsSource)
  if (following.length > 0) await saveUpstreamIds(tx, following)
  await deleteOldRuns(tx, waveId)
  if (runIds.length >= MIN_ANALYZED) await tx.execute(ANALYZE_RUNS)
  return queued.map((run) => run.taskId)
}

/** Minimum number of queued runs that makes the database need a new plan. */
const MIN_ANALYZED = 1000
/**
 * Updates the statistics of runs. Between waves, hardly any run is in progress, so the database considers any index of such
 * runs good enough. Each pass over a long queue would then read the whole queue many times. By itself, the database notices
 * only when a tenth of all runs are new.
 */
const ANALYZE_RUNS = sql`analyze ${runs} (ended_at, status, task_type_id)`

const InsertedRuns = z.object({ rows: z.array(z.object({ id: z.int() })) })

/** Records, for the runs of followers, which runs of their wave they wait for. */
async function saveUpstreamIds(tx: Orm, following: readonly { taskId: number; runId: number }[]): Promise<void> {
  const upstream = await readUpstream(
    tx,
    following.map(({ taskId }) => taskId),
  )
  const columns = { id: runs.id, upstreamIds: runs.upstreamIds }
  const rows = following.flatMap(({ taskId, runId }) => {
    const upstreamIds = upstream.get(taskId) ?? []
    return upstreamIds.length > 0 ? [{ id: runId, upstreamIds }] : []
  })
  if (rows.length === 0) return
  await tx
    .update(runs)
    .set({ upstreamIds: sql`waiting."upstreamIds"` })
    .from(recordset('waiting', { columns, rows }))
    .where(sql`${runs.id} = waiting.id`)
}

/** Records for the runs of a wave the preview they were started from. */
export async function setPreview(tx: Orm, { waveId, previewId }: { waveId: string; previewId: number }): Promise<void> {
  await tx.update(runs).set({ previewId }).where(eq(runs.waveId, waveId))
}

/** Whether runs of an earlier Run All have not ended. */
export async function isRunAllInProgress(orm: Orm): Promise<boolean> {
  const unfinished = await orm
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.scope, 'all'), isNull(runs.endedAt)))
    .limit(1)
  return unfinished.length > 0
}

function findScope({ which }: QueueRequest): 'task' | 'group' | 'all' {
  if ('typeId' in which) return 'group'
  return 'everything' in which ? 'all' : 'task'
}

function matches({ which }: QueueRequest): SQL {
  if ('taskId' in which) return sql`${tasks.id} = ${which.taskId}`
  if ('taskIds' in which) return isInList(tasks.id, which.taskIds)
  if ('typeId' in which) return sql`${tasks.taskTypeId} = ${which.typeId}`
  return sql`true`
}
