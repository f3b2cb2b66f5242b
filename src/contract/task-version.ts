import { z } from 'zod'
import { FieldChange } from './activity.ts'
import { IdText } from './field.ts'
import { route } from './route.ts'

/** A change of a task, by its entry in Activity. */
const ChangeParams = z.object({ id: IdText, change: IdText })

export const taskVersions = {
  planPutBack: route({
    method: 'POST',
    path: '/api/sync_tasks/:id/changes/:change/put_back/plan',
    access: 'member',
    summary: 'List what putting a task back as it was before a change would do, without doing it',
    params: ChangeParams,
    reply: z.object({
      changes: z.array(FieldChange),
      /** Why the task cannot be put back; null when it can. */
      problem: z.string().nullable(),
    }),
    errors: ['not_found', 'conflict'],
    activity: 'none',
  }),
  putBack: route({
    method: 'POST',
    path: '/api/sync_tasks/:id/changes/:change/put_back',
    access: 'member',
    summary: 'Put the fields of a task back as they were before a change',
    params: ChangeParams,
    reply: z.object({ changes: z.array(FieldChange) }),
    errors: ['not_found', 'conflict'],
    activity: 'task_put_back',
  }),
}
