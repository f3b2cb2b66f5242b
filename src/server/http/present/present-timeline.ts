import type { Run, TimelineBar, TimelineLane } from '#contract/run.ts'
import { mostSevere } from '#domain/runs/run-status.ts'
import { type Bar, type Lane, MAX_NAMED_TASKS } from '#domain/runs/run-timeline.ts'

/** Returns the run that a bar links to. */
export function shownRunId({ runs }: Bar): number {
  return mostSevere(runs).lastRunId
}

/** Presents a lane. `shown` has the runs of its bars. If a run was deleted meanwhile, its bar is left out. */
export function presentLane(lane: Lane, shown: ReadonlyMap<number, Run>): TimelineLane {
  return {
    task_type_id: lane.typeId,
    task_type_name: lane.typeName,
    runs_count: lane.runsCount,
    errors_count: lane.errorsCount,
    bars: lane.bars.flatMap((bar) => {
      const run = shown.get(shownRunId(bar))
      return run ? [presentBar(bar, run)] : []
    }),
  }
}

function presentBar({ runs, span, track }: Bar, run: Run): TimelineBar {
  const byStatus = [...Map.groupBy(runs, ({ status }) => status)]
  const statuses = byStatus.map(([status, similar]) => ({
    status,
    count: similar.reduce((sum, { count }) => sum + count, 0),
  }))
  const names = [...new Set(runs.flatMap(({ taskNames }) => taskNames))].sort((a, b) => a.localeCompare(b))
  return {
    from: new Date(span.fromMs).toISOString(),
    to: span.toMs === null ? null : new Date(span.toMs).toISOString(),
    track,
    runs_count: statuses.reduce((sum, { count }) => sum + count, 0),
    statuses,
    task_names: names.slice(0, MAX_NAMED_TASKS),
    has_more_tasks: names.length > MAX_NAMED_TASKS,
    run,
  }
}
