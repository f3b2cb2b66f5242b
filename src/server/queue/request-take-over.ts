import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Outcome } from '#contract/field.ts'
import { pluralize } from '#domain/pluralize.ts'
import { resolveOwner } from '#domain/tasks/lent-access.ts'
import { parseAccounts } from '#domain/tasks/parse-accounts.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { hasLeft } from '#server/config/is-allowed.ts'
import { isOfOwnerWhoLeft } from '#server/runs/holds.ts'
import { queueRuns } from '#server/runs/queue-runs.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { holds, runs } from '#server/storage/schema.ts'
import { type QueueDeps, success, warning } from './request.ts'
import { wakeWorkers } from './wake-workers.ts'

interface TakeOver {
  /** The IDs of the holds. */
  ids: readonly number[]
  owner: string
  allowedEmails: readonly string[]
}

/**
 * Makes a person the owner of tasks held because their owner left, and queues tasks whose run was held for it. Removes accounts
 * of people who left from these tasks.
 */
export async function requestTakeOver(deps: QueueDeps, { ids, owner, allowedEmails }: TakeOver): Promise<Outcome> {
  return await deps.orm.transaction(async (tx) => {
    await lockTaskRows(tx)
    const now = deps.now()
    const held = await heldTasks(tx, ids)
    if (held.length === 0) return warning('Somebody has taken these tasks over, or their owner may sign in again.')
    for (const task of held) {
      const relevantUserAccounts = parseAccounts(task)
        .filter((address) => !hasLeft(address, allowedEmails))
        .join(', ')
      await tx.update(tasks).set({ owner, relevantUserAccounts, accountKind: null }).where(eq(tasks.id, task.id))
    }
    const taskIds = held.map(({ id }) => id)
    await tx
      .update(holds)
      .set({ closedAt: now })
      .where(
        isInList(
          holds.id,
          held.map(({ holdId }) => holdId),
        ),
      )
    const [first] = held
    const before = [...new Set(held.map(resolveOwner))].join(', ')
    await recordActivity(tx, { taskIds, changes: first ? [{ field: 'owner', before, after: owner }] : [] })
    const again = held.filter(({ heldRunId }) => heldRunId !== null).map(({ id }) => id)
    const message = `Taken over, and queued, by ${owner}.`
    const wave = { waveId: randomUUID(), triggeredBy: owner, allowShrink: false, message, now }
    const queued = again.length === 0 ? [] : await queueRuns(tx, { which: { taskIds: again }, ...wave })
    if (queued.length > 0) await wakeWorkers(tx)
    const more = queued.length > 0 ? ` ${pluralize(queued.length, 'task')} queued.` : ''
    return success(`You own ${pluralize(held.length, 'task')} now.${more}`)
  })
}

async function heldTasks(tx: Orm, ids: readonly number[]) {
  const { id, owner, createdBy, relevantUserAccounts } = tasks
  return await tx
    .select({ id, owner, createdBy, relevantUserAccounts, holdId: holds.id, heldRunId: runs.id })
    .from(holds)
    .innerJoin(tasks, eq(tasks.id, holds.taskId))
    .leftJoin(runs, and(eq(runs.id, tasks.currentRunId), eq(runs.holdId, holds.id)))
    .where(and(isInList(holds.id, ids), isNull(holds.closedAt), isOfOwnerWhoLeft))
    .orderBy(tasks.id)
}
