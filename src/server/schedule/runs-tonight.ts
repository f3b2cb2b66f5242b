import { SlotFinder } from '#domain/schedule/interval.ts'
import { tonight } from '#domain/schedule/last-night.ts'
import { occurrencesBetween } from '#domain/schedule/occurrences.ts'
import type { ScheduleRule } from '#domain/schedule/schedule-rule.ts'
import type { Orm } from '#server/storage/database.ts'
import { listIntervalTasks } from '#server/tasks/interval-tasks.ts'
import { listTaskSchedules } from '#server/tasks/scheduled-tasks.ts'
import { readRunAllSchedule } from './run-all-schedule.ts'

interface Options {
  taskIds: readonly number[]
  now: Date
  timezone: string
}

/** Counts the runs of tasks scheduled for tonight, including inactive tasks. */
export async function countRunsTonight(orm: Orm, { taskIds, now, timezone }: Options): Promise<number> {
  const { from, to } = tonight({ now, timezone })
  const listMoments = (rule: ScheduleRule) =>
    occurrencesBetween(rule, { after: from, until: to, timezone })
      .filter(({ isSkipped }) => !isSkipped)
      .map(({ at }) => at.getTime())
  const ofAll = listMoments(await readRunAllSchedule(orm))
  const shared = await listTaskSchedules(orm, taskIds)
  const counts = shared.map(({ rule, count }) => ({ count, runs: new Set([...ofAll, ...listMoments(rule)]).size }))
  const scheduled = counts.reduce((sum, { count }) => sum + count, 0)
  const runs = counts.reduce((sum, each) => sum + each.count * each.runs, 0)
  const finder = new SlotFinder(timezone)
  const starts = (await listIntervalTasks(orm, taskIds)).map(
    ({ id, rule }) => finder.between(rule, { taskId: id, after: from, until: to })?.count ?? 0,
  )
  return runs + (taskIds.length - scheduled) * ofAll.length + starts.reduce((sum, count) => sum + count, 0)
}
