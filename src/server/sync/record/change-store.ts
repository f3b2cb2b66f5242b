import type { RowMoves } from '#domain/beside/row-moves.ts'
import type { ChangeBlock, ChangeCounts } from '#domain/copy/change-block.ts'
import type { ChangeChunk } from '#server/runs/change-chunk.ts'
import type { StructureChange } from '#server/runs/change-sets.ts'
import type { Window } from '#server/sync/compare/read-rows.ts'

/** Where the cells of a change set are. */
export interface ChangedTab {
  targetSsId: string
  targetTab: string
  /** Null for a tab to be created. */
  sheetId: number | null
  /** Names of its columns, from the first. */
  columns: string[]
  /** Columns of the cells that name a row, if people may move the rows; counted from 1. */
  keyColumns?: number[]
}

/** Stores the changes of a run, for people to see and undo. */
export interface ChangeStore {
  /** Begins the change set of the run, or continues an earlier attempt's change set. */
  open(tab: ChangedTab): Promise<OpenChangeSet>
}

export interface OpenChangeSet {
  /** Compressed, including the records of an earlier attempt. */
  readonly bytes: number
  readonly maxBytes: number
  /** Moves of rows recorded by earlier attempts. */
  readonly rowMoves: readonly RowMoves[]
  /** Returns the changes recorded in these rows by earlier attempts of the run. */
  earlierBlocks(rows: Window): Promise<ChangeBlock[]>
  append(chunks: readonly ChangeChunk[]): Promise<void>
  addStructure(change: StructureChange): Promise<void>
  /** Only counts the changes of the run, and drops the records of earlier attempts. */
  giveUp(counts: ChangeCounts): Promise<void>
}
