import type { UndoPreview } from '#contract/change-set.ts'

/** The sentence about what an undo does to the note or line that tells the readers of a target how it stands. */
export function describeReportUndo({ kind, is_removed }: NonNullable<UndoPreview['report']>): string {
  const what = kind === 'note' ? 'The freshness note of the task' : "The line of the task in the tab 'Sync info'"
  return is_removed ? `${what} is removed.` : `${what} gets its times from before, with the state 'Undone'.`
}
