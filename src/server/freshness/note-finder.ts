import type { ScheduleRule } from '#domain/schedule/schedule-rule.ts'
import { nextOccurrenceFinder } from '#domain/schedule/schedule-time.ts'
import type { NoteFinder } from '#server/queue/attempt-work.ts'
import { readRunAllSchedule } from '#server/schedule/run-all-schedule.ts'
import type { Orm } from '#server/storage/database.ts'
import type { Task } from '#server/tasks/read-tasks.ts'

interface Options {
  timezone: string
  now: () => Date
  formatTime: (at: Date) => string
  /** With `{id}` for the ID of a spreadsheet. */
  spreadsheetUrl: string
  /** Empty where it is not known. */
  publicUrl: () => string
}

/** Returns a function that finds what the readers of a target are told of its task. */
export function createNoteFinder({ timezone, now, formatTime, spreadsheetUrl, publicUrl }: Options): NoteFinder {
  return async (orm, task) => {
    const next = await nextRunOf(orm, task, { timezone, now: now() })
    const address = publicUrl()
    return {
      taskId: task.id,
      taskName: task.name,
      sourceLink: spreadsheetUrl.replace('{id}', task.sourceSsId),
      taskLink: address === '' ? undefined : `${address}/sync_tasks/${task.id}`,
      nextRun: next && formatTime(next),
    }
  }
}

async function nextRunOf(
  orm: Orm,
  { isActive, scheduledTimes: times, ...days }: Task,
  moment: { timezone: string; now: Date },
): Promise<Date | undefined> {
  if (!isActive) return undefined
  const nextOf = nextOccurrenceFinder(moment)
  const rules: ScheduleRule[] = [await readRunAllSchedule(orm), { times, ...days }]
  const found = rules.flatMap((rule) => nextOf(rule) ?? [])
  return found.sort((one, other) => one.getTime() - other.getTime())[0]
}
