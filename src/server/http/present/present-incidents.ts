import type { AttentionIncident } from '#contract/overview.ts'
import type { OverviewTask, StoppingTask } from '#contract/overview-task.ts'
import { explain } from '#domain/failures/failure.ts'
import { type CauseGroup, findStopper } from '#domain/incidents/group-by-cause.ts'
import type { Orm } from '#server/storage/database.ts'
import { latestLogs } from '#server/task-logs/task-logs.ts'
import { listOverviewTasks } from '#server/tasks/overview-task.ts'
import { namesWithTypes } from '#server/tasks/tasks-by-cause.ts'

/** Maximum tasks named by an incident; the rest are counted. */
const MAX_NAMED_TASKS = 3

/** Presents incidents for the overview. Names and log lines are read once for all incidents. */
export async function presentIncidents(orm: Orm, groups: readonly CauseGroup[]): Promise<AttentionIncident[]> {
  const namedIds = groups.flatMap(({ taskIds }) => taskIds.slice(0, MAX_NAMED_TASKS))
  const tasks = await listOverviewTasks(orm, namedIds)
  const names = await namesWithTypes(orm, [...namedIds, ...groups.flatMap((group) => findStopper(group) ?? [])])
  const logs = await latestLogs(
    orm,
    groups.flatMap(({ failure, taskIds: [first] }) => (failure || first === undefined ? [] : [first])),
  )
  return groups.map((group) => {
    const { reason, failure, taskIds, stoppedIds, since } = group
    const explained = failure && explain(failure)
    const namedTasks = taskIds.slice(0, MAX_NAMED_TASKS)
    return {
      reason,
      cause: failure?.cause ?? null,
      message: explained?.reason ?? logs.get(taskIds[0] ?? 0)?.message ?? null,
      fix: explained?.fix ?? null,
      fix_action: explained?.action ?? null,
      since: since.toISOString(),
      tasks: namedTasks.flatMap((id) => withRun(tasks.get(id), names.get(id)?.runId)),
      owners: [...new Set(namedTasks.flatMap((id) => names.get(id)?.owner ?? []))],
      tasks_count: taskIds.length,
      stopped_count: stoppedIds.length,
      stopped_by: presentStopper(names.get(findStopper(group) ?? 0)),
    }
  })
}

/** Finds the only prerequisite that kept tasks from running; null if there are several or none. */
export async function onlyStopper(orm: Orm, groups: readonly CauseGroup[]): Promise<StoppingTask | null> {
  const stopping = groups.filter((group) => group.stoppedIds.length > 0 || group.reason === 'not_run')
  const [only, ...others] = stopping
  if (!only || others.length > 0 || (only.reason === 'failed' && only.taskIds.length > 1)) return null
  const id = findStopper(only) ?? only.taskIds[0] ?? 0
  return presentStopper((await namesWithTypes(orm, [id])).get(id))
}

function withRun(task: OverviewTask | undefined, runId: number | null | undefined) {
  return task && runId ? [{ ...task, run_id: runId }] : []
}

function presentStopper(task: { id: number; name: string; type: string } | undefined): StoppingTask | null {
  return task ? { id: task.id, name: task.name, task_type_name: task.type } : null
}
