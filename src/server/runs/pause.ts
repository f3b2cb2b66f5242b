import { eq, type SQL, sql } from 'drizzle-orm'
import type { Pause } from '#domain/schedule/pause.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Orm } from '#server/storage/database.ts'
import { pauses } from '#server/storage/schema.ts'

const ONLY_ROW = 1
const EVERYTHING = 'Everything'

/** Reads the last pause of everything. It may be over. */
export async function readPause(orm: Orm): Promise<Pause | undefined> {
  const { since, until, setBy } = pauses
  const [pause] = await orm.select({ since, until, setBy }).from(pauses)
  return pause
}

/** End of the last pause, past or future; null if there was none. */
export const pauseEnd = sql`(select ${pauses.until} from ${pauses})`

export function isPaused(now: Date): SQL {
  return sql`exists (select from ${pauses} where ${pauses.since} <= ${now.toISOString()} and ${pauses.until} > ${now.toISOString()})`
}

/** Replaces the pause. An extended pause keeps its start. */
export async function setPause(orm: Orm, { since, until, setBy }: Pause): Promise<void> {
  await orm.transaction(async (tx) => {
    const [before] = await tx.select().from(pauses).for('update')
    const goesOn = before !== undefined && before.until > since
    const row = { since: goesOn ? before.since : since, until, setBy }
    await tx
      .insert(pauses)
      .values({ id: ONLY_ROW, ...row })
      .onConflictDoUpdate({ target: pauses.id, set: row })
    const changes = [{ field: 'until', before: goesOn ? before.until.toISOString() : null, after: until.toISOString() }]
    await recordActivity(tx, { subject: EVERYTHING, count: 1, changes })
  })
}

/** @returns false if nothing was paused */
export async function endPause(orm: Orm, now: Date): Promise<boolean> {
  return await orm.transaction(async (tx) => {
    const [before] = await tx.select().from(pauses).for('update')
    if (!before || before.until <= now) return false
    await tx.update(pauses).set({ until: now }).where(eq(pauses.id, ONLY_ROW))
    const changes = [{ field: 'until', before: before.until.toISOString(), after: null }]
    await recordActivity(tx, { subject: EVERYTHING, count: 1, changes })
    return true
  })
}
