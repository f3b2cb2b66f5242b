import { AttentionReason } from '#contract/overview.ts'
import { type Failure, problemKey } from '#domain/failures/failure.ts'

/** Tasks that need a person for the same reason, with the same facts. */
export interface TasksInNeed {
  readonly reason: AttentionReason
  /** The failure; null if only the log has the reason. */
  readonly failure: Failure | null
  /** At least one, the latest first. */
  readonly taskIds: readonly number[]
  /** When the latest of these tasks began to need a person. */
  readonly since: Date
}

/** A cause with all its effects. */
export interface CauseGroup extends TasksInNeed {
  /** The tasks blocked by the failed tasks of the group. */
  readonly stoppedIds: readonly number[]
}

/**
 * Groups tasks with a common cause: tasks with the same problem, and the tasks they block. The most urgent group comes first,
 * then the group with the most effects, then the latest. Tasks blocked by a prerequisite are a separate group while the
 * prerequisite itself needs nobody: it works again, or a person stopped it.
 */
export function groupByCause(found: readonly TasksInNeed[]): CauseGroup[] {
  const merged = [...Map.groupBy(found.flatMap(splitUnexplained), buildKey).values()].map(merge)
  const failed = merged.filter(({ reason }) => reason === 'failed')
  const groupOf = new Map(failed.flatMap((group) => group.taskIds.map((id) => [id, group])))
  const stopped = Map.groupBy(merged, (group) => groupOf.get(findStopper(group) ?? 0))
  return merged
    .filter((group) => !groupOf.has(findStopper(group) ?? 0))
    .map((group) => ({ ...group, stoppedIds: (stopped.get(group) ?? []).flatMap(({ taskIds }) => taskIds) }))
    .sort(byUrgency)
}

/** Finds the task that blocked the tasks of the group. */
export function findStopper({ failure }: Pick<TasksInNeed, 'failure'>): number | undefined {
  return failure?.cause === 'not_run' ? failure.task.id : undefined
}

/** Finds the group with the task, or else the group of tasks it blocked. */
export function groupWith(groups: readonly CauseGroup[], taskId: number): CauseGroup | undefined {
  const isIn = ({ taskIds, stoppedIds }: CauseGroup) => taskIds.includes(taskId) || stoppedIds.includes(taskId)
  return groups.find(isIn) ?? groups.find((group) => findStopper(group) === taskId)
}

/**
 * Splits warnings explained only in the log, because they have no known common cause. Runs that wait too long stay together.
 */
function splitUnexplained(tasks: TasksInNeed): TasksInNeed[] {
  if (tasks.reason === 'stuck' || (tasks.failure && problemKey(tasks.failure) !== null)) return [tasks]
  return tasks.taskIds.map((id) => ({ ...tasks, taskIds: [id] }))
}

function buildKey({ reason, failure, taskIds }: TasksInNeed): string {
  const key = failure && problemKey(failure)
  return `${reason} ${key ?? (reason === 'stuck' ? '' : `task ${taskIds[0]}`)}`
}

function merge(same: readonly TasksInNeed[]): TasksInNeed {
  const latestFirst = same.toSorted((one, other) => other.since.getTime() - one.since.getTime())
  const [latest] = latestFirst
  if (!latest) throw new Error('There is nothing to merge')
  return { ...latest, taskIds: latestFirst.flatMap(({ taskIds }) => taskIds) }
}

function byUrgency(one: CauseGroup, other: CauseGroup): number {
  const urgency = ({ reason }: CauseGroup) => AttentionReason.options.indexOf(reason)
  const size = ({ taskIds, stoppedIds }: CauseGroup) => taskIds.length + stoppedIds.length
  return urgency(one) - urgency(other) || size(other) - size(one) || other.since.getTime() - one.since.getTime()
}
