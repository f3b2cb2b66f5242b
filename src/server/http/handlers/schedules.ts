import { type RunAllSchedule, schedules as routes } from '#contract/schedule.ts'
import type { ScheduleRule } from '#domain/schedule/schedule-rule.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { presentScheduleEvents } from '#server/http/present/present-schedule-events.ts'
import { listScheduleEvents } from '#server/schedule/schedule-events.ts'

export function scheduleHandlers({
  config,
  schedules,
  database: { orm },
}: Pick<Context, 'config' | 'schedules' | 'database'>): Handler[] {
  const { timezone } = config.schedule
  return [
    handler(routes.list, () => schedules.list()),
    handler(routes.events, async ({ query }) => {
      const { kind, task_id: taskId, before_id: beforeId, limit } = query
      const found = await listScheduleEvents(orm, { kind, taskId, beforeId, limit: limit + 1 })
      return { events: await presentScheduleEvents(orm, found.slice(0, limit)), has_more: found.length > limit }
    }),
    handler(routes.runAll, async () => presentRunAll(await schedules.runAll(), timezone)),
    handler(routes.setRunAll, async ({ body }) => {
      const { scheduled_times: times, schedule_days: scheduleDays, paused_until: pausedUntil, holidays } = body
      const saved = await schedules.setRunAll({ times, scheduleDays, pausedUntil, holidays })
      const message =
        saved.times.length === 0
          ? 'Run All is no longer scheduled.'
          : `Run All is scheduled at ${saved.times.join(', ')}.`
      return { ...presentRunAll(saved, timezone), message }
    }),
  ]
}

function presentRunAll(rule: ScheduleRule, timezone: string): RunAllSchedule {
  return {
    scheduled_times: [...rule.times],
    timezone,
    schedule_days: [...rule.scheduleDays],
    paused_until: rule.pausedUntil,
    holidays: [...rule.holidays],
  }
}
