import type { Cell } from '#domain/copy/cell.ts'

/** A change and its limit, in percent of the last copy. */
export interface Limit {
  readonly percent: number
  readonly limitPercent: number
  /** Largest similar change in the last ten runs with changes; absent if there was none. */
  readonly usualPercent?: number
}

/** A cell before and after, counted from 1 in its tab. */
export interface CellFact {
  readonly row: number
  readonly column: number
  readonly before: Cell
  readonly after: Cell
}

/** Cells of a target that a copy would overwrite or clear. */
export interface OccupiedFacts {
  readonly tab: string
  readonly rows: number
  readonly count: number
  readonly cells: readonly CellFact[]
}

/** Facts about a column, named by its header or, without a header, by its letters. */
export interface ColumnFacts {
  readonly column: string
  readonly count: number
  /** An example cell before and after the change, if both values are known. */
  readonly cells: readonly CellFact[]
}

/** How many rows meet the conditions of a task. */
export interface Matching {
  /** Whether the task also skips hidden rows. */
  readonly skipsHidden?: boolean
}
