import type { BlockValues, CellContent, Merge } from '../api/values.ts'
import { type Cell, cellName } from '../cells/cell-name.ts'

const EMPTY: CellContent = { shown: '', stored: '' }

/** The content of a cell, counted from the block's first one; empty where the provider trimmed it. */
export function cellInBlock(block: BlockValues | undefined, { row, column }: Cell): CellContent {
  return block?.cells[row]?.[column] ?? EMPTY
}

/** Copies the block with one cell changed. */
export function withCell(block: BlockValues, { row, column }: Cell, content: CellContent): BlockValues {
  const rows = [...block.cells]
  while (rows.length <= row) rows.push([])
  const cells = [...(rows[row] ?? [])]
  while (cells.length < column) cells.push(EMPTY)
  cells[column] = content
  rows[row] = cells
  return { ...block, cells: rows }
}

/**
 * Finds the merge that hides this cell, counted from the tab's first cell. Returns the name of the merge's first cell;
 * `undefined` if none does.
 */
export function coveredBy(merges: readonly Merge[], { row, column }: Cell): string | undefined {
  for (const merge of merges) {
    const { startRowIndex = 0, startColumnIndex = 0, endRowIndex = 0, endColumnIndex = 0 } = merge
    const isInside = row >= startRowIndex && row < endRowIndex && column >= startColumnIndex && column < endColumnIndex
    const isFirst = row === startRowIndex && column === startColumnIndex
    if (isInside && !isFirst) return cellName({ row: startRowIndex, column: startColumnIndex })
  }
  return undefined
}
