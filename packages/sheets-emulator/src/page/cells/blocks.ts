import { cellName, type GridSize } from './cell-name.ts'

/** Rows of a block. Cells are read and cached in blocks, so scrolling back needs no request. */
export const BLOCK_ROWS = 200
export const BLOCK_COLUMNS = 52

/** A block's position among the blocks, counted from 0. */
export interface Block {
  row: number
  column: number
}

/** The first and last index in view, inclusive. */
export interface Span {
  first: number
  last: number
}

/** The blocks that contain the cells in view, row by row. */
export function blocksInView(rows: Span, columns: Span): Block[] {
  const blocks: Block[] = []
  for (let row = Math.floor(rows.first / BLOCK_ROWS); row * BLOCK_ROWS <= rows.last; row++) {
    for (let column = Math.floor(columns.first / BLOCK_COLUMNS); column * BLOCK_COLUMNS <= columns.last; column++) {
      blocks.push({ row, column })
    }
  }
  return blocks
}

/** The block that contains a cell. */
export function findBlock(row: number, column: number): Block {
  return { row: Math.floor(row / BLOCK_ROWS), column: Math.floor(column / BLOCK_COLUMNS) }
}

/** The block in A1 notation without the tab, limited to the grid. */
export function blockRange({ row, column }: Block, { rowCount, columnCount }: GridSize): string {
  const from = { row: row * BLOCK_ROWS, column: column * BLOCK_COLUMNS }
  const to = {
    row: Math.min(from.row + BLOCK_ROWS, rowCount) - 1,
    column: Math.min(from.column + BLOCK_COLUMNS, columnCount) - 1,
  }
  return `${cellName(from)}:${cellName(to)}`
}
