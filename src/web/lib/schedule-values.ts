import { z } from 'zod'
import { TimeOfDay } from '#contract/field.ts'
import { scheduleDaysShape } from '#contract/schedule-days.ts'
import { splitList } from '#contract/split-list.ts'
import type { ScheduleRule } from '#domain/schedule/schedule-rule.ts'
import { formFields } from './form-values.ts'

const { fromFields, toFields } = formFields(scheduleDaysShape)

/** Form values for the days of a schedule. Lists are comma-separated text. */
export type DayValues = ReturnType<typeof fromFields>

export const readDayValues = fromFields

const Days = z.object(scheduleDaysShape)

/** Parses the day fields of a form. Also returns the problem of each invalid field. */
export function parseDays(values: DayValues) {
  const { success, data, error } = Days.safeParse(toFields(values))
  const problems: { [Field in keyof DayValues]?: string } = {}
  for (const { path, message } of error?.issues ?? []) problems[path[0] as keyof DayValues] ??= message
  return success ? { days: data, problems } : { days: undefined, problems }
}

/** Builds the schedule from a form; undefined while any field is invalid. */
export function buildRule(times: string, values: DayValues): ScheduleRule | undefined {
  const parsed = z.array(TimeOfDay).safeParse(splitList(times))
  const { days } = parseDays(values)
  if (!parsed.success || !days) return undefined
  const { schedule_days: scheduleDays, paused_until: pausedUntil, holidays } = days
  return { times: [...new Set(parsed.data)].sort(), scheduleDays, pausedUntil, holidays }
}
