import { z } from 'zod'
import { Id, IdParams, IdText, idList, numberText, Timestamp } from './field.ts'
import { route } from './route.ts'

/** Days to restore deleted items. */
export const TRASH_DAYS = 30
/** Maximum names in a reply. */
export const MAX_TRASH_NAMES = 50
const TRASH_PAGE_SIZE = 100
const MAX_RESTORED_TASKS = 1000

/** Things deleted together: a task, all tasks, a type, or the tasks created by an undone import. */
export const DeletionKind = z.enum(['task', 'all_tasks', 'type', 'import'])
export type DeletionKind = z.infer<typeof DeletionKind>

export const TrashEntry = z.object({
  id: Id,
  kind: DeletionKind,
  deleted_at: Timestamp,
  /** Person who deleted the items. */
  deleted_by: z.string(),
  /** Time of permanent deletion. */
  expires_at: Timestamp,
  /** Number of tasks or types. */
  count: z.int(),
  /** Names of the first items. */
  names: z.array(z.string()),
  /** The types of these tasks. */
  type_names: z.array(z.string()),
})
export type TrashEntry = z.infer<typeof TrashEntry>

const Kept = z.object({ name: z.string(), reason: z.string() })

export const RestoredTrash = z.object({
  /** Number of restored tasks. */
  tasks: z.int(),
  /** The names of the restored types. */
  types: z.array(z.string()),
  /** The first few tasks that stay in the trash, and why. */
  kept: z.array(Kept),
  kept_count: z.int(),
})
export type RestoredTrash = z.infer<typeof RestoredTrash>

export const trash = {
  list: route({
    method: 'GET',
    path: '/api/trash',
    access: 'member',
    summary: 'List what was deleted and can be restored, newest first',
    query: z.object({
      /** Entries older than the entry with this ID. */
      before_id: IdText.optional(),
      limit: numberText({ label: 'limit', min: 1, max: 500 }).default(TRASH_PAGE_SIZE),
    }),
    reply: z.object({ entries: z.array(TrashEntry), has_more: z.boolean() }),
    errors: [],
  }),
  restore: route({
    method: 'POST',
    path: '/api/trash/:id/restore',
    access: 'member',
    summary: 'Restore what was deleted, with its position, log, data copy and history',
    params: IdParams,
    reply: RestoredTrash,
    errors: ['not_found', 'conflict'],
    activity: 'trash_restored',
  }),
  restoreTasks: route({
    method: 'POST',
    path: '/api/trash/restore_tasks',
    access: 'member',
    summary: 'Restore deleted tasks by their IDs, each with what was deleted with it',
    body: z.object({ task_ids: idList({ noun: 'task', max: MAX_RESTORED_TASKS }) }),
    reply: RestoredTrash,
    errors: ['not_found', 'conflict'],
    activity: 'trash_restored',
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/trash/:id',
    access: 'member',
    summary: 'Delete what is in the trash for good',
    status: 204,
    params: IdParams,
    reply: z.undefined(),
    errors: ['not_found', 'conflict'],
    activity: 'trash_deleted',
  }),
}
