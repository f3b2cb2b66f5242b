import type { CellFact } from './guard-facts.ts'

export function areSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, at) => name === other[at])
}

interface Cells {
  readonly count: number
  readonly cells: readonly CellFact[]
}

/** Whether the person saw all first cells found, with the same values to lose, and there are no more cells in total. */
export function isNoMore(found: Cells, seen: Cells): boolean {
  const isSeen = ({ row, column, before }: CellFact) =>
    seen.cells.some((cell) => cell.row === row && cell.column === column && cell.before === before)
  return found.count <= seen.count && found.cells.every(isSeen)
}

interface OfColumn {
  readonly column: string
  readonly percent: number
}

/** Whether the same column changed by no more than the person saw. */
export function isNoLarger(found: OfColumn, seen: OfColumn): boolean {
  return found.column === seen.column && found.percent <= seen.percent
}

/** Facts without example cells. */
export function withoutExamples(): { cells: [] } {
  return { cells: [] }
}
