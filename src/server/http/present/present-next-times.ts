import type { NextTime as PresentedTime } from '#contract/overview.ts'
import type { OverviewTask } from '#contract/overview-task.ts'
import type { NextTime } from '#server/schedule/next-times.ts'
import type { Orm } from '#server/storage/database.ts'
import { listOverviewTasks } from '#server/tasks/overview-task.ts'

/** Presents scheduled times, with the task if a time starts a single task. */
export async function presentNextTimes(orm: Orm, times: readonly NextTime[]): Promise<PresentedTime[]> {
  const onlyTasks: ReadonlyMap<number, OverviewTask> = await listOverviewTasks(
    orm,
    times.flatMap(({ onlyTaskId }) => onlyTaskId ?? []),
  )
  return times.map(({ at, isRunAll, everyMinutes, tasksCount, onlyTaskId }) => ({
    at: at.toISOString(),
    is_run_all: isRunAll,
    every_minutes: everyMinutes,
    tasks_count: tasksCount,
    task: (onlyTaskId !== undefined && onlyTasks.get(onlyTaskId)) || null,
  }))
}
