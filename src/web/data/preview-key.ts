import type { ActionKey } from '../lib/action.ts'

/** The tasks to preview. */
export type PreviewScope = { task_ids: number[] } | { sync_task_type_id: number }

/** The key of the action that previews one task or a group. */
export function previewKey(scope: PreviewScope): ActionKey {
  return 'task_ids' in scope
    ? ['preview', 'tasks', scope.task_ids.join()]
    : ['preview', 'type', scope.sync_task_type_id]
}
