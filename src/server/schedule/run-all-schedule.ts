import { asc } from 'drizzle-orm'
import { EVERY_DAY, type ScheduleDays, type ScheduleRule } from '#domain/schedule/schedule-rule.ts'
import { fieldChanges } from '#server/activity/field-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Orm } from '#server/storage/database.ts'
import { runAllDays, runAllTimes } from '#server/storage/schema.ts'

const ONLY_ROW = 1

/** Reads the schedule of Run All. */
export async function readRunAllSchedule(orm: Orm): Promise<ScheduleRule> {
  const rows = await orm.select().from(runAllTimes).orderBy(asc(runAllTimes.time))
  const [days] = await orm.select().from(runAllDays)
  const { scheduleDays, pausedUntil, holidays } = days ?? EVERY_DAY
  return { times: rows.map((row) => row.time), scheduleDays, pausedUntil, holidays }
}

/** Replaces the times, sorted and without duplicates, and the given day settings. Returns the whole schedule. */
export async function replaceRunAllSchedule(
  orm: Orm,
  {
    times,
    ...days
  }: { times: readonly string[] } & { [Field in keyof ScheduleDays]?: ScheduleDays[Field] | undefined },
): Promise<ScheduleRule> {
  return await orm.transaction(async (tx) => {
    const before = await readRunAllSchedule(tx)
    await tx.delete(runAllTimes)
    if (times.length > 0) {
      await tx
        .insert(runAllTimes)
        .values(times.map((time) => ({ time })))
        .onConflictDoNothing()
    }
    await replaceDays(tx, { before, days })
    const after = await readRunAllSchedule(tx)
    const changes = fieldChanges({ before: { ...before }, after: { ...after } })
    if (changes.length > 0) await recordActivity(tx, { subject: 'Run All', count: 1, changes })
    return after
  })
}

async function replaceDays(
  tx: Orm,
  { before, days }: { before: ScheduleDays; days: { [Field in keyof ScheduleDays]?: ScheduleDays[Field] | undefined } },
): Promise<void> {
  const { scheduleDays = before.scheduleDays, pausedUntil = before.pausedUntil, holidays = before.holidays } = days
  const row = { scheduleDays: [...scheduleDays], pausedUntil, holidays: [...holidays] }
  await tx
    .insert(runAllDays)
    .values({ id: ONLY_ROW, ...row })
    .onConflictDoUpdate({ target: runAllDays.id, set: row })
}
