import type { Conversion } from '#domain/copy/conversion.ts'
import { MAX_SMALL_TAB_CELLS } from '#engine/tabs/read-layouts.ts'
import type { Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'

interface Placed {
  row: number
  column: number
}

/**
 * Reads at once the settings that may convert values written to these cells, sorted by row. The provider does not say why a
 * cell holds another value. Cells too far below the first cell are left out.
 */
export async function readConversions<Cell extends Placed>(
  workbook: Workbook,
  { target, cells }: { target: Pick<Target, 'spreadsheet' | 'tabTitle'>; cells: readonly Cell[] },
): Promise<Map<Cell, Conversion>> {
  const [first] = cells
  if (!first) return new Map()
  const columns = cells.map(({ column }) => column)
  const [firstColumn, lastColumn] = [Math.min(...columns), Math.max(...columns)]
  const reach = first.row + Math.floor(MAX_SMALL_TAB_CELLS / (lastColumn - firstColumn + 1))
  const inReach = cells.filter(({ row }) => row < reach)
  const area = { firstRow: first.row, firstColumn, lastRow: inReach.at(-1)?.row ?? first.row, lastColumn }
  const range = { tab: target.tabTitle, ...area }
  const { rows } = await workbook.readCells('conversion', { spreadsheet: target.spreadsheet, range })
  return new Map(
    inReach.map((cell) => [
      cell,
      rows[cell.row - area.firstRow]?.[cell.column - firstColumn] ?? { format: undefined, validation: undefined },
    ]),
  )
}
