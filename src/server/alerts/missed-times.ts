import { and, eq } from 'drizzle-orm'
import type { Failure } from '#domain/failures/failure.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { openIncidents } from './incidents.ts'

interface MissedTime {
  which: { taskIds: readonly number[] } | { everything: true }
  /** Reason why the time did not run as planned. */
  failure: Failure
  now: Date
}

/** Opens an incident for each active task whose scheduled time passed while no server was running. */
export async function openMissed(tx: Orm, { which, failure, now }: MissedTime): Promise<void> {
  const isMeant = 'taskIds' in which ? isInList(tasks.id, which.taskIds) : undefined
  const missed = await tx
    .select({ taskId: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.isActive, true), isMeant))
  const incidents = missed.map(({ taskId }) => ({ kind: 'late', taskId, failure }) as const)
  await openIncidents(tx, incidents, now)
}
