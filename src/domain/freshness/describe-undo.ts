import type { UndoPreview } from '#contract/change-set.ts'

/** A sentence about the effect of an undo on the freshness note of a task, or on its line in the tab 'Sync info'. */
export function describeReportUndo({ kind, is_removed }: NonNullable<UndoPreview['report']>): string {
  const what = kind === 'note' ? 'The freshness note of the task' : "The line of the task in the tab 'Sync info'"
  return is_removed ? `${what} is removed.` : `${what} gets its times from before, with the state 'Undone'.`
}
