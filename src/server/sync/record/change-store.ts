import type { RowMoves } from '#domain/beside/row-moves.ts'
import type { ChangeBlock, ChangeCounts } from '#domain/copy/change-block.ts'
import type { ChangeChunk } from '#server/runs/change-chunk.ts'
import type { StructureChange } from '#server/runs/change-sets.ts'
import type { Window } from '#server/sync/compare/read-rows.ts'

/** Where the cells of a change set are. */
export interface ChangedTab {
  targetSsId: string
  targetTab: string
  /** Null if the tab has to be created. */
  sheetId: number | null
  /** Names of its columns, from the first. */
  columns: string[]
  /** Key columns, if people may move the rows; counted from 1. */
  keyColumns?: number[]
}

/** Stores the changes of a run, so people can see and undo them. */
export interface ChangeStore {
  /** Begins the change set of the run, or continues the change set of an earlier attempt. */
  open(tab: ChangedTab): Promise<OpenChangeSet>
}

export interface OpenChangeSet {
  /** Compressed size, including the records of earlier attempts. */
  readonly bytes: number
  readonly maxBytes: number
  /** Moves of rows earlier attempts recorded. */
  readonly rowMoves: readonly RowMoves[]
  /** Returns the changes earlier attempts of the run recorded in these rows. */
  earlierBlocks(rows: Window): Promise<ChangeBlock[]>
  append(chunks: readonly ChangeChunk[]): Promise<void>
  addStructure(change: StructureChange): Promise<void>
  /** Only counts the changes of the run, and drops the records of earlier attempts. */
  giveUp(counts: ChangeCounts): Promise<void>
}
