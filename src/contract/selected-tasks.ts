import { z } from 'zod'
import { Id, idList } from './field.ts'
import { route } from './route.ts'

const MAX_SELECTED_TASKS = 5_000

const Selection = z.object({ task_ids: idList({ noun: 'task', max: MAX_SELECTED_TASKS }) })

export const SelectionOutcome = z.object({
  /** The tasks the call acted on. */
  done_ids: z.array(Id),
  /** The other tasks, each with the reason. */
  refused: z.array(z.object({ task_id: Id, reason: z.string() })),
})
export type SelectionOutcome = z.infer<typeof SelectionOutcome>

/** Actions on selected tasks, each a single change. To activate or deactivate them, `tasks.toggleAllActive` takes their IDs. */
export const selectedTasks = {
  execute: route({
    method: 'POST',
    path: '/api/selected_tasks/execute',
    access: 'member',
    summary: 'Run selected tasks together; answered once they are queued',
    body: Selection,
    reply: SelectionOutcome,
    errors: [],
    activity: 'run_requested',
  }),
  stop: route({
    method: 'POST',
    path: '/api/selected_tasks/stop',
    access: 'member',
    summary: 'Stop the runs of selected tasks',
    body: Selection,
    reply: SelectionOutcome,
    errors: [],
    activity: 'run_stopped',
  }),
  remove: route({
    method: 'POST',
    path: '/api/selected_tasks/delete',
    access: 'member',
    summary: 'Delete those of the selected tasks that have no run in progress, as one entry in the trash',
    body: Selection,
    reply: SelectionOutcome,
    errors: [],
    activity: 'task_deleted',
  }),
}
