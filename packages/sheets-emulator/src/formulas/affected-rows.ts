import type { ComputedTable } from '../store/computed-tables.ts'
import type { FormulaTab } from '../store/formula-cells.ts'
import type { Sheet } from '../store/sheets.ts'
import { evaluateFormula, isVolatile } from './evaluate-formula.ts'
import type { Results } from './formula-value.ts'

/** A computed cell and the results it would fill its neighbors with. */
export interface Anchor {
  row: number
  column: number
  results: Results
}

interface Options {
  sheet: Sheet
  now: Date
  computeResults: (table: ComputedTable) => Results
}

/**
 * Finds the rows to compute again, ascending, each with its computed cells from left to right. They are written rows, rows with
 * computed cells that depend on other rows, and all results of connected array formulas, because arrays fill or block each
 * other. Any other row keeps its results: formulas have no references to other cells.
 */
export function affectedRows(tab: FormulaTab, { sheet, ...options }: Options): Map<number, Anchor[]> {
  const rows = new Set([...tab.changed, ...tab.volatile, ...rowsOfOtherSize(tab, sheet)])
  const evaluated = new Map<number, Anchor[]>()
  while (evaluated.size < rows.size) {
    addConnected(rows, tab.arrayEnds)
    for (const row of rows) {
      if (!evaluated.has(row)) evaluated.set(row, evaluateRow(tab, { row, ...options }))
    }
    addConnected(rows, tab.arrayEnds)
  }
  return new Map([...evaluated].toSorted(([one], [other]) => one - other))
}

/** Rows of array formulas, if the grid's size has changed: the arrays may have more or less room now. */
function rowsOfOtherSize(tab: FormulaTab, sheet: Sheet): Iterable<number> {
  return tab.hadSize(sheet) ? [] : tab.arrayEnds.keys()
}

/** Adds all rows of each array with a row in the set, until no row is missing. */
function addConnected(rows: Set<number>, arrayEnds: ReadonlyMap<number, number>): void {
  for (let size = -1; size !== rows.size; ) {
    size = rows.size
    for (const [start, end] of arrayEnds) {
      if (!hasRowBetween(rows, { start, end })) continue
      for (let row = start; row < end; row += 1) rows.add(row)
    }
  }
}

function hasRowBetween(rows: ReadonlySet<number>, { start, end }: { start: number; end: number }): boolean {
  if (rows.size < end - start) {
    for (const row of rows) if (row >= start && row < end) return true
    return false
  }
  for (let row = start; row < end; row += 1) if (rows.has(row)) return true
  return false
}

/** Evaluates the computed cells of a row. Notes how far its arrays reach, and whether it depends on more than the row. */
function evaluateRow(
  tab: FormulaTab,
  { row, now, computeResults }: Omit<Options, 'sheet'> & { row: number },
): Anchor[] {
  const formulas = [...tab.at(row)]
  const tables = [...tab.tablesAt(row)]
  const anchors = [
    ...formulas.map(([column, formula]) => ({ row, column, results: evaluateFormula(formula, now) })),
    ...tables.map(([column, table]) => ({ row, column, results: computeResults(table) })),
  ].toSorted((one, other) => one.column - other.column)
  const arrays = anchors.filter(({ results }) => results.length > 1 || (results[0]?.length ?? 0) > 1)
  if (arrays.length > 0) tab.arrayEnds.set(row, row + Math.max(...arrays.map(({ results }) => results.length)))
  else tab.arrayEnds.delete(row)
  if (tables.length > 0 || formulas.some(([, formula]) => isVolatile(formula))) tab.volatile.add(row)
  else tab.volatile.delete(row)
  return anchors
}
