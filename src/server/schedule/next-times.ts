import { eq } from 'drizzle-orm'
import { nextOccurrence } from '#domain/schedule/schedule-time.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { tasksByTime } from '#server/tasks/scheduled-tasks.ts'
import { listRunAllTimes } from './run-all-times.ts'

interface NextTime {
  at: Date
  isRunAll: boolean
  tasksCount: number
  /** Undefined when several tasks run, or all. */
  onlyTaskId: number | undefined
}

/** The next occurrences of the scheduled times, the earliest first. */
export async function nextTimes(
  orm: Orm,
  { now, timezone, limit }: { now: Date; timezone: string; limit: number },
): Promise<NextTime[]> {
  const runAll = new Set(await listRunAllTimes(orm))
  const ofTasks = await tasksByTime(orm)
  const activeCount = runAll.size > 0 ? await orm.$count(tasks, eq(tasks.isActive, true)) : 0
  return [...new Set([...runAll, ...ofTasks.keys()])]
    .flatMap((time): NextTime[] => {
      const at = nextOccurrence({ time, timezone, now })
      if (!at) return []
      const own = ofTasks.get(time)
      return runAll.has(time)
        ? [{ at, isRunAll: true, tasksCount: activeCount, onlyTaskId: undefined }]
        : [{ at, isRunAll: false, tasksCount: own?.count ?? 0, onlyTaskId: own?.onlyTaskId }]
    })
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .slice(0, limit)
}
