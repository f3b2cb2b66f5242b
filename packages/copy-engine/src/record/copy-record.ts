import { haveMovedTwice, type RowMoves } from '#domain/beside/row-moves.ts'
import type { FormatSegment } from '#domain/copy/format-segment.ts'
import type { TableChange } from '#domain/copy/table-growth.ts'
import { columnNames } from '#domain/recognize/column-names.ts'
import { type Bounds, patchesIn } from '#engine/compare/changes.ts'
import type { Interference } from '#engine/compare/find-interference.ts'
import type { FoundChanges } from '#engine/compare/temp-files.ts'
import type { PreparedCopy } from '#engine/guards/prepare-copy.ts'
import type { SyncPorts } from '#engine/job/sync-job.ts'
import type { ReadyTarget, Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { OpenChangeSet } from './change-store.ts'
import { openEnteredCells } from './entered-cells.ts'
import { prepareRecord, type RecordUpTo } from './record-changes.ts'

interface Options {
  target: Target
  bounds: Bounds
  interference: Interference
  prepared: Pick<PreparedCopy, 'shownHeader' | 'keyed'>
  ports: Pick<SyncPorts, 'changes' | 'log' | 'tempDir'>
}

/** Records the changes of a copy, each before it is written. */
interface CopyRecord extends AsyncDisposable {
  /** Prepares the record of the changes, before anything is written. */
  prepare(changes: FoundChanges): Promise<RecordUpTo>
  roomMade(ready: ReadyTarget): Promise<void>
  /** Records the rows about to move. */
  rows(moves: RowMoves): Promise<void>
  /** Records the current formats of the cells that get another format. */
  formats(replaced: readonly FormatSegment[]): Promise<void>
  /** Records the tables that get another range. */
  tables(changes: readonly TableChange[]): Promise<void>
  /** Prepares the record of cells that changed since the first write. */
  prepareAgain(changes: FoundChanges, ready: ReadyTarget): Promise<RecordUpTo>
}

/** Maximum segments to record; above this, someone set the formats cell by cell. */
export const MAX_FORMAT_SEGMENTS = 10_000

export function openCopyRecord(workbook: Workbook, options: Options): CopyRecord {
  const { target, bounds, interference, prepared, ports } = options
  const { lastColumn } = bounds
  const { tempDir, log } = ports
  const stack = new AsyncDisposableStack()
  let sheetId = target.tab?.sheetId ?? null
  let opened: Promise<OpenChangeSet> | undefined
  const open = () =>
    (opened ??= ports.changes.open({
      targetSsId: target.spreadsheet.id,
      targetTab: target.tabTitle,
      sheetId,
      columns: columnNames(prepared.shownHeader, lastColumn),
      ...(prepared.keyed && { keyColumns: prepared.keyed.columns }),
    }))
  const prepareFrom = (changes: FoundChanges, entered: ReturnType<typeof openEnteredCells> | undefined) =>
    prepareRecord({
      patches: () => patchesIn(changes, bounds),
      open,
      entered,
      bytes: countBytes(changes),
      tempDir,
      stack,
      log,
    })
  return {
    prepare: (changes) =>
      // If the target has formulas, the compared values may be their results.
      prepareFrom(
        changes,
        interference.mayChangeOthers ? openEnteredCells(workbook, { target, lastColumn }) : undefined,
      ),
    prepareAgain: (changes, ready) => prepareFrom(changes, openEnteredCells(workbook, { target: ready, lastColumn })),
    async roomMade({ tab }) {
      sheetId = tab.sheetId
      const addedRows = target.tab ? tab.rowCount - target.tab.rowCount : 0
      const addedColumns = target.tab ? tab.columnCount - target.tab.columnCount : 0
      if (!opened || (target.tab && addedRows + addedColumns === 0)) return
      await (await opened).addStructure({ sheetId, addedRows, addedColumns })
    },
    async rows(moves) {
      const set = await open()
      // The record has the earlier copy's cells where its own move left them, not where this move leaves them.
      if (haveMovedTwice([...set.rowMoves, moves]))
        log('WARNING', 'Changes of this run in the target cannot be undone: rows of the target moved twice.')
      await set.addStructure({ rowMoves: [moves] })
    },
    async tables(tables) {
      await (await open()).addStructure({ tables })
    },
    async formats(formats) {
      if (formats.length === 0) return
      if (formats.length <= MAX_FORMAT_SEGMENTS) await (await open()).addStructure({ formats: [...formats] })
      else
        log('INFO', 'The number formats that this run replaces are too many to keep: an undo leaves them as they are.')
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function countBytes({ fills, clears }: FoundChanges): number {
  return fills.bytes + clears.bytes
}
