import type { Cell } from './cell.ts'
import type { DateKind } from './date-text.ts'
import type { EditShape } from './edit-shape.ts'
import type { Region } from './region.ts'

/** The target when a run last saw it equal to the source. Its rows are those of the data copy. */
export interface TargetState {
  sheetId: number
  gridRows: number
  gridColumns: number
  startRow: number
  /** Absent where each cell was copied to the same place. */
  region?: Region
  /** Copied too where the region has it. */
  header: Cell[]
  /** Columns of the region. */
  width: number
  /** By column: what the data copy stores as text. */
  kinds: (DateKind | null)[]
}

export interface LastTarget extends TargetState {
  /** In the data copy. Below them, the region was empty. */
  rowCount: number
  /** Rows of the data copy, counted from 0. */
  readRows(first: number, count: number): Promise<Cell[][]>
}

/** A cell that someone edited since the last run. Rows and columns count from 1. */
export interface EditedCell {
  row: number
  column: number
  /** The column's header, where the source was read. */
  columnName?: string
  left: Cell
  found: Cell
}

/** Edits of the target since the last run. */
export interface TargetEdits {
  count: number
  /** The first ones. */
  cells: EditedCell[]
  /** A change to the tab as a whole; undefined also where it was resized. */
  shape: EditShape | undefined
}
