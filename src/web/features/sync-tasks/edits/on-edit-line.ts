import type { Task } from '#contract/task.ts'

/** When an edit of the source runs a task, in a few words. */
export function onEditLine({
  on_edit_pause_minutes: pause,
  on_edit_at_most_every_minutes: atMostEvery,
}: Pick<Task, 'on_edit_pause_minutes' | 'on_edit_at_most_every_minutes'>): string {
  return `After ${pause} min, every ${atMostEvery} min at most`
}
