import type { Cell } from './cell.ts'
import type { DateKind } from './date-text.ts'
import type { EditShape } from './edit-shape.ts'
import type { Region } from './region.ts'

/** The target when a run last verified it. Its rows are in the data copy. */
export interface TargetState {
  sheetId: number
  gridRows: number
  gridColumns: number
  startRow: number
  /** Absent where each cell was copied to the same place. */
  region?: Region
  /** Header, also copied if the region includes it. */
  header: Cell[]
  /** Columns of the region. */
  width: number
  /** By column: the kind of date or time the data copy stores as text. */
  kinds: (DateKind | null)[]
}

export interface LastTarget extends TargetState {
  /** Number of rows in the data copy. The region was empty below them. */
  rowCount: number
  /** Rows of the data copy, counted from 0. */
  readRows(first: number, count: number): Promise<Cell[][]>
}

/** A cell edited since the last run. Rows and columns count from 1. */
export interface EditedCell {
  /** The value of the cell's target, if rows are handed out. */
  value?: string
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
  /** The first edited cells. */
  cells: EditedCell[]
  /** A change to the whole tab; also undefined if the tab was resized. */
  shape: EditShape | undefined
}

const MAX_LISTED_EDITS = 1_000

/** Adds up the edits of several targets; undefined without edits. Only edits of a single target have a shape. */
export function addEdits(all: readonly TargetEdits[]): TargetEdits | undefined {
  const [only, ...others] = all
  if (!only || others.length === 0) return only
  const count = all.reduce((sum, edits) => sum + edits.count, 0)
  return { count, cells: all.flatMap(({ cells }) => cells).slice(0, MAX_LISTED_EDITS), shape: undefined }
}
