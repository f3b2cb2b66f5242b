import { isObject, timesFrom } from './reading.ts'

/** Chunk size of a task when neither the task nor its type has one. */
export const DEFAULT_CHUNK_SIZE = 1000

const RUNNING = ['running', 'queued']

/** Reads a task, bare or wrapped in `task`. Missing fields come from its type or follow from its status. */
export function taskFrom(sent: unknown): unknown {
  if (!isObject(sent)) return sent
  if (sent['id'] === undefined && isObject(sent['task'])) return taskFrom(sent['task'])
  const { sync_task_type_id, chunk_size, scheduled_times } = sent
  const type = isObject(sent['task_type']) ? sent['task_type'] : {}
  return withRunningStatus({
    ...sent,
    sync_task_type_id: sync_task_type_id ?? type['id'],
    chunk_size: chunk_size || type['chunk_size'] || DEFAULT_CHUNK_SIZE,
    scheduled_times: timesFrom(scheduled_times),
    task_type: { id: sync_task_type_id, ...type },
  })
}

/** Reads progress, which may be a bare status or a bare running_status. */
export function progressFrom(sent: unknown): unknown {
  if (typeof sent === 'string') return withRunningStatus({ task_status: sent })
  if (typeof sent === 'boolean') return { running_status: sent }
  if (!isObject(sent)) return sent
  const status = sent['task_status'] ?? sent['status']
  return status === undefined ? sent : withRunningStatus({ ...sent, task_status: status })
}

/** Reads the status of all tasks: by ID, as a list, or whether all are running. The specification does not define its shape. */
export function statusAllFrom(sent: unknown): unknown {
  if (!isObject(sent)) return sent
  const all = sent['all_running_status']
  if (typeof all === 'boolean') return { all_running_status: {}, all_running: all }
  const byTask = Array.isArray(all) ? byId(all) : all
  return { ...sent, all_running_status: byTask, all_running: sent['all_running'] ?? areAllRunning(byTask) }
}

function areAllRunning(byTask: unknown): boolean {
  const all = isObject(byTask) ? Object.values(byTask).map(progressFrom) : []
  return all.length > 0 && all.every((progress) => isObject(progress) && progress['running_status'] === true)
}

function byId(list: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(list.filter(isObject).map((entry) => [String(entry['id'] ?? entry['task_id']), entry]))
}

function withRunningStatus(sent: Record<string, unknown>): Record<string, unknown> {
  const isRunning = RUNNING.includes(String(sent['task_status']).toLowerCase())
  return { ...sent, running_status: sent['running_status'] ?? isRunning }
}
