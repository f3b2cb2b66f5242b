import type { Cell } from '#domain/copy/cell.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { findCopiedWidth } from '#server/last-copy/last-copy.ts'
import { leftColumnsOf } from '#server/sync/job/job-shape.ts'
import { isSameSource } from '#server/sync/tabs/copy-memory.ts'
import type { Comparison, ShapedSource } from './compare.ts'
import { blockRowsFor } from './plan-windows.ts'
import type { SettledRows } from './read-settled-rows.ts'
import { type Reading, readShaped, type ShapedOptions } from './read-shaped.ts'
import { rowQueue } from './read-target.ts'
import { type StackedSource, shapeStacked } from './shape-stacked.ts'
import { createUnreadTexts } from './unread-texts.ts'

export interface ShapedCopy extends ShapedOptions {
  /** Several sources, which were read before. */
  stacked?: StackedSource | undefined
}

/** A comparison before its source is read, with the columns that it may need. */
type OpenedComparison = ReturnType<typeof openShaped>

export function openShaped({ job, shape, memory, sample, source, stacked }: ShapedCopy) {
  const blockRows = memory?.blockRows ?? blockRowsFor(job.limits.chunkSize, sample)
  const copiedWidth = findCopiedWidth(job.last)
  const copiedColumns = shape.columns.length || (stacked?.header.length ?? source.tab.columnCount)
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

/** Reads the source. Returns its rows, block by block, and which part of the target they are compared with. */
export async function readShapedSource(
  client: SheetsClient,
  options: ShapedCopy,
  { opened, readsFirst, onShaped }: ReadOptions,
) {
  const { memory, scratch, shape, stacked, onCompared } = options
  const { comparison, blockRows, errors, lastColumn } = opened
  const { region } = shape
  const reading = { ...options, comparison, blockRows, errors, ...(onShaped && { onShaped }) }
  let blocks: AsyncIterable<Cell[][]> = stacked ? shapeStacked({ ...reading, stacked }) : readShaped(client, reading)
  if (readsFirst) {
    for await (const _ of blocks) onCompared(comparison.lastRow)
    blocks = scratch.rows
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
    kept: [],
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
