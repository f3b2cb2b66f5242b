/** Rows of a part. Browsers cannot draw an element higher than about 17 million pixels, and a part stays well below. */
export const PART_ROWS = 500_000

/** Rows that scroll together, counted from 0. */
export interface RowPart {
  firstRow: number
  rowCount: number
}

/** The parts of a tab's rows, in order. */
export function rowParts(rowCount: number): RowPart[] {
  const parts = Math.max(1, Math.ceil(rowCount / PART_ROWS))
  return Array.from({ length: parts }, (_, index) => partAt(index, rowCount))
}

/** The part that contains a row. */
export function findPart(row: number, rowCount: number): RowPart {
  return partAt(Math.floor(row / PART_ROWS), rowCount)
}

function partAt(index: number, rowCount: number): RowPart {
  const firstRow = index * PART_ROWS
  return { firstRow, rowCount: Math.min(PART_ROWS, rowCount - firstRow) }
}
