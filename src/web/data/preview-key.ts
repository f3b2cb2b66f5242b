import type { ActionKey } from '../lib/action.ts'
import { taskKey } from './task-actions.ts'

/** Selects the tasks to preview. */
export type PreviewScope = { task_ids: number[] } | { sync_task_type_id: number }

/** The key of the action to preview a task, several tasks, or a group. */
export function previewKey(scope: PreviewScope): ActionKey {
  if ('sync_task_type_id' in scope) return ['preview', 'type', scope.sync_task_type_id]
  const [id, ...others] = scope.task_ids
  return id !== undefined && others.length === 0 ? [...taskKey(id), 'preview'] : ['preview', ...scope.task_ids]
}
