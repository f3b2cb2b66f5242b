import { z } from 'zod'
import { Timestamp } from './field.ts'
import { route } from './route.ts'

/** Whether the active tasks can read their sources and write to their targets. */
export const AccessCheck = z.object({
  is_checking: z.boolean(),
  /** Tasks checked so far by the check in progress. */
  checked: z.int(),
  /** Total tasks to check. */
  total: z.int(),
  /** Tasks that would fail, according to the last check of each. */
  would_fail: z.int(),
  /** When the last check of all tasks began; null if there was none. */
  last_check_at: Timestamp.nullable(),
})
export type AccessCheck = z.infer<typeof AccessCheck>

export const accessCheck = {
  get: route({
    method: 'GET',
    path: '/api/access_check',
    access: 'member',
    summary: 'Get the progress of the access check, and how many tasks would fail',
    reply: AccessCheck,
    errors: [],
  }),
  start: route({
    method: 'POST',
    path: '/api/access_check',
    access: 'member',
    summary: 'Start checking the access of all active tasks, unless a check is in progress on this node',
    activity: 'none',
    reply: AccessCheck,
    errors: [],
  }),
}
