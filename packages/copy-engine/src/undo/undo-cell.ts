import { type Entered, isSameEntry } from '#domain/copy/entered.ts'

/** The effect of a run on a cell. */
export interface CellStep {
  /** The entry before the run. */
  before: Entered
  /** The entries the run may have written, attempt by attempt. */
  written: Entered[]
}

/**
 * Adds a write to the run's earlier writes to the cell, newest first. They are a single step, unless someone edited the
 * cell between two attempts.
 */
export function addWrite(steps: CellStep[], { before, after }: { before: Entered; after: Entered }): void {
  const [latest] = steps
  const isUnedited = latest && [latest.before, ...latest.written].some((each) => isSameEntry(each, before))
  if (isUnedited) latest.written.push(after)
  else steps.unshift({ before, written: [after] })
}

interface CellHistory {
  current: Entered
  /** The effects of the runs to undo, newest first; at least one. */
  steps: readonly CellStep[]
  /** Whether later entries are replaced too. */
  undoesEdited: boolean
}

export interface UndoneCell {
  /** The entry the cell should get. */
  entry: Entered
  /** Whether someone has entered another value since any of the runs. */
  isEdited: boolean
}

/**
 * Reverts the runs' writes to a cell, newest first. A step counts only if the cell still holds the value of its run:
 * otherwise someone has edited the cell since, and the edit stays. A cell with its value from before all runs is as it
 * should be, no matter who wrote it.
 */
export function undoCell({ current, steps, undoesEdited }: CellHistory): UndoneCell {
  const original = steps.at(-1)?.before ?? null
  if (isSameEntry(current, original)) return { entry: current, isEdited: false }
  let entry = current
  for (const { before, written } of steps) {
    if (written.some((each) => isSameEntry(each, entry))) entry = before
    else if (!isSameEntry(before, entry)) return { entry: undoesEdited ? original : entry, isEdited: true }
  }
  return { entry, isEdited: false }
}
