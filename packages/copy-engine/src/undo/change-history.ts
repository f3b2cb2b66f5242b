import type { RowMoves } from '#domain/beside/row-moves.ts'
import type { ChangeBlock } from '#domain/copy/change-block.ts'
import type { FormatSegment } from '#domain/copy/format-segment.ts'
import type { TableChange } from '#domain/copy/table-growth.ts'

/** Maximum cells of all runs held in memory at once. */
export const MAX_WINDOW_CELLS = 40_000

/** Changes of a run, and of the later runs of its task, in its target. */
export interface ChangeHistory {
  targetSsId: string
  targetTab: string
  /** ID of the tab; null if the run broke off before its tab was created. */
  sheetId: number | null
  /** Names of the columns, from the first. */
  columns: string[]
  /** Last column the runs changed; 0 if they changed no cell. A later run may have changed more columns than the first. */
  lastColumn: number
  /** Width of the task's region before the oldest run. */
  widthBefore: number | null
  /** Width of the task's current region once the runs are undone; undefined if the runs have not changed it. */
  widthAfter: number | null | undefined
  /** Later runs of the task that wrote to other tabs. They are not undone. */
  runsElsewhere: number[]
  /** Last copy with written cells before the runs; undefined if there was none, or if it is no longer known. */
  copyBefore: { startedAt: Date; endedAt: Date } | undefined
  /** The runs, newest first. */
  runs: {
    runId: number
    formats: FormatSegment[]
    tables: TableChange[]
    keyColumns?: number[]
    rowMoves?: RowMoves[]
  }[]
  /** Runs with appended rows: the number of the run's time, its column, and whether all rows were seen there. */
  appends: ReadonlyMap<number, { time: number; column: number; isDone: boolean }>
  /** Rows the runs changed, in order. */
  windows: { firstRow: number; lastRow: number }[]
  /** Reads the changes of a run in these rows, in the order of writing. */
  readBlocks(runId: number, rows: { firstRow: number; lastRow: number }): Promise<ChangeBlock[]>
  /** @throws Refusal 'conflict' if a change set was deleted since */
  requireKept(): Promise<void>
}
