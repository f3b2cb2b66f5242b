import { MAX_LISTED_RUNS, type Run, runs } from '#contract/run.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { elapsedSeconds } from '#server/http/present/elapsed-seconds.ts'
import { listRuns, type PastRun } from '#server/runs/run-history.ts'

/** The run history. */
export function runHandlers({ database: { orm }, now }: Pick<Context, 'database' | 'now'>): Handler[] {
  return [
    handler(runs.list, async ({ query }) => {
      const time = now()
      const since = new Date(time.getTime() - query.hours * HOUR_MS)
      const found = await listRuns(orm, { since, limit: MAX_LISTED_RUNS + 1 })
      const listed = found.slice(0, MAX_LISTED_RUNS)
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
