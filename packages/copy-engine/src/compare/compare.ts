import type { RowTracker } from '#domain/beside/track-rows.ts'
import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { diffRows } from '#domain/copy/diff-rows.ts'
import { bareError } from '#domain/copy/error-cell.ts'
import { computeHeaderRow } from '#domain/copy/region.ts'
import type { RejectedCell, RejectedCells } from '#domain/copy/rejected-cells.ts'
import { rowChanges } from '#domain/copy/row-change.ts'
import type { OccupiedFinder } from '#domain/guards/occupied-cells.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import type { CopyMemory } from '#engine/last-copy/copy-memory.ts'
import { findCopiedWidth } from '#engine/last-copy/last-copy.ts'
import { isSameBlock, type SourceDigests, StaleMemory } from '#engine/tabs/copy-memory.ts'
import type { Layouts } from '#engine/tabs/layouts.ts'
import type { SampledRows } from '#engine/tabs/read-layouts.ts'
import { readShownHeader } from '#engine/tabs/read-shown-header.ts'
import type { Source, Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import { FIRST_DATA_ROW } from './blocks.ts'
import type { EarlyProfile } from './early-profile.ts'
import { addErrors, type ErrorCells } from './error-cells.ts'
import type { EditFinder } from './find-edits.ts'
import type { KeyedTarget } from './keyed-rows.ts'
import { blockRowsFor, planByMemory, planByResponses } from './plan-windows.ts'
import type { RowsRead, Window } from './read-rows.ts'
import { readErrorTypes, type SettledRows } from './read-settled-rows.ts'
import { readWindows, type WindowRead } from './read-windows.ts'
import type { AskedFiles } from './skip-untouched.ts'
import { createTargetReader } from './target-reader.ts'
import type { TempFiles } from './temp-files.ts'
import type { UnreadTexts } from './unread-texts.ts'

/** The changes of a copy, known before its first write. Rows and columns count from 1. */
export interface Comparison {
  header: Cell[]
  /** The header as the sheet shows it: the names of the columns. */
  shownHeader: Cell[]
  /** The last filled row of the source; the row before `startRow` if there is none. */
  lastRow: number
  /** Columns up to the last column with a header or a value. */
  width: number
  errors: ErrorCells
  /** Cells of the target that rejected the written value and still do. */
  rejected: RejectedCell[]
  /** Digests of the source, for the next run. */
  read: SourceDigests
  /**
   * Row count of each entry of `tempFiles.rows` if its rows are unchanged since the last copy, else 0. Undefined if unknown.
   */
  unchangedRows?: number[]
  /** The source of a shaped copy, whose rows or columns differ from the target's. */
  shaped?: ShapedSource
  /** The target before and after the copy, if keys identify its rows. */
  keyed?: KeyedTarget
  /** File version in which the target is as compared, if nothing is written; undefined if unknown. */
  targetVersion: string | undefined
}

/** The source of a shaped copy. Rows and columns count from 1. */
export interface ShapedSource {
  /** The columns the copy uses: the copied columns, in their order, and the columns that only conditions test. */
  columns: number[]
  header: Cell[]
  /** Header as the sheet shows it. */
  shownHeader: Cell[]
  /** The last filled row. */
  lastRow: number
  width: number
  /** The source column of each target column up to the end of the region; undefined left of the region. */
  origins: (number | undefined)[]
  /** The column of the target with the time of the run. */
  timeColumn: number | undefined
  /** Error cells tested by conditions; their rows are copied. */
  undecided: ErrorCells
  unread: UnreadTexts
}

export interface ComparisonOptions {
  source: Source
  target: Target
  job: Pick<SyncJob, 'startRow' | 'shape' | 'union' | 'limits' | 'last' | 'rules'>
  tempFiles: TempFiles
  /** A sample of the source's first rows; undefined if there is none. */
  sample: SampledRows | undefined
  /** The memory of the last run, if its tabs are used again. */
  memory: CopyMemory | undefined
  layouts: Pick<Layouts, 'source' | 'target'>
  targetFile: AskedFiles['target']
  /** Whether `tempFiles.changes` also receives the changed cells, with their values before and after. */
  keepsChanges?: boolean | undefined
  /** Looks for edits of the target since the last run. */
  edits?: EditFinder | undefined
  /** Looks for target cells that no run of the task wrote. */
  occupied?: OccupiedFinder | undefined
  /** Follows the rows of the target. */
  tracker?: RowTracker | undefined
  /** Cells that are known to reject written values. */
  rejected: RejectedCells
  /** Profiles the source where its data rows are copied as they are. */
  profile?: EarlyProfile | undefined
  /** Called with the last filled row compared so far. */
  onCompared(lastRow: number): void
}

/** Reads the whole source and the same rows of the target. Memory holds a few windows of both, the disk holds the rest. */
export async function compare(workbook: Workbook, options: ComparisonOptions): Promise<Comparison> {
  const { source, target, job, memory, layouts, targetFile, keepsChanges = false, profile, onCompared } = options
  const { startRow } = job
  const copiedWidth = findCopiedWidth(job.last)
  const lastColumn = Math.max(source.tab.columnCount, copiedWidth)
  const blockRows = memory?.blockRows ?? blockRowsFor(job.limits.chunkSize, options.sample)
  const errors: ErrorCells = { count: 0, first: undefined }
  const read = { blockRows, header: '', digests: [], bytes: [], rows: [], widths: [] }
  const nothing = { header: [], shownHeader: [], lastRow: startRow - 1, width: 0, targetVersion: undefined }
  const comparison: Comparison = { ...nothing, errors, rejected: [], read, ...(memory && { unchangedRows: [] }) }
  // A write needs both layouts, so both are read at once.
  const onChanged = () => void Promise.all([layouts.source(), layouts.target()]).catch(() => undefined)
  const ofTarget = { target, lastColumn, startRow, width: copiedWidth, memory, targetFile }
  const reader = createTargetReader(workbook, { ...ofTarget, onChanged })
  const plan = planReading({ ...options, blockRows, columns: lastColumn })

  let hasSkipped = false
  const files = { source: source.spreadsheet, target: target.spreadsheet }
  const ends = { source, target: reader, files, copiedWidth, hadErrors: (job.last.extent.errorCells ?? 0) > 0 }
  for await (const rows of readWindows(workbook, { ...ends, plan, startRow, blockRows, memory, early: profile })) {
    if (!rows.target) hasSkipped = true
    if (rows.header) comparison.header = rows.header.cells
    remember(comparison.read, rows)
    addErrors(
      errors,
      rows.source.errors.filter(({ row }) => row >= rows.toCopy.firstRow),
    )
    const { toCopy, target: read } = rows
    await reduceErrors(workbook, {
      target,
      errors: rows.source.errors,
      firstRow: toCopy.firstRow,
      targetRows: read?.rows ?? [],
    })
    for (const block of rows.blocks) {
      await compareBlock(comparison, { ...options, block, rows, copiedWidth, keepsChanges })
      onCompared(comparison.lastRow)
    }
  }
  comparison.width = Math.max(comparison.width, rowWidth(comparison.header))
  comparison.shownHeader = await rememberShownHeader(comparison.read, { ...options, header: comparison.header })
  // Skipped rows were not compared in columns new to the region.
  if (hasSkipped && comparison.width > copiedWidth) throw new StaleMemory()
  comparison.targetVersion = await reader.settledVersion()
  return comparison
}

function planReading({ source, target, job, memory, sample, ...size }: ComparisonOptions & PlanSize) {
  const { startRow } = job
  const rows = { headerRow: computeHeaderRow(startRow), startRow }
  if (memory) return planByMemory(memory, rows)
  const lastGridRow = Math.max(source.tab.rowCount, target.tab?.rowCount ?? 0)
  return planByResponses({ ...rows, ...size, sample, lastGridRow, sampled: source.tab })
}

interface PlanSize {
  blockRows: number
  columns: number
}

export function remember(read: SourceDigests, { header, blocks }: WindowRead): void {
  if (header) read.header = header.digest
  for (const { index, digest, bytes, rows, width } of blocks) {
    read.digests[index] = digest
    read.bytes[index] = (read.bytes[index] ?? 0) + bytes
    read.rows[index] = rows
    read.widths[index] = width
  }
}

/** Remembers the source's header as the sheet shows it, so the next run need not ask for it. */
export async function rememberShownHeader(
  read: SourceDigests,
  { header, memory, layouts }: Pick<ComparisonOptions, 'memory' | 'layouts'> & { header: Cell[] },
): Promise<Cell[]> {
  read.shownHeader = await readShownHeader({ header, digest: read.header, memory, layouts })
  return read.shownHeader ?? header
}

interface BlockRead {
  memory: CopyMemory | undefined
  block: WindowRead['blocks'][number]
  rows: WindowRead
  copiedWidth: number
  tempFiles: TempFiles
  keepsChanges: boolean
  rejected: RejectedCells
  edits?: EditFinder | undefined
  occupied?: OccupiedFinder | undefined
  tracker?: RowTracker | undefined
}

async function compareBlock(comparison: Comparison, options: BlockRead): Promise<void> {
  const { block, rows, copiedWidth, tempFiles, edits, memory } = options
  const { firstRow, lastRow } = block.window
  if (block.rows > 0) comparison.lastRow = firstRow + block.rows - 1
  comparison.width = Math.max(comparison.width, block.width)
  await tempFiles.rows.appendJson(block.json)
  const isUnchanged = memory !== undefined && isSameBlock(block.index, block.digest, memory)
  comparison.unchangedRows?.push(isUnchanged ? lastRow - Math.max(firstRow, FIRST_DATA_ROW) + 1 : 0)
  if (!rows.target) return
  // A first run compares equal rows too, because it counts the cells it would not change.
  if (rows.isKnownEqual && copiedWidth > 0) return edits?.addEqual(block.rows)
  const source = rowsIn(block.window, { read: rows.source, window: rows.window })
  const target = rowsIn(block.window, { read: rows.target, window: rows.toCopy })
  const bytes = block.bytes + sizeOf(target.length, rows.target)
  await keepDifferences(comparison, { ...options, firstRow, source, target, bytes })
}

/** Rows of both tabs at the same places, with their approximate size as JSON. */
interface RowsToCompare
  extends Pick<BlockRead, 'tempFiles' | 'keepsChanges' | 'rejected' | 'edits' | 'occupied' | 'tracker'> {
  firstRow: number
  source: Cell[][]
  target: Cell[][]
  bytes: number
}

/** Stores the cells that differ, and passes the rows of both tabs to the finders. */
export async function keepDifferences(comparison: Comparison, options: RowsToCompare): Promise<void> {
  const { firstRow, source, target, bytes, tempFiles, keepsChanges, rejected, edits, occupied, tracker } = options
  comparison.rejected.push(...rejected.settle({ firstRow, source, target }))
  const { fills, clears } = diffRows({ firstRow, source, target })
  const hasDifferences = fills.length + clears.length > 0
  if (fills.length > 0) await tempFiles.fills.append(fills, { bytes })
  if (clears.length > 0) await tempFiles.clears.append(clears, { bytes })
  if (hasDifferences) tracker?.add({ firstRow, source, target, header: comparison.header })
  if (hasDifferences && tracker?.keepsRows) await tempFiles.differing.append({ firstRow, source, target }, { bytes })
  await edits?.add({ firstRow, source, target, hasDifferences })
  occupied?.add({ firstRow, source, target })
  if (keepsChanges && hasDifferences) {
    await tempFiles.changes.append(rowChanges({ firstRow, source, target }))
  }
}

interface ErrorsToReduce {
  target: Target
  /** Error cells of the source, at their places in the target. */
  errors: SettledRows['errors']
  firstRow: number
  targetRows: Cell[][]
}

/** Reduces errors of the target to the source's bare tokens where only their messages differ. */
export async function reduceErrors(
  workbook: Workbook,
  { target, errors, firstRow, targetRows }: ErrorsToReduce,
): Promise<void> {
  const explained = errors.filter(({ row, column, cell }) => {
    const own = targetRows[row - firstRow]?.[column - 1]
    return bareError(own) === bareError(cell) && bareError(own) !== own
  })
  if (explained.length === 0) return
  const findErrorType = await readErrorTypes(workbook, { tabs: target, cells: explained })
  for (const { row, column, cell } of explained) {
    const cells = targetRows[row - firstRow]
    if (cells && findErrorType({ row, column }) !== undefined) cells[column - 1] = bareError(cell) ?? cell
  }
}

/** Estimates the size of `count` rows as JSON. */
function sizeOf(count: number, { rows, bytes }: RowsRead): number {
  return (bytes * count) / Math.max(rows.length, 1)
}

function rowsIn({ firstRow, lastRow }: Window, { read, window }: { read: RowsRead; window: Window }): Cell[][] {
  return read.rows.slice(firstRow - window.firstRow, lastRow - window.firstRow + 1)
}
