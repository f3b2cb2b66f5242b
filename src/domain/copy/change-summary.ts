import type { ChangeKind } from '#contract/change-kind.ts'
import { kindOfCell, kindOfRow, type RowChange, type RowChangeKind } from './row-change.ts'

/** How many rows and cells of a target a copy changes. */
export interface ChangeSummary {
  rows: Record<RowChangeKind, number>
  cells: Record<ChangeKind, number>
}

export function emptySummary(): ChangeSummary {
  return { rows: { added: 0, changed: 0, removed: 0 }, cells: { filled: 0, changed: 0, cleared: 0 } }
}

/** Adds a row to a summary. */
export function addToSummary(summary: ChangeSummary, change: RowChange): void {
  summary.rows[kindOfRow(change)] += 1
  for (const cell of change.cells) summary.cells[kindOfCell(cell)] += 1
}

export function addSummaries(one: ChangeSummary, other: ChangeSummary): ChangeSummary {
  const { added, changed, removed } = one.rows
  const { filled, cleared } = one.cells
  return {
    rows: {
      added: added + other.rows.added,
      changed: changed + other.rows.changed,
      removed: removed + other.rows.removed,
    },
    cells: {
      filled: filled + other.cells.filled,
      changed: one.cells.changed + other.cells.changed,
      cleared: cleared + other.cells.cleared,
    },
  }
}

export function countChangedCells({ cells }: Pick<ChangeSummary, 'cells'>): number {
  return cells.filled + cells.changed + cells.cleared
}
