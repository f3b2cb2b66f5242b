import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import type { Outcome } from '#contract/field.ts'
import { MAX_RUN_HOURS, type Run } from '#contract/run.ts'
import type { TaskStatus } from '#contract/task-progress.ts'
import { HOUR_MS } from '#domain/time.ts'
import { findTask, type Selection } from './find-tasks.ts'
import { type ListOptions, narrowList } from './lists.ts'

interface StartOptions {
  copyAnyway: boolean
  /** Whether to include all tasks that failed for the same cause, and the tasks that they blocked. */
  affected: boolean
  /** ID of the hold to accept. */
  accept?: number | undefined
}

/** Queues the runs of a selection. The outcome is a warning if no task can run. */
function requestRuns(
  client: Client,
  selection: Selection,
  { copyAnyway, affected, accept }: StartOptions,
): Promise<Outcome> {
  if (selection.kind === 'all') return client.call(api.tasks.executeAll)
  const params = { id: selection.id }
  if (selection.kind === 'type') return client.call(api.taskTypes.runGroup, { params })
  if (affected) return client.call(api.incidents.runAgain, { params })
  return client.call(api.tasks.execute, { params, body: { allow_shrink: copyAnyway, accept } })
}

export function requestStop(client: Client, selection: Selection): Promise<Outcome> {
  if (selection.kind === 'all') return client.call(api.tasks.stopAll)
  const params = { id: selection.id }
  return selection.kind === 'type'
    ? client.call(api.taskTypes.stopGroup, { params })
    : client.call(api.tasks.stop, { params })
}

/** Queues runs and finds their tasks, even if some runs have ended before the reply arrives. */
export async function startRuns(
  client: Client,
  selection: Selection,
  options: StartOptions,
): Promise<{ outcome: Outcome; taskIds: number[] }> {
  const before = await client.call(api.runs.list, { query: { limit: 1 } })
  const lastId = before.runs[0]?.id ?? 0
  const outcome = await requestRuns(client, selection, options)
  const { runs } = await client.call(api.runs.list, { query: { hours: 1 } })
  const isOurs = ({ id, task_id, task_type_id }: Run) =>
    id > lastId &&
    (selection.kind === 'all' ||
      options.affected ||
      selection.id === (selection.kind === 'task' ? task_id : task_type_id))
  return { outcome, taskIds: runs.filter(isOurs).map(({ task_id }) => task_id) }
}

interface RunFilter extends ListOptions {
  task?: string | undefined
  status?: TaskStatus
}

/** Lists the last runs of a task, or of all tasks, newest first. */
export async function listRuns(client: Client, { task, status, ...options }: RunFilter): Promise<Run[]> {
  const { since, limit } = options
  const query = {
    ...(task !== undefined && { task_id: (await findTask(client, task)).id }),
    ...(since && { hours: hoursSince(since) }),
    // Apply the limit after filtering here, because the server cannot filter by status or time of day.
    ...(status === undefined && !since && limit !== undefined && { limit }),
  }
  const { runs } = await client.call(api.runs.list, { query })
  const matching = status === undefined ? runs : runs.filter((run) => run.status === status)
  return narrowList(matching, options, ({ queued_at }) => queued_at)
}

function hoursSince(since: Date): number {
  return Math.min(MAX_RUN_HOURS, Math.max(1, Math.ceil((Date.now() - since.getTime()) / HOUR_MS)))
}
