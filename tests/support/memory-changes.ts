import type { RowMoves } from '#domain/beside/row-moves.ts'
import { type CellChange, type ChangeCounts, changesIn } from '#domain/copy/change-block.ts'
import type { FormatSegment } from '#domain/copy/format-segment.ts'
import type { TableChange } from '#domain/copy/table-growth.ts'
import { unpackChunk } from '#engine/record/change-chunk.ts'
import type { ChangedTab, ChangeStore } from '#engine/record/change-store.ts'

/** Changes that a run recorded before it wrote. */
export interface RecordedChanges {
  tab: ChangedTab | undefined
  cells: CellChange[]
  formats: FormatSegment[]
  tables: TableChange[]
  rowMoves: RowMoves[]
  /** Counts of the changes; set if there are too many cells to keep. */
  givenUp: ChangeCounts | undefined
}

/** Keeps the changes of a run in memory. */
export function keepChanges({ maxBytes = 64_000_000 } = {}): { store: ChangeStore; recorded: RecordedChanges } {
  const recorded: RecordedChanges = {
    tab: undefined,
    cells: [],
    formats: [],
    tables: [],
    rowMoves: [],
    givenUp: undefined,
  }
  const store: ChangeStore = {
    async open(tab) {
      recorded.tab = tab
      return {
        bytes: 0,
        maxBytes,
        rowMoves: [],
        earlierBlocks: async () => [],
        async append(chunks) {
          for (const { blocks } of chunks) {
            for (const block of await unpackChunk(blocks)) recorded.cells.push(...changesIn(block))
          }
        },
        async addStructure({ formats = [], tables = [], rowMoves = [] }) {
          recorded.rowMoves.push(...rowMoves)
          recorded.tables.push(...tables)
          recorded.formats.push(...formats)
        },
        async giveUp(counts) {
          recorded.givenUp = counts
        },
      }
    },
  }
  return { store, recorded }
}
