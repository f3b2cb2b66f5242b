import type { Area } from '#domain/copy/area.ts'
import type { Cell } from '#domain/copy/cell.ts'
import type { FilledTable } from '#domain/copy/grow-table.ts'
import type { MissingColumn } from '#domain/shape/place-columns.ts'

/** Columns are named by their header, or else by their letters. Percentages are of the last copy. */
export interface GuardFacts {
  /** A first run would overwrite or clear another person's cells. */
  target_occupied: OccupiedFacts & { readonly percent: number }
  /** A later run would overwrite or clear cells outside the region of the earlier runs. */
  other_cells: OccupiedFacts
  /** Pivot tables and connected tables of the target would be overwritten; the first ones, and how many there are. */
  pivot_overwritten: { readonly tab: string; readonly count: number; readonly tables: readonly FilledTable[] }
  /** The source has rows, and none of them meets the conditions of the task. */
  no_row_matches: { readonly sourceRows: number } & Matching
  /** Far fewer rows of the source meet the conditions of the task than at the last copy. */
  matches_shrank: { readonly rows: number; readonly lastRows: number; readonly limit?: Limit | undefined } & Matching
  /** Rows with an empty key or a key shared by other rows. A run leaves these rows unchanged. */
  keys_unusable: {
    readonly end: 'source' | 'target'
    readonly tab: string
    readonly empty: number
    readonly doubled: number
    /** Key cells of the first such rows, with the title of their source if a task has several. */
    readonly cells: readonly { readonly row: number; readonly column: number; readonly source?: string }[]
  }
  /** Rows of a task that hands rows out, whose value has no target; the first values, and how many there are. */
  values_unmatched: {
    readonly column: string
    readonly rows: number
    readonly count: number
    /** An empty value is that of rows without one. */
    readonly values: readonly { readonly value: string; readonly rows: number; readonly firstRow: number }[]
  }
  /** Error values in the column by which a task hands rows out. */
  values_failed: { readonly column: string; readonly count: number; readonly cells: readonly CellFact[] }
  /** Remaining target rows have different headers from the copied columns. */
  columns_misplaced: { readonly tab: string; readonly columns: readonly MisplacedColumn[] }
  /** Remarks beside the region whose rows would move away or that the source no longer has. */
  remarks_displaced: {
    readonly tab: string
    readonly moved: number
    readonly gone: number
    /** First remarks of moved rows, then those of rows that are gone. */
    readonly cells: readonly RemarkFact[]
    /** The columns that identify the rows, as the field `key_columns` takes them; empty if none does. */
    readonly keyColumns: string
  }
  /** Rows of the tab cannot move with the copied rows. */
  rows_not_carried: { readonly tab: string } & CarryObstacle
  columns_changed: HeaderChange
  /** Reported, but never holds a run. */
  columns_added: { readonly columns: readonly string[] }
  column_emptied: ColumnFacts & { readonly filled: number; readonly lastFilled: number } & Limit
  kind_changed: ColumnFacts & { readonly from: string; readonly to: string } & Limit
  column_collapsed: ColumnFacts & { readonly distinct: number; readonly lastDistinct: number } & Limit
  numbers_scaled: ColumnFacts & {
    readonly mean: number
    readonly lastMean: number
    /** Only the ratio of both is known. */
    readonly areRelative?: boolean
  }
  column_moved: ColumnFacts & Limit
  columns_exchanged: { readonly columns: readonly string[] }
  keys_replaced: { readonly column: string; readonly rows: number; readonly lastRows: number } & Limit
  rows_repeated: { readonly rows: number; readonly lastRows: number } & Limit
  /** Columns with expectations of the task, missing from the source. */
  expected_missing: { readonly columns: readonly MissingColumn[] }
  expected_filled: { readonly column: string; readonly count: number; readonly cells: readonly CellFact[] }
  expected_unique: {
    readonly columns: readonly string[]
    readonly count: number
    /** First cells of repeated rows, each with the number of the row it repeats. */
    readonly cells: readonly (CellFact & { readonly repeats?: number })[]
  }
}

/** A change and its limit, in percent. */
export interface Limit {
  readonly percent: number
  readonly limitPercent: number
  /** Largest such change in the last ten runs with changes; absent without such a change. */
  readonly usualPercent?: number
}

/** A remark at its row and column, counted from 1. */
export interface RemarkFact {
  readonly row: number
  readonly column: number
  readonly remark: string
  /** The row that it is about, such as `Order 1043`. */
  readonly belongsTo: string
  /** Where that row goes; absent for a row that the source no longer has. */
  readonly toRow?: number
}

/** Why whole rows of a tab cannot move. */
export type CarryObstacle =
  /** A part of the tab that would be torn apart, or that people protected. */
  | { readonly why: 'merged' | 'table' | 'pivot' | 'protected'; readonly area: Area }
  /** Cells of other people below the region, which would move too. */
  | { readonly why: 'below'; readonly area: Area }
  /** Formulas in the copied columns, another task in the same rows, a filter over rows to sort, or too many rows. */
  | { readonly why: 'formulas' | 'other_task' | 'filtered' | 'too_many' }

/** A cell before and after, counted from 1 in its tab. */
export interface CellFact {
  readonly row: number
  readonly column: number
  readonly before: Cell
  readonly after: Cell
}

interface OccupiedFacts {
  readonly tab: string
  readonly rows: number
  readonly count: number
  readonly cells: readonly CellFact[]
}

export interface HeaderChange {
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly missing: readonly string[]
  readonly moved: readonly string[]
  readonly added: readonly string[]
}

/** A target column, counted from 1, with a different header from the column copied there. */
export interface MisplacedColumn {
  readonly column: number
  readonly before: Cell
  readonly after: Cell
}

interface Matching {
  /** Whether the task also skips hidden rows. */
  readonly skipsHidden?: boolean
}

interface ColumnFacts {
  readonly column: string
  readonly count: number
  /** An example cell before and after the change, if both values are known. */
  readonly cells: readonly CellFact[]
}
