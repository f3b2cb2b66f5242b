import { z } from 'zod'
import { IdText } from './field.ts'
import { FieldChange } from './field-change.ts'
import { route } from './route.ts'

/** A change of a task, by its entry in Activity. */
const ChangeParams = z.object({ id: IdText, change: IdText })

export const taskChanges = {
  previewRevert: route({
    method: 'POST',
    path: '/api/sync_tasks/:id/changes/:change/revert/preview',
    access: 'member',
    summary: 'List what reverting a change of a task would do, without doing it',
    params: ChangeParams,
    reply: z.object({
      changes: z.array(FieldChange),
      /** Why the change cannot be reverted; null when it can. */
      problem: z.string().nullable(),
    }),
    errors: ['not_found', 'conflict'],
    activity: 'none',
  }),
  revert: route({
    method: 'POST',
    path: '/api/sync_tasks/:id/changes/:change/revert',
    access: 'member',
    summary: 'Revert a change of a task, and the later ones',
    params: ChangeParams,
    reply: z.object({ changes: z.array(FieldChange) }),
    errors: ['not_found', 'conflict'],
    activity: 'task_put_back',
  }),
}
