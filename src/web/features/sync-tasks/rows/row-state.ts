import type { Task } from '#contract/task.ts'
import { warningReason } from '#domain/tasks/warning-reason.ts'
import { statusLabel } from '../../../shared/task-tone.ts'
import { percentDone } from '../card/progress-text.ts'

const WARNINGS = { held: 'Held', not_run: 'Not run', other: 'Warning' } as const

/** Describes the state of a task in a few words. */
export function rowState(task: Task): string {
  const reason = warningReason(task)
  if (reason) return WARNINGS[reason]
  const percent = task.task_status === 'Running' ? percentDone(task) : undefined
  return percent === undefined ? statusLabel(task.task_status) : `${statusLabel(task.task_status)} ${percent} %`
}

/** Short name for a source or target: its tab, or without a tab its spreadsheet. */
export function formatEnd({ tab, title, id }: { tab: string; title: string | null; id: string }): string {
  return tab || title || id
}

/** Full name of a source or target. */
export function formatPlace({ tab, title, id }: { tab: string; title: string | null; id: string }): string {
  return tab ? `${title ?? id} › ${tab}` : (title ?? id)
}
