import type { BlockValues, CellValue } from '../api/values.ts'
import type { Cell } from './cell-name.ts'

export interface CellContent {
  shown: string
  stored: CellValue
}

/** The content at a place counted from the block's first cell; empty where the provider cut it off. */
export function cellInBlock(block: BlockValues | undefined, { row, column }: Cell): CellContent {
  return { shown: block?.shown[row]?.[column] ?? '', stored: block?.stored[row]?.[column] ?? '' }
}

/** A copy of the block with one cell changed. */
export function withCell(block: BlockValues, place: Cell, content: CellContent): BlockValues {
  return {
    shown: withValue(block.shown, place, content.shown),
    stored: withValue(block.stored, place, content.stored),
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
