import type { Task } from '#contract/task.ts'

/** When an edit of the source runs a task, in a few words; empty if none does. */
export function onEditLine({ on_edit_rule: rule, on_edit_problem }: Pick<Task, 'on_edit_rule' | 'on_edit_problem'>) {
  if (!rule) return ''
  if (on_edit_problem !== null) return 'Not seen by Drive'
  return `After ${rule.pause_minutes} min, every ${rule.at_most_every_minutes} min at most`
}
