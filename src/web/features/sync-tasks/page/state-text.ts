import type { Run } from '#contract/run.ts'
import { runCounts } from '#contract/run-figures.ts'
import type { Task } from '#contract/task.ts'
import { pluralize } from '#domain/pluralize.ts'
import { formatRelative } from '../../../lib/format.ts'
import { progressText } from '../card/progress-text.ts'

interface Known {
  task: Task
  /** Last run; undefined if the task has no run, or the run is unknown. */
  last: Run | undefined
  nowMs: number
}

/** Describes the state of a task in words: 'Up to date, copied 3m ago, 2 cells changed'. */
export function stateText(known: Known): string {
  const text = [...statusParts(known)].join(', ')
  return known.task.is_active ? text : `Inactive: ${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

function* statusParts({ task, last, nowMs }: Known): Iterable<string> {
  const ago = last ? ` ${formatRelative(last.ended_at ?? last.queued_at, nowMs)}` : ''
  const copied = `copied ${formatRelative(task.last_successful_run, nowMs)}`
  const lastCopied = task.last_successful_run === null ? 'never copied' : `last ${copied}`
  switch (task.task_status) {
    case 'Queued':
      return yield `Queued: ${lowerFirst(progressText(task))}`
    case 'Running':
      return yield `In progress: ${lowerFirst(progressText(task))}`
    case 'Stopping':
      return yield 'Stopping'
    case 'Failed':
      return yield `Failed, another attempt follows: ${lowerFirst(progressText(task))}`
    case 'Pending':
      return yield task.last_successful_run === null ? 'Never copied' : `Pending, ${lastCopied}`
    case 'Success':
      if (last && isUndo(last, task)) {
        yield `Undone${ago}`
        return yield lastCopied
      }
      yield 'Up to date'
      if (task.was_skipped) return yield `unchanged, skipped${ago}`
      if (task.last_successful_run !== null) yield copied
      if (last?.status === 'Success') yield countsText(last)
      return
    case 'Warning':
      yield `${warningText(task, last)}${ago}`
      return yield lastCopied
    case 'Error':
      yield `Error${ago}${last && last.attempts_count > 1 ? ` after ${pluralize(last.attempts_count, 'attempt')}` : ''}`
      return yield lastCopied
    case 'Stopped':
      yield `Stopped${ago}`
      return yield lastCopied
  }
}

/** Whether a run was an undo: it ended in Success after the last copy, so it copied nothing itself. */
function isUndo({ status, started_at }: Run, { last_successful_run: copiedAt }: Task): boolean {
  if (status !== 'Success' || started_at === null) return false
  return copiedAt !== null && Date.parse(copiedAt) < Date.parse(started_at)
}

function warningText({ hold, can_copy_anyway }: Task, last: Run | undefined): string {
  if (hold || can_copy_anyway) return 'Held'
  return last?.started_at === null ? 'Warning: did not run' : 'Warning'
}

function countsText(run: Run): string {
  const changed = runCounts.filter(({ name }) => run[name] > 0)
  if (changed.length === 0) return 'no cells changed'
  return changed.map(({ name, noun, verb }) => `${pluralize(run[name], noun)} ${verb}`).join(', ')
}

/** Lowers only the first letter, so names later in the text keep their capitals. */
function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
