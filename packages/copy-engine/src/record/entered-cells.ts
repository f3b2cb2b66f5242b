import type { Area } from '#domain/copy/area.ts'
import type { Entered } from '#domain/copy/entered.ts'
import { createWindowSizer } from '#engine/compare/window-sizer.ts'
import type { ProtectedArea } from '#engine/tabs/patch-areas.ts'
import type { Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'

/** Reads what was entered into cells: their formulas, and nothing where an array formula shows its results. */
export interface EnteredCells {
  /** Reads the entries of an area, row by row. */
  read(area: Area): Promise<Entered[][]>
  /** Protected areas the account may not edit, as far as the tab was read. */
  readonly protectedAreas: readonly ProtectedArea[]
}

interface Options {
  target: Pick<Target, 'spreadsheet' | 'tab'>
  /** Rows are read up to this column. */
  lastColumn: number
}

interface ReadWindow {
  firstRow: number
  lastRow: number
  rows: Entered[][]
}

/** Maximum windows in memory: patches of nearby rows come one after another, so few are needed. */
const MAX_WINDOWS = 3

export function openEnteredCells(workbook: Workbook, { target, lastColumn }: Options): EnteredCells {
  const sizer = createWindowSizer({ columns: lastColumn })
  let windows: ReadWindow[] = []
  let protectedAreas: readonly ProtectedArea[] = []

  async function windowAt(row: number): Promise<ReadWindow> {
    const known = windows.find(({ firstRow, lastRow }) => firstRow <= row && row <= lastRow)
    if (known) return known
    const { spreadsheet, tab } = target
    const next = windows.map(({ firstRow }) => firstRow).filter((firstRow) => firstRow > row)
    const lastRow = Math.min(row + sizer.rows - 1, ...next.map((firstRow) => firstRow - 1))
    if (!tab || row > tab.rowCount) return { firstRow: row, lastRow: Number.POSITIVE_INFINITY, rows: [] }
    const end = { lastRow: Math.min(lastRow, tab.rowCount), lastColumn: Math.min(lastColumn, tab.columnCount) }
    const range = { tab: tab.title, firstRow: row, firstColumn: 1, ...end }
    const cells = await workbook.readCells('entered', { spreadsheet, range })
    protectedAreas = cells.protectedAreas
    sizer.record({ rows: end.lastRow - row + 1, bytes: cells.bytes })
    const rows = cells.rows.map((entered) => entered.map((entry) => entry ?? null))
    const read = { firstRow: row, lastRow: end.lastRow, rows }
    windows = [...windows, read].slice(-MAX_WINDOWS)
    return read
  }

  return {
    get protectedAreas() {
      return protectedAreas
    },
    async read({ firstRow, lastRow, firstColumn, lastColumn: end }) {
      const entered: Entered[][] = []
      for (let row = firstRow; row <= lastRow; row += 1) {
        const window = await windowAt(row)
        entered.push((window.rows[row - window.firstRow] ?? []).slice(firstColumn - 1, end))
      }
      return entered
    },
  }
}
