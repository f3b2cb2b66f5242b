import type { Area } from './area.ts'
import type { TableCell } from './computed-cell.ts'

/** A pivot table or connected table with the cells it fills. */
export interface FilledTable {
  by: TableCell['by']
  area: Area
}

export interface TableGrower {
  /**
   * Adds the next row of the tab, from top to bottom. `isShown` marks cells with results of formulas and tables, from the first
   * column on.
   */
  add(row: number, isShown: readonly boolean[]): void
  /** Whether further rows may belong to a table. */
  readonly isOpen: boolean
  readonly tables: FilledTable[]
}

/**
 * Finds how far tables reach, since no API reports it: down to the first row with nothing below theirs, and as far
 * right as cells follow each other in any row. Blank cells inside of them count.
 */
export function growTables(cells: readonly TableCell[]): TableGrower {
  const found = cells.map(({ row, column, by }) => ({
    by,
    isEnded: false,
    area: { firstRow: row, firstColumn: column, lastRow: row, lastColumn: column },
  }))
  return {
    add(row, isShown) {
      for (const table of found) {
        const { area } = table
        if (table.isEnded || row < area.firstRow) continue
        const isFilled = isShown.slice(area.firstColumn - 1, area.lastColumn).includes(true)
        table.isEnded = row > area.firstRow && !isFilled
        if (table.isEnded) continue
        area.lastRow = row
        while (isShown[area.lastColumn]) area.lastColumn += 1
      }
    },
    get isOpen() {
      return found.some(({ isEnded }) => !isEnded)
    },
    get tables() {
      return found.map(({ by, area }) => ({ by, area: { ...area } }))
    },
  }
}
