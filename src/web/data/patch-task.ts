import type { PushEvent } from '#contract/event.ts'
import type { Task } from '#contract/task.ts'
import { MAX_TASK_LOG_LINES, type TaskLog } from '#contract/task-log.ts'
import { positionActions } from '#domain/tasks/position.ts'
import { patchProgress } from './patch-states.ts'

/** Applies an event to a task. An unchanged task keeps its identity, so its card does not re-render. */
export function patchTask(task: Task, event: PushEvent): Task {
  switch (event.kind) {
    case 'tasks': {
      const sent = event.tasks.find(({ id }) => id === task.id)
      return withPosition(sent ? { ...sent, ...onlyOfSingle(task) } : task, event.counts)
    }
    case 'logs':
      return event.task_id === task.id ? withLines(task, event.logs) : task
    case 'logs_cleared':
      return event.task_id === task.id ? { ...task, latest_log: null, ...(task.logs && { logs: [] }) } : task
    case 'progress':
    case 'waiting':
      return patchProgress(task, { id: task.id, event })
    case 'changed':
      return task
  }
}

/** Picks the properties that only a reply about a single task has. Events leave them out. */
function onlyOfSingle({ logs, conflicts, last_tabs, delivery }: Task) {
  return logs ? { logs, conflicts, last_tabs, delivery } : {}
}

/** Updates the possible moves of a task, which depend on the number of tasks of its type. */
function withPosition(task: Task, counts: Extract<PushEvent, { kind: 'tasks' }>['counts']): Task {
  const total = counts?.of_type[task.sync_task_type_id]
  if (total === undefined || total === task.position_actions.total_tasks_of_type) return task
  return { ...task, position_actions: positionActions({ position: task.sort_order, total }) }
}

function withLines(task: Task, logs: readonly TaskLog[]): Task {
  const latest = logs.at(-1)
  if (!latest || (task.latest_log && task.latest_log.id > latest.id)) return task
  return { ...task, latest_log: latest, ...(task.logs && { logs: appendNew(task.logs, logs) }) }
}

/** Appends log lines, without lines that a concurrent read has already delivered. */
export function appendNew(known: readonly TaskLog[], logs: readonly TaskLog[]): TaskLog[] {
  const ids = new Set(known.map(({ id }) => id))
  return [...known, ...logs.filter(({ id }) => !ids.has(id))].slice(-MAX_TASK_LOG_LINES)
}
