import { rowWidth } from '#domain/copy/cell.ts'
import { StaleMemory } from '#engine/tabs/copy-memory.ts'
import type { Workbook } from '#engine/workbook.ts'
import { type Comparison, type ComparisonOptions, compare, keepDifferences, reduceErrors } from './compare.ts'
import { openShaped, readShapedSource, type ShapedCopy } from './open-shaped.ts'
import type { ShapedOptions } from './read-shaped.ts'
import { readTarget, sizeOf } from './read-target.ts'
import { createTargetReader } from './target-reader.ts'

/** A copy to compare, with a shape or without. */
export interface CompareOptions extends ComparisonOptions, Pick<ShapedCopy, 'sources'> {
  shape?: ShapedCopy['shape'] | undefined
}

/** Compares each row of the target with the source row that belongs in its place. */
export async function compareAny(workbook: Workbook, { shape, ...options }: CompareOptions): Promise<Comparison> {
  return shape ? await compareShaped(workbook, { ...options, shape }) : await compare(workbook, options)
}

/**
 * Compares the target with the shaped rows of the source. Both are read in separate windows: the source row for a target row is
 * unknown until the source has been read.
 */
async function compareShaped(workbook: Workbook, options: ShapedCopy): Promise<Comparison> {
  const { shape, memory, tempFiles, keepsChanges = false, rejected, edits, occupied, tracker, onCompared } = options
  const { region } = shape
  const { comparedTo = Number.POSITIVE_INFINITY, takenBack = [], blank } = shape.place ?? {}
  const opened = openShaped(options)
  const { comparison, copiedWidth, errors, lastColumn } = opened
  // With a memory, only the whole source shows whether the target must be read.
  const target = await readShapedSource(workbook, options, { opened, readsFirst: memory !== undefined })
  const { queue, blockRows } = target
  const keep = { tempFiles, keepsChanges, rejected, edits, occupied, tracker }
  const takeBack = async (rows: typeof takenBack) => {
    for (const { row, cells } of rows)
      await keepDifferences(comparison, { ...keep, firstRow: row, source: [], target: [[...cells]], bytes: 0 })
  }
  await takeBack(takenBack.filter(({ row }) => row < region.firstRow))
  let hasSkipped = false
  const reader = createTargetReader(workbook, { ...options, lastColumn, startRow: region.firstRow, width: copiedWidth })
  for await (const { window, rows, read } of readTarget({ ...options, ...target, reader })) {
    // Include the header and the rows above the first row.
    comparison.lastRow = Math.max(comparison.lastRow, headerEnd(comparison, region))
    const { firstRow } = window
    if (read) {
      const inWindow = errors.filter(({ row }) => row >= firstRow && row <= window.lastRow)
      await reduceErrors(workbook, { target: options.target, errors: inWindow, firstRow, targetRows: read.rows })
      const bytes = read.bytes + sizeOf(rows.length, tempFiles.rows.bytes, queue.taken)
      await keepDifferences(comparison, { ...keep, firstRow, source: rows, target: read.rows, bytes })
    } else hasSkipped = true
    onCompared(comparison.lastRow)
  }
  for (let rows = await queue.take(blockRows); rows.length > 0; rows = await queue.take(blockRows)) {
    const firstRow = region.firstRow + queue.taken - rows.length
    const bytes = sizeOf(rows.length, tempFiles.rows.bytes, queue.taken)
    // The empty rows of the source's grid follow its filled rows.
    const held = rows.map((row, down) => (rowWidth(row) > 0 ? [...(blank?.get(firstRow + down) ?? [])] : []))
    await keepDifferences(comparison, { ...keep, firstRow, source: rows, target: held, bytes })
    onCompared(comparison.lastRow)
  }
  await takeBack(takenBack.filter(({ row }) => row > comparedTo))
  comparison.lastRow = Math.max(comparison.lastRow, headerEnd(comparison, region))
  // Skipped rows were not compared in columns new to the region.
  if (hasSkipped && comparison.width > copiedWidth) throw new StaleMemory()
  comparison.targetVersion = await reader.settledVersion()
  return comparison
}

function headerEnd({ header }: Comparison, { firstRow, writesHeader }: ShapedOptions['shape']['region']): number {
  return writesHeader && rowWidth(header) > 0 ? firstRow : 0
}
