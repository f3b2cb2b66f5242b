import type { BlockValues, CellValue } from '../api/values.ts'
import type { Cell } from '../cells/cell-name.ts'

export interface CellContent {
  shown: string
  stored: CellValue
}

/** The content of a cell, counted from the block's first one; empty where the provider trimmed it. */
export function cellInBlock(block: BlockValues | undefined, { row, column }: Cell): CellContent {
  return { shown: block?.shown[row]?.[column] ?? '', stored: block?.stored[row]?.[column] ?? '' }
}

/** A copy of the block with one cell changed. */
export function withCell(block: BlockValues, position: Cell, content: CellContent): BlockValues {
  return {
    shown: withValue(block.shown, position, content.shown),
    stored: withValue(block.stored, position, content.stored),
  }
}

function withValue<Value extends CellValue>(rows: Value[][], { row, column }: Cell, value: Value): (Value | '')[][] {
  const copy: (Value | '')[][] = [...rows]
  while (copy.length <= row) copy.push([])
  const cells: (Value | '')[] = [...(copy[row] ?? [])]
  while (cells.length < column) cells.push('')
  cells[column] = value
  copy[row] = cells
  return copy
}
