import type { Cell } from '#domain/copy/cell.ts'
import { firstDataRowIn } from '#domain/copy/region.ts'
import { isBlankRow } from '#domain/recognize/normalize-text.ts'
import { type Place, placeBelow } from '#domain/shape/keyed-patches.ts'
import { createKeyIndex, type KeyIndex, keyCells } from '#domain/shape/row-keys.ts'
import type { Workbook } from '#engine/workbook.ts'
import { type Comparison, keepDifferences } from './compare.ts'
import { findPrepared, isUnchecked, removeBoxes } from './find-prepared.ts'
import type { RowsRead, Window } from './read-rows.ts'
import type { TargetOptions } from './read-target.ts'

/** The rows of a target by their keys. */
export interface TargetKeys {
  header: Cell[] | undefined
  keys: KeyIndex
  /** The last row that looks filled, with its key cells if they are known. New rows are added below it. */
  last: Place
  /** Cells of the rows below `last` that only look empty. */
  below: Map<number, Cell[]>
  /** The rows people prepared with checkboxes. */
  prepared: ReadonlySet<number>
}

export interface KeysToRead extends Omit<TargetOptions, 'reader' | 'queue'> {
  comparison: Comparison
  columns: number[]
  /** The rows of the target, from top to bottom, the header first where it is written. */
  windows: AsyncIterable<{ window: Window; read: RowsRead | undefined }>
}

/** Reads the keys of the target, and stores its rows. */
export async function readKeys(workbook: Workbook, options: KeysToRead): Promise<TargetKeys> {
  const { windows, shape, columns, lastColumn, tempFiles, comparison } = options
  const { region } = shape
  const firstDataRow = firstDataRowIn(region)
  const rows = collectRows(columns, { row: firstDataRow - 1, locale: options.target.spreadsheet.locale })
  let header: Cell[] | undefined
  let hasHeader = firstDataRow === region.firstRow
  const compareHeader = async (held: Cell[]) => {
    hasHeader = true
    header = held
    rows.addHeader(comparison.header)
    const { keepsChanges = false, rejected, edits, occupied } = options
    const place = { firstRow: region.firstRow, source: [comparison.header], target: [held], bytes: 0 }
    const keep = { tempFiles, keepsChanges, rejected, edits, occupied }
    await keepDifferences(comparison, { ...keep, ...place })
  }
  for await (const { window, read } of windows) {
    const cells = (read?.rows ?? []).map((row) => row.slice(0, lastColumn))
    if (!hasHeader) await compareHeader(cells.shift() ?? [])
    if (window.firstRow === region.firstRow) header ??= read?.rowAbove
    const firstRow = Math.max(window.firstRow, firstDataRow)
    for (const [down, row] of cells.entries()) rows.add(row, firstRow + down)
    await tempFiles.target.append({ firstRow, rows: cells })
    options.onCompared(comparison.lastRow)
  }
  if (!hasHeader) await compareHeader([])
  return { header, ...(await rows.end(workbook, options.target)) }
}

/** Collects rows from top to bottom. `row` is the number of the row above them. */
function collectRows(columns: readonly number[], { row: rowAbove, locale }: { row: number; locale: string }) {
  const keys = createKeyIndex(locale)
  const below = new Map<number, Cell[]>()
  const unchecked: { row: number; cells: Cell[]; place: Place }[] = []
  let last: Place = { row: rowAbove, above: [] }
  /** Last row as in `last`, but including unchecked rows. */
  let place = last
  const addFilled = (cells: readonly Cell[], at: Place) => {
    keys.add(keyCells(cells, columns), at.row)
    if (at.row > last.row) last = at
  }
  return {
    addHeader(header: readonly Cell[]): void {
      last = { ...last, above: [keyCells(header, columns)] }
      place = last
    },
    add(cells: Cell[], row: number): void {
      if (isBlankRow(cells)) {
        if (cells.length > 0) below.set(row, cells)
        return
      }
      place = placeBelow(place, { row, keys: keyCells(cells, columns) })
      if (isUnchecked(cells)) unchecked.push({ row, cells, place })
      else {
        below.clear()
        addFilled(cells, place)
      }
    },
    async end(workbook: Workbook, target: KeysToRead['target']): Promise<Omit<TargetKeys, 'header'>> {
      const prepared = await findPrepared(workbook, { target, rows: unchecked })
      for (const { row, cells, place: at } of unchecked) if (!prepared.has(row)) addFilled(cells, at)
      for (const { row, cells } of unchecked) if (prepared.has(row)) below.set(row, removeBoxes(cells))
      return { keys, last, below, prepared }
    },
  }
}
