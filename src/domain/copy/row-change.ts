import type { ChangeKind } from '#contract/change-kind.ts'
import { type Cell, isEmptyCell, isSameCell } from './cell.ts'

/** The entry of a cell before and after a copy. */
export interface ChangedCell {
  /** Counted from 1. */
  column: number
  before: Cell
  after: Cell
}

/** Changed cells of a target row. */
export interface RowChange {
  /** The value of the row's target, if rows are handed out. */
  value?: string
  /** Counted from 1. */
  row: number
  /** Whether the row has an unchanged cell with a value. */
  keepsCells: boolean
  /** From left to right. */
  cells: ChangedCell[]
}

export type RowChangeKind = 'added' | 'changed' | 'removed'

interface RowsToCompare {
  /** Row number of the first row in both, counted from 1. */
  firstRow: number
  source: readonly (readonly Cell[])[]
  target: readonly (readonly Cell[])[]
}

/** The rows of the target that differ from the source, from top to bottom. */
export function rowChanges({ firstRow, source, target }: RowsToCompare): RowChange[] {
  const changes: RowChange[] = []
  for (let index = 0; index < Math.max(source.length, target.length); index += 1) {
    const change = rowChange(source[index] ?? [], target[index] ?? [])
    if (change.cells.length > 0) changes.push({ row: firstRow + index, ...change })
  }
  return changes
}

function rowChange(source: readonly Cell[], target: readonly Cell[]): Omit<RowChange, 'row'> {
  const cells: ChangedCell[] = []
  let keepsCells = false
  for (let at = 0; at < Math.max(source.length, target.length); at += 1) {
    const [before, after] = [target[at] ?? '', source[at] ?? '']
    if (!isSameCell(before, after)) cells.push({ column: at + 1, before, after })
    else if (!isEmptyCell(after)) keepsCells = true
  }
  return { keepsCells, cells }
}

/** The part of a change up to a column; undefined if there is none. */
export function clipRowChange(change: RowChange, { lastColumn }: { lastColumn: number }): RowChange | undefined {
  if ((change.cells.at(-1)?.column ?? 0) <= lastColumn) return change
  const cells = change.cells.filter(({ column }) => column <= lastColumn)
  return cells.length === 0 ? undefined : { ...change, cells }
}

/** A row is added where the target had nothing, and removed where the source has nothing. */
export function kindOfRow({ keepsCells, cells }: RowChange): RowChangeKind {
  if (keepsCells) return 'changed'
  if (cells.every(({ before }) => isEmptyCell(before))) return 'added'
  return cells.every(({ after }) => isEmptyCell(after)) ? 'removed' : 'changed'
}

export function kindOfCell({ before, after }: Pick<ChangedCell, 'before' | 'after'>): ChangeKind {
  if (isEmptyCell(before)) return 'filled'
  return isEmptyCell(after) ? 'cleared' : 'changed'
}
