import { a1Range } from '#domain/copy/a1.ts'
import { type CellFormat, type FormatRun, isSameFormat } from '#domain/copy/format-run.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import type { OpenChangeSet } from './change-store.ts'
import { columnNames } from './column-names.ts'
import { openEnteredCells } from './entered-cells.ts'
import type { Interference } from './find-interference.ts'
import type { ReadyTarget } from './make-room.ts'
import type { PreparedCopy } from './prepare-copy.ts'
import { prepareRecord, type RecordUpTo } from './record-changes.ts'
import type { Target } from './resolve-tabs.ts'
import type { FoundChanges } from './scratch.ts'
import type { MissingFormat } from './set-formats.ts'
import type { SyncPorts } from './sync-job.ts'
import { createWindowSizer } from './window-sizer.ts'
import { type Bounds, patchesIn } from './write-changes.ts'

interface Options {
  target: Target
  bounds: Bounds
  interference: Interference
  prepared: Pick<PreparedCopy, 'header'>
  ports: Pick<SyncPorts, 'changes' | 'log' | 'scratchDir'>
}

/** Records what a copy changes, each part before it is written. */
interface CopyRecord extends AsyncDisposable {
  /** Before anything is written. */
  prepare(changes: FoundChanges): Promise<RecordUpTo>
  roomMade(ready: ReadyTarget): Promise<void>
  formats: (missing: readonly MissingFormat[]) => Promise<void>
  /** For cells that have changed since the first write. */
  prepareAgain(changes: FoundChanges, ready: ReadyTarget): Promise<RecordUpTo>
}

/** Beyond these, formats are not recorded: someone set them cell by cell. */
const MAX_FORMAT_RUNS = 10_000

export function openCopyRecord(client: SheetsClient, options: Options): CopyRecord {
  const { target, bounds, interference, prepared, ports } = options
  const { lastColumn } = bounds
  const { scratchDir, log } = ports
  const stack = new AsyncDisposableStack()
  let sheetId = target.tab?.sheetId ?? null
  let opened: Promise<OpenChangeSet> | undefined
  const open = () =>
    (opened ??= ports.changes.open({
      targetSsId: target.spreadsheet.id,
      targetTab: target.tabTitle,
      sheetId,
      columns: columnNames(prepared.header, lastColumn),
    }))
  const prepareFrom = (changes: FoundChanges, entered: ReturnType<typeof openEnteredCells> | undefined) =>
    prepareRecord({
      patches: () => patchesIn(changes, bounds),
      open,
      entered,
      bytes: sizeOf(changes),
      scratchDir,
      stack,
      log,
    })
  return {
    prepare: (changes) =>
      // Where there are formulas, the values that were compared may be their results.
      prepareFrom(changes, interference.mayChangeOthers ? openEnteredCells(client, { target, lastColumn }) : undefined),
    prepareAgain: (changes, ready) => prepareFrom(changes, openEnteredCells(client, { target: ready, lastColumn })),
    async roomMade({ tab }) {
      sheetId = tab.sheetId
      const addedRows = target.tab ? tab.rowCount - target.tab.rowCount : 0
      const addedColumns = target.tab ? tab.columnCount - target.tab.columnCount : 0
      if (!opened || (target.tab && addedRows + addedColumns === 0)) return
      await (await opened).addStructure({ sheetId, addedRows, addedColumns })
    },
    async formats(missing) {
      const formats = await formatRuns(client, { target, missing })
      if (formats.length === 0) return
      if (formats.length <= MAX_FORMAT_RUNS) await (await open()).addStructure({ formats })
      else
        log('INFO', 'The number formats that this run replaces are too many to keep: an undo leaves them as they are.')
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function sizeOf({ fills, clears }: FoundChanges): number {
  return fills.bytes + clears.bytes
}

/** What the cells that get a format had before. Rows that have just been added had none. */
async function formatRuns(
  client: SheetsClient,
  { target: { spreadsheet, tab }, missing }: { target: Target; missing: readonly MissingFormat[] },
): Promise<FormatRun[]> {
  const kept = missing.filter(({ firstRow }) => tab && firstRow <= tab.rowCount)
  if (!tab || kept.length === 0) return []
  const [firstColumn, lastColumn] = [
    Math.min(...kept.map(({ column }) => column)),
    Math.min(Math.max(...kept.map(({ column }) => column)), tab.columnCount),
  ]
  const runs: FormatRun[] = []
  const latest = new Map<number, FormatRun>()
  const sizer = createWindowSizer({ columns: lastColumn - firstColumn + 1 })
  for (let firstRow = Math.min(...kept.map((format) => format.firstRow)); firstRow <= tab.rowCount; ) {
    const lastRow = Math.min(firstRow + sizer.rows - 1, tab.rowCount)
    const range = a1Range({ tab: tab.title, firstRow, firstColumn, lastRow, lastColumn })
    const { rows, bytes } = await client.getGrid({ spreadsheet, range, fields: 'userEnteredFormat.numberFormat' })
    for (const { column, firstRow: first, numberFormat: after } of kept) {
      if (column > lastColumn) continue
      for (let row = Math.max(firstRow, first); row <= lastRow; row += 1) {
        const before = rows[row - firstRow]?.[column - firstColumn]?.userEnteredFormat?.numberFormat ?? null
        addFormat({ runs, latest }, { column, row, before, after })
      }
    }
    sizer.record({ rows: lastRow - firstRow + 1, bytes })
    firstRow = lastRow + 1
  }
  return runs.filter(({ before, after }) => !isSameFormat(before, after))
}

interface FormatChange {
  column: number
  row: number
  before: CellFormat | null
  after: CellFormat
}

function addFormat(
  { runs, latest }: { runs: FormatRun[]; latest: Map<number, FormatRun> },
  { column, row, before, after }: FormatChange,
): void {
  const run = latest.get(column)
  if (run && isSameFormat(run.before, before)) {
    run.lastRow = row
    return
  }
  if (runs.length > MAX_FORMAT_RUNS) return
  const added = { column, firstRow: row, lastRow: row, before, after }
  latest.set(column, added)
  runs.push(added)
}
