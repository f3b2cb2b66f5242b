import { type Conversion, isConverting } from '#domain/copy/conversion.ts'
import { type DifferingCell, MAX_REJECTED_CELLS, type RejectedCell } from '#domain/copy/rejected-cells.ts'
import { readConversions } from '#engine/compare/read-conversions.ts'
import type { Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { Copied } from './make-equal.ts'
import type { Differences } from './recheck.ts'

interface FoundCells {
  differences: Differences
  /** Reason why the first cell differs; undefined if there is no cell or no reason. */
  conversion: Conversion | undefined
  /** Rejected cells the next run can skip while nothing changes. */
  rejectedCells: RejectedCell[]
}

/** Finds the cells with rejected values, from this run and earlier runs, and the reasons. */
export async function findRejectedCells(
  workbook: Workbook,
  { target, copied, rejected }: { target: Target; copied: Copied; rejected: readonly RejectedCell[] },
): Promise<FoundCells> {
  const { count, cells } = copied.differences
  const conversions = await readConversions(workbook, { target, cells })
  const converted = cells.flatMap((cell) => {
    const conversion = conversions.get(cell)
    return conversion && isConverting(conversion) ? [{ ...cell, conversion }] : []
  })
  const rejectedCells = [...rejected, ...converted].toSorted(byPlace).slice(0, MAX_REJECTED_CELLS)
  const [first] = [...rejected, ...cells].toSorted(byPlace)
  const conversion = rejectedCells.find(({ row, column }) => row === first?.row && column === first.column)?.conversion
  return { differences: { count: count + rejected.length, first, cells }, conversion, rejectedCells }
}

function byPlace(one: DifferingCell, other: DifferingCell): number {
  return one.row - other.row || one.column - other.column
}
