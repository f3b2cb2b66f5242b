import type { RowMoves } from '#domain/beside/row-moves.ts'
import type { ChangeBlock, ChangeCounts } from '#domain/copy/change-block.ts'
import type { FormatSegment } from '#domain/copy/format-segment.ts'
import type { TableChange } from '#domain/copy/table-growth.ts'
import type { Window } from '#engine/compare/read-rows.ts'
import type { ChangeChunk } from './change-chunk.ts'

/** The tab with the cells of a change set. */
export interface ChangedTab {
  targetSsId: string
  targetTab: string
  /** ID of the tab; null if the tab has to be created. */
  sheetId: number | null
  /** Names of the columns, from the first. */
  columns: string[]
  /** Key columns, if people may move the rows; counted from 1. */
  keyColumns?: number[]
}

/** Stores the changes of a run, so people can see and undo them. */
export interface ChangeStore {
  /** Begins the change set of the run, or continues the change set of an earlier attempt. */
  open(tab: ChangedTab): Promise<OpenChangeSet>
}

/** A change of a tab other than values. */
export interface StructureChange {
  sheetId?: number | null
  addedRows?: number
  addedColumns?: number
  formats?: readonly FormatSegment[]
  tables?: readonly TableChange[]
  rowMoves?: readonly RowMoves[]
}

export interface OpenChangeSet {
  /** Compressed size, including the records of earlier attempts. */
  readonly bytes: number
  readonly maxBytes: number
  /** Row moves that earlier attempts recorded. */
  readonly rowMoves: readonly RowMoves[]
  /** Returns the changes that earlier attempts of the run recorded in these rows. */
  earlierBlocks(rows: Window): Promise<ChangeBlock[]>
  append(chunks: readonly ChangeChunk[]): Promise<void>
  addStructure(change: StructureChange): Promise<void>
  /** Only counts the changes of the run, and drops the records of earlier attempts. */
  giveUp(counts: ChangeCounts): Promise<void>
}
