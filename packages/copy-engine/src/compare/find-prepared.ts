import type { Cell } from '#domain/copy/cell.ts'
import { isBlank } from '#domain/recognize/normalize-text.ts'
import type { Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import { readConversions } from './read-conversions.ts'

/** A row of a tab, counted from 1. */
interface Row {
  row: number
  cells: readonly Cell[]
}

/** Whether a row has FALSE and nothing else, as unchecked boxes do. */
export function isUnchecked(cells: readonly Cell[]): boolean {
  return cells.includes(false) && cells.every((cell) => cell === false || isBlank(cell))
}

/** Replaces the checkboxes of a prepared row, which are never empty, with empty cells. */
export function removeBoxes(cells: readonly Cell[]): Cell[] {
  return cells.map((cell) => (cell === false ? null : cell))
}

/**
 * Finds the rows that people prepared with checkboxes and left empty, among unchecked rows from top to bottom. Takes one read
 * if there are unchecked rows. Far below the first row, a column is assumed to continue as above.
 */
export async function findPrepared(
  workbook: Workbook,
  { target, rows }: { target: Pick<Target, 'spreadsheet' | 'tabTitle'>; rows: readonly Row[] },
): Promise<ReadonlySet<number>> {
  const places = rows.map(({ row, cells }) =>
    cells.flatMap((cell, at) => (cell === false ? [{ row, column: at + 1 }] : [])),
  )
  const conversions = await readConversions(workbook, { target, cells: places.flat() })
  const isBox = new Map<number, boolean>()
  const prepared = places.filter((boxes) => {
    for (const box of boxes) {
      const conversion = conversions.get(box)
      if (conversion) isBox.set(box.column, conversion.validation === 'BOOLEAN')
    }
    return boxes.every(({ column }) => isBox.get(column))
  })
  return new Set(prepared.flatMap(([box]) => box?.row ?? []))
}
