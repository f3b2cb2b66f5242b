import type { CellFact } from './guard-facts.ts'

export function areSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, at) => name === other[at])
}

interface Cells {
  readonly count: number
  readonly cells: readonly CellFact[]
}

/** Whether the first cells found are among the cells the person saw, with the same value to lose, and as many or fewer. */
export function isNoMore(found: Cells, seen: Cells): boolean {
  const isSeen = ({ row, column, before }: CellFact) =>
    seen.cells.some((cell) => cell.row === row && cell.column === column && cell.before === before)
  return found.count <= seen.count && found.cells.every(isSeen)
}

interface OfColumn {
  readonly column: string
  readonly percent: number
}

/** Whether no more of the same column changed. */
export function isNoLarger(found: OfColumn, seen: OfColumn): boolean {
  return found.column === seen.column && found.percent <= seen.percent
}

/** Facts without example cells. */
export function withoutExamples(): { cells: [] } {
  return { cells: [] }
}
