import { eq } from 'drizzle-orm'
import { readInterval, SlotFinder } from '#domain/schedule/interval.ts'
import { schedulesGoOnAfter } from '#domain/schedule/pause.ts'
import { nextOccurrenceFinder } from '#domain/schedule/schedule-time.ts'
import type { NoteFinder } from '#server/queue/attempt-work.ts'
import { readPause } from '#server/runs/pause.ts'
import { readRunAllSchedule } from '#server/schedule/run-all-schedule.ts'
import type { Orm } from '#server/storage/database.ts'
import { taskTypes } from '#server/storage/live-tables.ts'
import type { Task } from '#server/tasks/read-tasks.ts'

interface Options {
  timezone: string
  now: () => Date
  formatTime: (at: Date) => string
  /** URL with `{id}` in place of the spreadsheet's ID. */
  spreadsheetUrl: string
  /** Address of the app; empty while unknown. */
  publicUrl: () => string
}

/** Returns a function that finds the note about a task for readers of its target. */
export function createNoteFinder({ timezone, now, formatTime, spreadsheetUrl, publicUrl }: Options): NoteFinder {
  return async (orm, task) => {
    const next = await findNextRun(orm, task, { timezone, now: now() })
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

async function findNextRun(
  orm: Orm,
  task: Task,
  { now, timezone }: { timezone: string; now: Date },
): Promise<Date | undefined> {
  const { everyMinutes, everyMinutesBetween } = taskTypes
  const [type] = await orm
    .select({ everyMinutes, everyMinutesBetween })
    .from(taskTypes)
    .where(eq(taskTypes.id, task.taskTypeId))
  if (!task.isActive || !type) return undefined
  const after = schedulesGoOnAfter(await readPause(orm), now)
  const nextOf = nextOccurrenceFinder({ timezone, now: after })
  const interval = readInterval(task, type)
  const inInterval = interval && new SlotFinder(timezone).next(interval, { taskId: task.id, now: after })
  const found = [nextOf(await readRunAllSchedule(orm)), nextOf({ ...task, times: task.scheduledTimes }), inInterval]
  return found.reduce((one, other) => (one && (!other || one <= other) ? one : other), undefined)
}
