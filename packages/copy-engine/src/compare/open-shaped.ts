import type { Cell } from '#domain/copy/cell.ts'
import { leftColumnsOf } from '#engine/job/job-shape.ts'
import { findCopiedWidth } from '#engine/last-copy/last-copy.ts'
import { isSameSource } from '#engine/tabs/copy-memory.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { Comparison, ShapedSource } from './compare.ts'
import { blockRowsFor } from './plan-windows.ts'
import type { SettledRows } from './read-settled-rows.ts'
import type { Reading, ShapedOptions } from './read-shaped.ts'
import { rowQueue } from './read-target.ts'
import { createUnreadTexts } from './unread-texts.ts'

/** The origin of a copy's rows: a tab read during the comparison, or sources read before it. */
export interface RowSource {
  /** Undefined for all columns of the tab. */
  columnCount: number | undefined
  /** Yields the target's data rows in the shape of the task, block by block. Fills in the comparison meanwhile. */
  shapeRows(workbook: Workbook, reading: Reading): AsyncIterable<Cell[][]>
  /** Finds the place of a cell from the row in which it was read and the columns it may have. */
  findCell(cell: { row: number; columns: readonly number[] }): { row: number; column: number; source?: string }
}

export interface ShapedCopy extends ShapedOptions {
  sources: RowSource
}

/** A comparison before its source is read, with the columns it may need. */
type OpenedComparison = ReturnType<typeof openShaped>

export function openShaped({ job, shape, memory, sample, source, sources }: ShapedCopy) {
  const blockRows = memory?.blockRows ?? blockRowsFor(job.limits.chunkSize, sample)
  const copiedWidth = findCopiedWidth(job.last)
  const copiedColumns = shape.columns.length || (sources.columnCount ?? source.tab.columnCount)
  return {
    comparison: emptyComparison(shape.region.firstRow - 1, { blockRows, shape }),
    blockRows,
    copiedWidth,
    copiedColumns,
    lastColumn: Math.max(leftColumnsOf(shape) + copiedColumns, copiedWidth),
    errors: [] as SettledRows['errors'],
  }
}

interface ReadOptions extends Pick<Reading, 'onShaped'> {
  opened: OpenedComparison
  /** Whether the whole source must be read before the target. */
  readsFirst: boolean
}

/** Reads the source. Returns its rows, block by block, and the part of the target they are compared with. */
export async function readShapedSource(
  workbook: Workbook,
  options: ShapedCopy,
  { opened, readsFirst, onShaped }: ReadOptions,
) {
  const { memory, tempFiles, shape, sources, onCompared } = options
  const { comparison, blockRows, errors, lastColumn } = opened
  const { region } = shape
  const reading = { ...options, comparison, blockRows, errors, ...(onShaped && { onShaped }) }
  let blocks = sources.shapeRows(workbook, reading)
  if (readsFirst) {
    for await (const _ of blocks) onCompared(comparison.lastRow)
    blocks = tempFiles.rows
  }
  const isUnchanged = memory !== undefined && isSameSource(comparison.read, memory)
  const queue = rowQueue(blocks, () => (region.writesHeader ? [comparison.header] : []))
  const rowCount = comparison.lastRow - region.firstRow + 1
  return { lastColumn, isUnchanged, queue, rowCount, blockRows }
}

function emptyComparison(
  lastRow: number,
  { blockRows, shape }: Pick<ShapedOptions, 'shape'> & { blockRows: number },
): Comparison & { shaped: ShapedSource } {
  const noErrors = () => ({ count: 0, first: undefined })
  return {
    header: [],
    shownHeader: [],
    lastRow,
    width: 0,
    errors: noErrors(),
    rejected: [],
    read: { blockRows, header: '', digests: [], bytes: [], rows: [], widths: [] },
    shaped: {
      columns: [],
      header: [],
      shownHeader: [],
      lastRow: 0,
      width: 0,
      origins: [],
      timeColumn: shape.timeColumn === undefined ? undefined : shape.region.firstColumn,
      undecided: noErrors(),
      unread: createUnreadTexts(),
    },
    targetVersion: undefined,
  }
}
