import type { Outcome } from '#contract/field.ts'
import { STUCK_AFTER_HOURS } from '#contract/overview.ts'
import { findStopper, groupWith } from '#domain/incidents/group-by-cause.ts'
import { incidentTitle } from '#domain/incidents/incident-text.ts'
import { pluralize } from '#domain/pluralize.ts'
import { withTypeName } from '#domain/tasks/task-name.ts'
import { HOUR_MS } from '#domain/time.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import { requireTask } from '#server/tasks/read-tasks.ts'
import { namesWithTypes, readTasksByCause, stoppedByPerson } from '#server/tasks/tasks-by-cause.ts'
import { type QueueDeps, queueWave, success, warning } from './request.ts'

/**
 * Queues a task, all tasks that failed for the same cause, and all tasks they blocked, as one wave. Blocked tasks wait for
 * their prerequisite again. A prerequisite that a person stopped runs with the tasks it blocked.
 */
export async function requestAffected(
  deps: QueueDeps,
  { taskId, triggeredBy }: { taskId: number; triggeredBy: string },
): Promise<Outcome> {
  return await deps.orm.transaction(async (tx) => {
    await requireTask(tx, taskId)
    await lockTaskRows(tx)
    const stuckBefore = new Date(deps.now().getTime() - STUCK_AFTER_HOURS * HOUR_MS)
    const group = groupWith(await readTasksByCause(tx, { stuckBefore }), taskId)
    if (!group || group.reason === 'stuck')
      return warning('Nothing to run again: it has run since, or is still in progress.')
    const stopper = findStopper(group)
    const stopped = stopper === undefined ? [] : await stoppedByPerson(tx, [stopper])
    const [firstId = taskId] = group.taskIds
    const first = (await namesWithTypes(tx, [firstId])).get(firstId)
    const subject = incidentTitle({
      reason: group.reason,
      first: withTypeName(first?.name ?? '', first?.type ?? ''),
      tasksCount: group.taskIds.length,
      stoppedCount: group.stoppedIds.length,
    })
    const taskIds = [...stopped, ...group.taskIds, ...group.stoppedIds]
    const count = await queueWave(deps, { tx, which: { taskIds }, subject, triggeredBy })
    return count > 0 ? success(`${pluralize(count, 'task')} queued.`) : warning('Nothing to run again.')
  })
}
