/** Where a task writes in its target tab. Rows and columns count from 1. */
export interface Region {
  /** Row of the header if the header is written. */
  firstRow: number
  firstColumn: number
  writesHeader: boolean
}

/** The header is the row above the first row to copy, or the first row itself if there is none above. */
export function computeHeaderRow(startRow: number): number {
  return Math.max(startRow - 1, 1)
}

/** The region of a task that copies each row of its source to the same row of its target. */
export function regionFrom(startRow: number): Region {
  return { firstRow: startRow, firstColumn: 1, writesHeader: startRow === 1 }
}

export function firstDataRowIn({ firstRow, writesHeader }: Region): number {
  return writesHeader ? firstRow + 1 : firstRow
}

export function isSameRegion(one: Region, other: Region): boolean {
  const { firstRow, firstColumn, writesHeader } = one
  return firstRow === other.firstRow && firstColumn === other.firstColumn && writesHeader === other.writesHeader
}
