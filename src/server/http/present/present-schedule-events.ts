import type { ScheduleEvent } from '#contract/schedule.ts'
import { describeScheduleEvent } from '#domain/schedule/describe-event.ts'
import type { ScheduleEventRow } from '#server/schedule/schedule-events.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'

const MAX_TASKS = 5

/** Adds the names of each event's first tasks, read once for the whole page. */
export async function presentScheduleEvents(orm: Orm, events: readonly ScheduleEventRow[]): Promise<ScheduleEvent[]> {
  const taskIds = [...new Set(events.flatMap((event) => event.taskIds.slice(0, MAX_TASKS)))]
  const found =
    taskIds.length === 0
      ? []
      : await orm.select({ id: tasks.id, name: tasks.name }).from(tasks).where(isInList(tasks.id, taskIds))
  const byId = new Map(found.map((task) => [task.id, task]))
  return events.map((event) => ({
    id: event.id,
    kind: event.kind,
    reason: event.reason,
    due_at: event.dueAt.toISOString(),
    time: event.time,
    every_minutes: event.everyMinutes,
    times: event.times,
    noted_at: event.notedAt.toISOString(),
    is_run_all: event.isRunAll,
    count: event.count,
    tasks: event.taskIds.slice(0, MAX_TASKS).flatMap((id) => byId.get(id) ?? []),
    message: describeScheduleEvent(event),
  }))
}
