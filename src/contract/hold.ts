import { z } from 'zod'
import { Id, idList, outcomeReply, Timestamp } from './field.ts'
import { OverviewTask } from './overview-task.ts'
import { route } from './route.ts'

const MAX_HOLDS = 5_000

/** A rule that holds a task, with its facts. */
export const HoldRule = z.object({
  /** Key of the rule, e.g. `source_shrank`. */
  cause: z.string(),
  /** A sentence with the numbers. */
  reason: z.string(),
  fix: z.string().nullable(),
  /** Numbers, names and first cells, depending on the cause. */
  facts: z.record(z.string(), z.unknown()),
})

/**
 * Why a task waits for a person. Its ID stands for the listed facts. A run with other facts has another hold, to be accepted
 * separately.
 */
export const Hold = z.object({
  id: Id,
  /** The main rule first. */
  rules: z.array(HoldRule),
  /** When a run was first held for these rules. */
  since: Timestamp,
  /** When a person accepted the hold. The next run uses the acceptance. */
  accepted_at: Timestamp.nullable(),
  accepted_by: z.string().nullable(),
})
export type Hold = z.infer<typeof Hold>

const HeldTask = Hold.extend({
  task: OverviewTask,
  is_active: z.boolean(),
  /** The last run held for these rules; null once the run is deleted from the history. */
  run_id: Id.nullable(),
})
export type HeldTask = z.infer<typeof HeldTask>

const HoldIds = z.object({ ids: idList({ noun: 'hold', max: MAX_HOLDS }) })

export const holds = {
  list: route({
    method: 'GET',
    path: '/api/holds',
    access: 'member',
    summary: 'List the tasks that are held, with what a person has to decide about, by type and position',
    reply: z.object({ holds: z.array(HeldTask) }),
    errors: [],
  }),
  accept: route({
    method: 'POST',
    path: '/api/holds/accept',
    access: 'member',
    summary: 'Copy held tasks anyway; a run that finds more than its hold lists is held again',
    body: HoldIds,
    ...outcomeReply,
    errors: [],
    activity: 'run_requested',
  }),
  takeOver: route({
    method: 'POST',
    path: '/api/holds/take_over',
    access: 'member',
    summary:
      'Become the owner of tasks that are held because their owner left; runs that were held for it are repeated',
    body: HoldIds,
    ...outcomeReply,
    errors: [],
    activity: 'tasks_taken_over',
  }),
}
