import { eq } from 'drizzle-orm'
import { SlotFinder } from '#domain/schedule/interval.ts'
import { nextOccurrences, occurrencesBetween } from '#domain/schedule/occurrences.ts'
import { schedulesGoOnAfter } from '#domain/schedule/pause.ts'
import type { ScheduleRule } from '#domain/schedule/schedule-rule.ts'
import { readPause } from '#server/runs/pause.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { listIntervalTasks } from '#server/tasks/interval-tasks.ts'
import { listTaskSchedules, type SharedSchedule } from '#server/tasks/scheduled-tasks.ts'
import { readRunAllSchedule } from './run-all-schedule.ts'

export interface NextTime {
  at: Date
  isRunAll: boolean
  /** Interval of the tasks; null for a time of day. */
  everyMinutes: number | null
  tasksCount: number
  /** Task of the time; undefined if several or all tasks run. */
  onlyTaskId: number | undefined
}

interface Options {
  now: Date
  timezone: string
  limit: number
}

/** Lists the next occurrence of each scheduled time, and the next start of each interval, earliest first. */
export async function nextTimes(orm: Orm, { now, ...rest }: Options): Promise<NextTime[]> {
  const options = { ...rest, now: schedulesGoOnAfter(await readPause(orm), now) }
  const times = [...(await nextTimesOfDay(orm, options)), ...(await nextStarts(orm, options))]
  return times.sort((one, other) => one.at.getTime() - other.at.getTime()).slice(0, options.limit)
}

/** Lists the next start for each interval length, not for each task. Starts of tasks are spread over the whole interval. */
async function nextStarts(orm: Orm, { now, timezone }: Options): Promise<NextTime[]> {
  const finder = new SlotFinder(timezone)
  const groups = Map.groupBy(await listIntervalTasks(orm), ({ rule }) => rule.everyMinutes)
  return [...groups].flatMap(([everyMinutes, tasks]) => {
    const starts = tasks.flatMap(({ id, rule }) => finder.next(rule, { taskId: id, now })?.getTime() ?? [])
    if (starts.length === 0) return []
    const at = new Date(starts.reduce((one, other) => Math.min(one, other)))
    const onlyTaskId = tasks.length === 1 ? tasks[0]?.id : undefined
    return [{ at, isRunAll: false, everyMinutes, tasksCount: tasks.length, onlyTaskId }]
  })
}

async function nextTimesOfDay(orm: Orm, options: Options): Promise<NextTime[]> {
  const runAll = await readRunAllSchedule(orm)
  const shared = await listTaskSchedules(orm)
  const activeCount = runAll.times.length > 0 ? await orm.$count(tasks, eq(tasks.isActive, true)) : 0
  const runsAt = (rule: ScheduleRule, at: Date) => isDue(rule, at, options.timezone)
  const moments = shared.map(({ rule }) => rule).flatMap((rule) => nextOfEachTime(rule, options))
  return [...new Set([...nextOfEachTime(runAll, options), ...moments])]
    .sort((one, other) => one - other)
    .slice(0, options.limit)
    .map((moment): NextTime => {
      const at = new Date(moment)
      if (runsAt(runAll, at))
        return { at, isRunAll: true, everyMinutes: null, tasksCount: activeCount, onlyTaskId: undefined }
      const due = shared.filter(({ rule }) => runsAt(rule, at))
      return { at, isRunAll: false, everyMinutes: null, ...countTasks(due) }
    })
}

function countTasks(due: readonly SharedSchedule[]): Pick<NextTime, 'tasksCount' | 'onlyTaskId'> {
  const tasksCount = due.reduce((sum, { count }) => sum + count, 0)
  return { tasksCount, onlyTaskId: tasksCount === 1 ? due[0]?.firstId : undefined }
}

/** Lists the next occurrence of each time of a schedule, as Unix times. */
function nextOfEachTime(rule: ScheduleRule, { now, timezone }: Options): number[] {
  return rule.times.flatMap((time) => {
    const [next] = nextOccurrences({ ...rule, times: [time] }, { now, count: 1, timezone })
    return next ? [next.at.getTime()] : []
  })
}

/** Whether a schedule runs at exactly this time. */
export function isDue(rule: ScheduleRule, at: Date, timezone: string): boolean {
  const after = new Date(at.getTime() - 1)
  return occurrencesBetween(rule, { after, until: at, timezone }).some(({ isSkipped }) => !isSkipped)
}
