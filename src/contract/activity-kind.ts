import { z } from 'zod'

/** Kinds of entries in Activity, with labels for users. */
export const activityLabels = {
  task_created: 'Task created',
  task_changed: 'Task changed',
  task_put_back: 'Change reverted',
  task_moved: 'Task moved',
  task_deleted: 'Task deleted',
  all_tasks_deleted: 'All tasks deleted',
  trash_restored: 'Restored from the trash',
  trash_deleted: 'Deleted for good',
  tasks_taken_over: 'Tasks taken over',
  person_left: 'Person left',
  tasks_toggled: 'Tasks activated or deactivated',
  tasks_imported: 'Tasks imported',
  import_undone: 'Import undone',
  log_cleared: 'Log cleared',
  tasks_previewed: 'Tasks previewed',
  run_requested: 'Run requested',
  undo_requested: 'Undo requested',
  alert_snoozed: 'Alert snoozed',
  snooze_ended: 'Snooze ended',
  run_scheduled: 'Run scheduled',
  run_after_edit: 'Run started by an edit',
  run_stopped: 'Run stopped',
  status_reset: 'Status reset',
  type_created: 'Task type created',
  type_changed: 'Task type changed',
  type_deleted: 'Task type deleted',
  types_reordered: 'Task types reordered',
  types_imported: 'Task types imported',
  run_all_times_changed: 'Schedule changed',
  everything_paused: 'Everything paused',
  everything_resumed: 'Pause ended',
  dev_log_cleared: 'Developer log cleared',
  google_key_stored: 'Google key stored',
  google_key_deleted: 'Google key deleted',
  lending_changed: 'Use of Google access changed',
  access_disconnected: 'Google access disconnected',
  signed_in: 'Signed in',
  issuer_changed: 'Sign-in provider changed',
  signed_out: 'Signed out',
  sign_in_refused: 'Sign-in refused',
  sign_in_failed: 'Sign-in failed',
  sessions_ended: 'Signed out elsewhere',
  token_created: 'API token created',
  token_revoked: 'API token revoked',
  my_alerts_changed: 'Own alerts changed',
  channel_created: 'Alert channel created',
  channel_changed: 'Alert channel changed',
  channel_deleted: 'Alert channel deleted',
  channel_secret_replaced: 'Signing secret replaced',
  alert_resent: 'Alert sent again',
} as const

export type ActivityKind = keyof typeof activityLabels

export const ActivityKind = z.enum(Object.keys(activityLabels) as [ActivityKind, ...ActivityKind[]])

/** Entries about runs. They change nothing about the tasks themselves. */
export const runKinds: readonly ActivityKind[] = [
  'run_requested',
  'run_scheduled',
  'run_after_edit',
  'run_stopped',
  'undo_requested',
  'tasks_previewed',
  'status_reset',
]

/** Entries about sessions. They change nothing for other people. */
export const signInKinds: readonly ActivityKind[] = [
  'signed_in',
  'signed_out',
  'sign_in_refused',
  'sign_in_failed',
  'sessions_ended',
]
