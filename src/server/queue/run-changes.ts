import type { RowMoves } from '#domain/beside/row-moves.ts'
import type { ChangedTab, ChangeStore, OpenChangeSet } from '#engine/record/change-store.ts'
import {
  appendChunks,
  blocksInRows,
  giveUpChangeSet,
  type OwnTarget,
  openChangeSet,
  saveStructure,
} from '#server/runs/change-sets.ts'
import { expireChangeSetsOfTask } from '#server/runs/expire-change-sets.ts'
import type { Orm } from '#server/storage/database.ts'
import { makeRoomForHistory } from './make-room-for-history.ts'

/** Maximum bytes added before the limit on all change sets is enforced again. The hourly sweep handles smaller additions. */
const ENFORCED_AFTER_BYTES = 1_000_000

interface Options {
  orm: Orm
  runId: number
  taskId: number
  /** Maximum size of all change sets together. */
  historyBytes: number
  /** Maximum size; a larger set is only counted. */
  maxChangeSetBytes: number
  /** Stores the lines logged so far. */
  saveLog: () => Promise<void>
  now: () => Date
}

interface SelectedTarget {
  /** Undefined for a run with one target. */
  target?: OwnTarget
  /** Null if the region has no width yet. */
  widthBefore: number | null
  /** Whether the cells are stored; otherwise, they are only counted. */
  keepsCells: boolean
}

export interface RunChanges {
  selectTarget(selected: SelectedTarget): ChangeStore
  /** Enforces the size limit after the run has ended, for the changes it added. */
  makeRoom(): Promise<void>
}

/** Stores the changes of a run. They are visible immediately, as the writes that the run may have made so far. */
export function openRunChanges({
  orm,
  runId,
  taskId,
  historyBytes,
  maxChangeSetBytes,
  saveLog,
  now,
}: Options): RunChanges {
  let addedBytes = 0
  let isBegun = false

  async function open(tab: ChangedTab, { keepsCells, ...own }: SelectedTarget): Promise<OpenChangeSet> {
    const begunAt = now()
    const state = keepsCells ? 'kept' : 'not_kept'
    const header = { ...tab, runId, taskId, createdAt: begunAt, state, ...own } as const
    const target = { runId, targetKey: own.target?.key ?? '' }
    const { set, isContinued } = await openChangeSet(orm, header)
    isBegun ||= !isContinued
    return {
      bytes: set.bytes,
      rowMoves: set.rowMoves,
      maxBytes: { kept: maxChangeSetBytes, not_kept: Number.POSITIVE_INFINITY, too_large: 0, expired: 0 }[set.state],
      earlierBlocks: async (rows) => (isContinued ? await blocksInRows(orm, { ...target, ...rows }) : []),
      async append(chunks) {
        await appendChunks(orm, { ...target, chunks })
        for (const { blocks } of chunks) addedBytes += blocks.byteLength
      },
      addStructure: ({ rowMoves = [], ...change }) =>
        saveStructure(orm, { ...target, ...change, rowMoves: keepsCells ? rowMoves : rowMoves.map(withoutCells) }),
      async giveUp(counts) {
        await giveUpChangeSet(orm, { ...target, ...counts })
        await saveLog()
      },
    }
  }

  return {
    selectTarget({ target, ...selected }) {
      const stored = target && { ...target, ...(!selected.keepsCells && { stateBefore: null }) }
      return { open: (tab) => open(tab, { ...selected, ...(stored && { target: stored }) }) }
    },
    async makeRoom() {
      if (isBegun) await expireChangeSetsOfTask(orm, taskId)
      if (addedBytes >= ENFORCED_AFTER_BYTES) await makeRoomForHistory(orm, { historyBytes, now })
    },
  }
}

/** Removes cell values from the row moves of a task that keeps no cells. */
function withoutCells(moves: RowMoves): RowMoves {
  return { ...moves, removed: [] }
}
