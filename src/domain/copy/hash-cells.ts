import { type Cell, isEmptyCell } from './cell.ts'
import { hashText } from './hash-text.ts'

/** 0 for an empty cell. */
export function hashCell(cell: Cell | undefined): number {
  if (cell === undefined || isEmptyCell(cell)) return 0
  return hashText(typeof cell === 'string' ? `"${cell}` : String(cell))
}

/** 0 of nothing but zeros. The sum is exact: it is below 2 ** 53. */
export function combineHashes(hash: number, next: number): number {
  return (hash * 31 + next) % 2 ** 47
}
