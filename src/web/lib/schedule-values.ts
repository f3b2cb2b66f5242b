import { z } from 'zod'
import { TimeOfDay } from '#contract/field.ts'
import { scheduleDaysShape } from '#contract/schedule-days.ts'
import { splitList } from '#contract/split-list.ts'
import type { ScheduleRule } from '#domain/schedule/schedule-rule.ts'
import { formFields } from './form-values.ts'

const { fromFields, toFields } = formFields(scheduleDaysShape)

/** The days of a schedule as a form holds them: lists as comma-separated text. */
export type DayValues = ReturnType<typeof fromFields>

export const readDayValues = fromFields

const Days = z.object(scheduleDaysShape)

/** Parses a form's fields about days into a rule, with the problem of each invalid field. */
export function parseDays(values: DayValues) {
  const { success, data, error } = Days.safeParse(toFields(values))
  const problems: { [Field in keyof DayValues]?: string } = {}
  for (const { path, message } of error?.issues ?? []) problems[path[0] as keyof DayValues] ??= message
  return success ? { days: data, problems } : { days: undefined, problems }
}

/** The schedule a form describes; undefined while something in it is not valid. */
export function buildRule(times: string, values: DayValues): ScheduleRule | undefined {
  const parsed = z.array(TimeOfDay).safeParse(splitList(times))
  const { days } = parseDays(values)
  if (!parsed.success || !days) return undefined
  const { schedule_days: scheduleDays, paused_until: pausedUntil, holidays } = days
  return { times: [...new Set(parsed.data)].sort(), scheduleDays, pausedUntil, holidays }
}
