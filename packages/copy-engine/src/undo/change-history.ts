import type { RowMoves } from '#domain/beside/row-moves.ts'
import type { ChangeBlock } from '#domain/copy/change-block.ts'
import type { FormatSegment } from '#domain/copy/format-segment.ts'
import type { TableChange } from '#domain/copy/table-growth.ts'

/** Maximum cells of all runs held in memory at once. */
export const MAX_WINDOW_CELLS = 40_000

/** The changes by a run and the later runs of its task in its target. */
export interface ChangeHistory {
  targetSsId: string
  targetTab: string
  /** Null if the run broke off before its tab was created. */
  sheetId: number | null
  /** Names of the columns, from the first. */
  columns: string[]
  /** The last column they changed; 0 if they changed no cell. A later run may have changed more columns than the first. */
  lastColumn: number
  /** The width of the task's region before the first of them. */
  widthBefore: number | null
  /** The width of the region where the task writes now, once they are undone; undefined if they have not changed it. */
  widthAfter: number | null | undefined
  /** Later runs of the task that wrote to other tabs. They are not undone. */
  runsElsewhere: number[]
  /** The last copy before them that wrote cells; undefined if there was none, or it is no longer known. */
  copyBefore: { startedAt: Date; endedAt: Date } | undefined
  /** Newest first. */
  runs: {
    runId: number
    formats: FormatSegment[]
    tables: TableChange[]
    keyColumns?: number[]
    rowMoves?: RowMoves[]
  }[]
  /** For runs that appended rows: the number of their time, its column, and whether all rows were seen there. */
  appends: ReadonlyMap<number, { time: number; column: number; isDone: boolean }>
  /** The rows they changed, in order. */
  windows: { firstRow: number; lastRow: number }[]
  /** The changes by a run in these rows, in the order they were written. */
  readBlocks(runId: number, rows: { firstRow: number; lastRow: number }): Promise<ChangeBlock[]>
  /** @throws Refusal 'conflict' if a change set was deleted since */
  requireKept(): Promise<void>
}
