import { describeCarried } from '#domain/beside/moved-rows.ts'
import { RejectedCells } from '#domain/copy/rejected-cells.ts'
import { addCounts, type RunCounts } from '#domain/runs/run-counts.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { CarriedRows } from './carry/plan-carry.ts'
import { regionOf } from './job/job-shape.ts'
import type { SyncPorts } from './job/sync-job.ts'
import type { ReadPlan } from './plan-copy.ts'
import { openCopyRecord } from './record/copy-record.ts'
import type { ReadyTarget } from './tabs/resolve-tabs.ts'
import type { Workbook } from './workbook.ts'
import { changeTables } from './write/change-tables.ts'
import { type Copied, makeEqual, NOTHING_COPIED } from './write/make-equal.ts'
import { makeRoom } from './write/make-room.ts'
import type { MissingFormat } from './write/plan-formats.ts'
import type { WritePlan } from './write/plan-writes.ts'
import { writeByKey } from './write/write-by-key.ts'

interface ApplyOptions {
  plan: ReadPlan
  write: WritePlan
  ports: Pick<SyncPorts, 'changes' | 'log' | 'onProgress' | 'tempDir' | 'willWrite'>
}

interface Applied {
  copied: Copied
  target: ReadyTarget
  /** Number of writes right after people moved rows, in a target updated by key. */
  movedWrites: number
  /** Whether the target must be read again to verify that it took the values. */
  isDoubtful: boolean
}

/** Applies a plan, then reads and writes again where the target did not take the values. Each change is recorded first. */
export async function applyPlan(workbook: Workbook, { plan, write, ports }: ApplyOptions): Promise<Applied> {
  const { prepared, tempFiles, job, carried } = plan
  const { target, grid, tables, formats, interference, bounds } = write
  const { log, tempDir } = ports
  const rejected = new RejectedCells(prepared.rejected)
  await using record = openCopyRecord(workbook, { target, bounds, interference, prepared, ports })
  const recordUpTo = await record.prepare(tempFiles)
  const region = regionOf(job)
  const { width, lastRow, rows } = prepared
  const sheetId = target.tab?.sheetId
  const { append: appended } = job.shape ?? {}
  const append = appended && { ...region, rowCount: rows, time: appended.time, sheetId: sheetId ?? null }
  await ports.willWrite({ sheetId, width, lastRow, ...(append && { append }) })
  if (carried) {
    await record.rows(carried.moves)
    await workbook.moveRows({ spreadsheet: target.spreadsheet, tab: carried.target.tab, moves: carried.moves })
    log('INFO', describeCarried(carried.moves.listed))
  }
  const ready = await makeRoom(workbook, { target, grid })
  await record.roomMade(ready)
  if (tables.grown.length > 0) await record.tables(tables.grown)
  await changeTables(workbook, { target: ready, tables: tables.grown, log })
  if (formats.missing.length > 0) {
    await record.formats(formats.replaced)
    await setFormats(workbook, { target: ready, missing: formats.missing, log })
  }
  const onWritten = (row: number) => ports.onProgress(writingProgress(row, prepared))
  const all = { target: ready, changes: tempFiles, bounds, recordUpTo, onWritten }
  if (prepared.keyed) {
    const { cells, doubtful, movedWrites } = await writeByKey(workbook, { ...all, before: prepared.keyed, ports })
    const isDoubtful = doubtful !== undefined || (cells > 0 && interference.mayChangeOthers)
    return { copied: { ...NOTHING_COPIED, cellsChanged: cells }, target: ready, movedWrites, isDoubtful }
  }
  const copied = await makeEqual(workbook, {
    ...all,
    expected: { region, header: prepared.header, rows: tempFiles.rows, rejected, ...(append && { rowCount: rows }) },
    interference,
    rereads: carried?.moves.listed.sorted ?? false,
    prepareRecord: (found) => record.prepareAgain(found, ready),
    tempDir,
  })
  const counts = carried && addCounts(copied, countCarried(carried.moves, { ...region, lastColumn: plan.lastColumn }))
  return { copied: { ...copied, ...counts }, target: ready, movedWrites: 0, isDoubtful: false }
}

/** Cells are cleared after all values are written, so a row reported as done stays done. */
function writingProgress(row: number, { rows, firstDataRow }: ReadPlan['prepared']) {
  return { rowsDone: Math.min(row - firstDataRow + 1, rows), rowsTotal: rows, phase: 'writing' } as const
}

/** Counts cells of moved and removed rows: all cells in the region, and filled cells beside it. */
function countCarried(
  { listed, removed }: CarriedRows['moves'],
  { firstColumn, lastColumn }: { firstColumn: number; lastColumn: number },
): RunCounts {
  const width = lastColumn - firstColumn + 1
  const cells = (rows: number) => rows * width
  return {
    cellsChanged: cells(listed.rows) + listed.cells,
    cellsMoved: cells(listed.rows - removed.length) + listed.cells,
  }
}

interface FormatOptions {
  target: ReadyTarget
  missing: readonly MissingFormat[]
  log: SyncPorts['log']
}

/**
 * Sets the number formats the target's columns lack, in one request. A copy does not promise formats: if the request is
 * rejected, the run continues without them.
 */
async function setFormats(workbook: Workbook, { target, missing, log }: FormatOptions): Promise<void> {
  const { spreadsheet, tab } = target
  try {
    await workbook.setFormats({ spreadsheet, tab, formats: missing })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log('INFO', `The number formats of the source were not set on the target: ${error.message}`)
  }
}
