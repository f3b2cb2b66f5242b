import { type Conversion, isConverting } from '#domain/copy/conversion.ts'
import { type DifferingCell, type KeptCell, MAX_KEPT_CELLS } from '#domain/copy/kept-cells.ts'
import { readConversions } from '#engine/compare/read-conversions.ts'
import type { Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { Copied } from './make-equal.ts'
import type { Differences } from './recheck.ts'

interface Refused {
  differences: Differences
  /** Why the first cell differs; undefined if there is none, or no reason. */
  conversion: Conversion | undefined
  /** Rejected cells the next run can skip while nothing changes. */
  keptCells: KeptCell[]
}

/** The cells that did not take their values, now or at earlier runs, and why. */
export async function findRefused(
  workbook: Workbook,
  { target, copied, kept }: { target: Target; copied: Copied; kept: readonly KeptCell[] },
): Promise<Refused> {
  const { count, cells } = copied.differences
  const conversions = await readConversions(workbook, { target, cells })
  const converted = cells.flatMap((cell) => {
    const conversion = conversions.get(cell)
    return conversion && isConverting(conversion) ? [{ ...cell, conversion }] : []
  })
  const keptCells = [...kept, ...converted].toSorted(byPlace).slice(0, MAX_KEPT_CELLS)
  const [first] = [...kept, ...cells].toSorted(byPlace)
  const conversion = keptCells.find(({ row, column }) => row === first?.row && column === first.column)?.conversion
  return { differences: { count: count + kept.length, first, cells }, conversion, keptCells }
}

function byPlace(one: DifferingCell, other: DifferingCell): number {
  return one.row - other.row || one.column - other.column
}
