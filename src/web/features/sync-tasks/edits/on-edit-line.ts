import type { Task } from '#contract/task.ts'

/** When an edit of the source runs a task, in a few words. */
export function onEditLine({ pause_minutes, at_most_every_minutes }: NonNullable<Task['on_edit_rule']>): string {
  return `After ${pause_minutes} min, every ${at_most_every_minutes} min at most`
}
