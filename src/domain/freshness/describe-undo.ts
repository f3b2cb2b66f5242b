import type { UndoPreview } from '#contract/change-set.ts'

/** A sentence about what an undo does to the freshness note of a task, or to its line in the tab 'Sync info'. */
export function describeReportUndo({ kind, is_removed }: NonNullable<UndoPreview['report']>): string {
  const what = kind === 'note' ? 'The freshness note of the task' : "The line of the task in the tab 'Sync info'"
  return is_removed ? `${what} is removed.` : `${what} gets its times from before, with the state 'Undone'.`
}
