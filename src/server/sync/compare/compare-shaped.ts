import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { createMoveFinder } from '#domain/copy/find-moves.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { findCopiedWidth } from '#server/last-copy/last-copy.ts'
import { leftColumnsOf } from '#server/sync/job/job-shape.ts'
import { isSameSource, StaleMemory } from '#server/sync/tabs/copy-memory.ts'
import { type Comparison, keepDifferences, reduceErrors, type ShapedSource } from './compare.ts'
import { compareByKey } from './compare-by-key.ts'
import { blockRowsFor } from './plan-windows.ts'
import type { SettledRows } from './read-settled-rows.ts'
import { readShaped, type ShapedOptions } from './read-shaped.ts'
import { readTarget, rowQueue, sizeOf } from './read-target.ts'
import { type StackedSource, shapeStacked } from './shape-stacked.ts'
import { createSourceKeys } from './source-keys.ts'
import { createTargetReader } from './target-reader.ts'
import { createUnreadTexts } from './unread-texts.ts'

interface Options extends ShapedOptions {
  /** Several sources, which were read before. */
  stacked?: StackedSource | undefined
}

/**
 * Compares the target with the rows that a shape makes of the source. Which row of the source is beside which row of the
 * target is known only once it was read, so both are read in windows of their own.
 */
export async function compareShaped(client: SheetsClient, options: Options): Promise<Comparison> {
  const {
    job,
    shape,
    memory,
    sample,
    scratch,
    source,
    keepsChanges = false,
    kept,
    edits,
    occupied,
    tracker,
    onCompared,
  } = options
  const { region } = shape
  const blockRows = memory?.blockRows ?? blockRowsFor(job.chunkSize, sample)
  const comparison = emptyComparison(region.firstRow - 1, { blockRows, shape })
  const copiedWidth = findCopiedWidth(job.last)
  const { stacked } = options
  const copiedColumns = shape.columns.length || (stacked?.header.length ?? source.tab.columnCount)
  const lastColumn = Math.max(leftColumnsOf(shape) + copiedColumns, copiedWidth)
  const { comparedTo = Number.POSITIVE_INFINITY, takenBack = [], blank } = shape.place ?? {}
  const errors: SettledRows['errors'] = []
  const sourceKeys = createSourceKeys(comparison, { ...options, copiedColumns })
  const onShaped = shape.update && { onShaped: sourceKeys.add }
  const reading = { ...options, comparison, blockRows, errors, ...onShaped }
  let blocks: AsyncIterable<Cell[][]> = stacked ? shapeStacked({ ...reading, stacked }) : readShaped(client, reading)
  if (memory || shape.update) {
    // Whether the target must be read is known once the whole source was.
    for await (const _ of blocks) onCompared(comparison.lastRow)
    blocks = scratch.rows
  }
  const isUnchanged = memory !== undefined && isSameSource(comparison.read, memory)
  const queue = rowQueue(blocks, () => (region.writesHeader ? [comparison.header] : []))
  const rowCount = comparison.lastRow - region.firstRow + 1
  const target = { lastColumn, isUnchanged, queue, rowCount, blockRows }
  if (shape.update) return await compareByKey(client, { ...options, ...target, comparison, sourceKeys })
  const keep = { copiedWidth, scratch, keepsChanges, kept, edits, occupied, tracker }
  const takeBack = async (rows: typeof takenBack) => {
    for (const { row, cells } of rows)
      await keepDifferences(comparison, { ...keep, firstRow: row, source: [], target: [[...cells]], bytes: 0 })
  }
  await takeBack(takenBack.filter(({ row }) => row < region.firstRow))
  let hasSkipped = false
  const reader = createTargetReader(client, { ...options, lastColumn, startRow: region.firstRow, width: copiedWidth })
  for await (const { window, rows, read } of readTarget({ ...options, ...target, reader })) {
    // Takes the header, and the rows above the first one, into account.
    comparison.lastRow = Math.max(comparison.lastRow, headerEnd(comparison, region))
    const { firstRow } = window
    if (read) {
      const inWindow = errors.filter(({ row }) => row >= firstRow && row <= window.lastRow)
      await reduceErrors(client, { target: options.target, errors: inWindow, firstRow, targetRows: read.rows })
      const bytes = read.bytes + sizeOf(rows.length, scratch.rows.bytes, queue.taken)
      await keepDifferences(comparison, { ...keep, firstRow, source: rows, target: read.rows, bytes })
    } else hasSkipped = true
    onCompared(comparison.lastRow)
  }
  for (let rows = await queue.take(blockRows); rows.length > 0; rows = await queue.take(blockRows)) {
    const firstRow = region.firstRow + queue.taken - rows.length
    const bytes = sizeOf(rows.length, scratch.rows.bytes, queue.taken)
    // Below the rows of the source are the empty ones of its grid.
    const held = rows.map((row, down) => (rowWidth(row) > 0 ? [...(blank?.get(firstRow + down) ?? [])] : []))
    await keepDifferences(comparison, { ...keep, firstRow, source: rows, target: held, bytes })
    onCompared(comparison.lastRow)
  }
  await takeBack(takenBack.filter(({ row }) => row > comparedTo))
  comparison.lastRow = Math.max(comparison.lastRow, headerEnd(comparison, region))
  // Columns that are new to the region were not looked at.
  if (hasSkipped && comparison.width > copiedWidth) throw new StaleMemory()
  comparison.targetVersion = await reader.settledVersion()
  return comparison
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
    moves: createMoveFinder(),
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

function headerEnd({ header }: Comparison, { firstRow, writesHeader }: ShapedOptions['shape']['region']): number {
  return writesHeader && rowWidth(header) > 0 ? firstRow : 0
}
