import type { Task } from '#contract/task.ts'

/** Describes briefly when an edit of the source runs the task; empty if edits do not run it. */
export function onEditLine({ on_edit_rule: rule, on_edit_problem }: Pick<Task, 'on_edit_rule' | 'on_edit_problem'>) {
  if (!rule) return ''
  if (on_edit_problem !== null) return 'Not seen by Drive'
  return `After ${rule.pause_minutes} min, every ${rule.at_most_every_minutes} min at most`
}
