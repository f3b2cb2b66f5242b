import { type Run, runs } from '#contract/run.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import { type Handler, versionedHandler } from '#server/http/handler.ts'
import { elapsedSeconds } from '#server/http/present/elapsed-seconds.ts'
import { briefly, OF_TASKS } from '#server/http/versions/task-versions.ts'
import { listRuns, type PastRun } from '#server/runs/run-history.ts'

/** The run history. */
export function runHandlers({ database: { orm }, now }: Pick<Context, 'database' | 'now'>): Handler[] {
  return [
    versionedHandler(runs.list, { dependsOn: OF_TASKS, freshUntilMs: briefly }, async ({ query }) => {
      const time = now()
      const { task_id: taskId, hours, limit } = query
      const which = taskId === undefined ? { since: new Date(time.getTime() - hours * HOUR_MS) } : { taskId }
      const found = await listRuns(orm, { which, limit: limit + 1 })
      const listed = found.slice(0, limit)
      return { runs: listed.map((run) => presentRun(run, time)), is_cut: found.length > listed.length }
    }),
  ]
}

function presentRun(run: PastRun, now: Date): Run {
  return {
    id: run.id,
    task_id: run.taskId,
    task_name: run.taskName,
    task_type_id: run.typeId,
    task_type_name: run.typeName,
    status: run.status,
    triggered_by: run.triggeredBy,
    queued_at: run.queuedAt.toISOString(),
    started_at: run.startedAt?.toISOString() ?? null,
    ended_at: run.endedAt?.toISOString() ?? null,
    elapsed_seconds: elapsedSeconds(run, now),
    rows: run.rowsDone,
    cells_changed: run.cellsChanged,
  }
}
