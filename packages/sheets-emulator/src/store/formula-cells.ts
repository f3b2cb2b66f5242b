import type { Row } from './cell.ts'
import type { ComputedTable } from './computed-tables.ts'

const MAX_TABS = 50

/** Caches where the formulas of the last few tabs are, so a write does not read the whole tab. */
export class FormulaCells {
  readonly #tabs = new Map<number, FormulaTab>()

  /** Returns the cache of a tab. A miss builds it from `read`, and all of its formulas count as changed. */
  of(gridId: number, read: () => Iterable<{ row: number; cells: Row }>): FormulaTab {
    const cached = this.#tabs.get(gridId)
    if (cached) return cached
    const tab = new FormulaTab()
    for (const { row, cells } of read()) tab.put(row, cells)
    this.#tabs.set(gridId, tab)
    const [oldest] = this.#tabs.keys()
    if (this.#tabs.size > MAX_TABS && oldest !== undefined) this.forget(oldest)
    return tab
  }

  put(gridId: number, { row, cells }: { row: number; cells: Row }): void {
    this.#tabs.get(gridId)?.put(row, cells)
  }

  forget(gridId: number): void {
    this.#tabs.delete(gridId)
  }
}

interface GridSize {
  rowCount: number
  columnCount: number
}

/** The formulas of a tab, and facts from their last recalculation. */
export class FormulaTab {
  readonly #rows = new Map<number, ReadonlyMap<number, string>>()
  readonly #tables = new Map<number, ReadonlyMap<number, ComputedTable>>()
  /** Rows written since the last recalculation. */
  readonly changed = new Set<number>()
  /** Rows with a time-dependent formula, or with a table, because tables depend on other cells. */
  readonly volatile = new Set<number>()
  /** By row, the row below the results of its array formulas, even if they have no room. */
  readonly arrayEnds = new Map<number, number>()
  #size: GridSize = { rowCount: 0, columnCount: 0 }

  /** Formulas by row, in no order. */
  get rows(): Iterable<readonly [row: number, formulas: ReadonlyMap<number, string>]> {
    return this.#rows
  }

  /** A row's formulas by column, from left to right. */
  at(row: number): ReadonlyMap<number, string> {
    return this.#rows.get(row) ?? new Map()
  }

  /** A row's pivot tables and connected tables by column. */
  tablesAt(row: number): ReadonlyMap<number, ComputedTable> {
    return this.#tables.get(row) ?? new Map()
  }

  /** Whether the grid had this size at the last recalculation. */
  hadSize({ rowCount, columnCount }: GridSize): boolean {
    return this.#size.rowCount === rowCount && this.#size.columnCount === columnCount
  }

  /** Ends a recalculation. Its own results have also marked rows as changed. */
  settle({ rowCount, columnCount }: GridSize): void {
    this.changed.clear()
    this.#size = { rowCount, columnCount }
  }

  put(row: number, cells: Row): void {
    this.changed.add(row)
    const formulas = new Map<number, string>()
    const tables = new Map<number, ComputedTable>()
    for (const [column, cell] of cells.entries()) {
      if (cell?.formula !== undefined) formulas.set(column, cell.formula)
      const table = cell?.pivotTable ?? cell?.dataSourceTable
      if (table) tables.set(column, table)
    }
    if (tables.size > 0) this.#tables.set(row, tables)
    else this.#tables.delete(row)
    if (formulas.size > 0) this.#rows.set(row, formulas)
    else this.#rows.delete(row)
  }
}
