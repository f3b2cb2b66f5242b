import type { Cell } from '#domain/copy/cell.ts'
import { roundNumber } from '#domain/recognize/round-number.ts'

/** A sum of numbers with its rounding error, so the order of the numbers does not matter. */
export interface ExactSum {
  readonly sum: number
  readonly lost: number
}

export const NO_SUM: ExactSum = { sum: 0, lost: 0 }

/** Adds a cell as spreadsheets do: text, booleans and empty cells count as 0. Neumaier's algorithm. */
export function addCell({ sum, lost }: ExactSum, cell: Cell | undefined): ExactSum {
  if (typeof cell !== 'number') return { sum, lost }
  const added = sum + cell
  const rest = Math.abs(sum) >= Math.abs(cell) ? sum - added + cell : cell - added + sum
  return { sum: added, lost: lost + rest }
}

export function addSums(one: ExactSum, other: ExactSum): ExactSum {
  const { sum, lost } = addCell(one, other.sum)
  return { sum, lost: lost + other.lost }
}

/** Rounds the sum as spreadsheets do before comparing. */
export function totalSum({ sum, lost }: ExactSum): number {
  return roundNumber(sum + lost)
}
