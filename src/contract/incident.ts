import { z } from 'zod'
import { AlertKind } from './alert-kind.ts'
import { IdParams, outcomeReply, Timestamp, text } from './field.ts'
import { AttentionIncident } from './overview.ts'
import { route } from './route.ts'

const MAX_LINK_LENGTH = 300

/** Duration of a snooze. */
export const Snooze = z.enum(['day', 'week', 'until_recovered'], {
  error: 'Snooze must be day, week or until_recovered',
})
export type Snooze = z.infer<typeof Snooze>

const snoozeState = {
  snooze: Snooze.nullable(),
  /** End of the snooze; null without a snooze, or if it lasts until the recovery. */
  snoozed_until: Timestamp.nullable(),
  snoozed_by: z.string().nullable(),
}

/** A problem of a task, open until the task has recovered. */
export const Incident = z.object({
  kind: AlertKind,
  /** Key of the cause, e.g. `not_found`. */
  cause: z.string(),
  message: z.string(),
  opened_at: Timestamp,
  ...snoozeState,
})
export type Incident = z.infer<typeof Incident>

/** An alert that can be snoozed. */
export const SnoozableAlert = z.object({
  title: z.string(),
  /** Reason; null if the title includes it. */
  reason: z.string().nullable(),
  at: Timestamp,
  /** Number of reported incidents still open. */
  open_count: z.int(),
  ...snoozeState,
})
export type SnoozableAlert = z.infer<typeof SnoozableAlert>

/** Signed link of an alert, valid for two weeks. */
const link = text({ label: 'link', max: MAX_LINK_LENGTH })

export const incidents = {
  ofTask: route({
    method: 'GET',
    path: '/api/sync_tasks/:id/incidents',
    access: 'member',
    summary: 'List what is wrong with a task, as alerts report it',
    params: IdParams,
    reply: z.object({
      incidents: z.array(Incident),
      /** The cause affecting the task with all its effects, as in the overview; null if nothing is wrong with the task. */
      affected: AttentionIncident.nullable(),
    }),
    errors: ['not_found'],
  }),
  runAgain: route({
    method: 'POST',
    path: '/api/sync_tasks/:id/execute_affected',
    access: 'member',
    summary:
      'Run a task that failed with all others that failed for the same cause, and those that did not run because of them',
    params: IdParams,
    ...outcomeReply,
    errors: ['not_found'],
    activity: 'run_requested',
  }),
  alert: route({
    method: 'GET',
    path: '/api/alerts/snooze',
    access: 'member',
    summary: 'Get the alert that a snooze link is about; changes nothing',
    query: z.object({ link }),
    reply: SnoozableAlert,
    errors: ['not_found'],
  }),
  snooze: route({
    method: 'POST',
    path: '/api/alerts/snooze',
    access: 'member',
    summary: 'Send no more alerts about what the alert of a snooze link reported, for a while',
    body: z.object({ link, snooze: Snooze }),
    ...outcomeReply,
    errors: ['not_found'],
    activity: 'alert_snoozed',
  }),
  wake: route({
    method: 'DELETE',
    path: '/api/sync_tasks/:id/snooze',
    access: 'member',
    summary: 'End the snooze of what is wrong with a task, and of other tasks with the same cause',
    params: IdParams,
    ...outcomeReply,
    errors: ['not_found'],
    activity: 'snooze_ended',
  }),
}
