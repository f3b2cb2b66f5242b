import { type Cell, encodeRow, type FormulaResult, isEntered, type Row } from '../store/cell.ts'
import type { ComputedTable, PivotTable } from '../store/computed-tables.ts'
import { GridRows } from '../store/grid-rows.ts'
import type { Store } from '../store/open-store.ts'
import { listSheets, type Sheet } from '../store/sheets.ts'
import { listSpreadsheets } from '../store/spreadsheets.ts'
import { columnLetters } from '../values/a1.ts'
import { type Anchor, affectedRows } from './affected-rows.ts'
import { failed, type Results } from './formula-value.ts'
import { connectedResults, pivotResults } from './table-results.ts'

/** Computes stored formulas again, because an earlier release may have computed different results. */
export function recalculateAll(store: Store, now: Date): void {
  store.transaction(() => {
    for (const { id } of listSpreadsheets(store)) recalculate(store, { spreadsheetId: id, now })
  })
}

/**
 * Computes formulas affected by a change of the spreadsheet or by the passing of time. Does nothing in tabs without formulas.
 */
export function recalculate(store: Store, { spreadsheetId, now }: { spreadsheetId: string; now: Date }): void {
  for (const sheet of listSheets(store, spreadsheetId)) {
    if (sheet.hasFormulas) recalculateSheet(store, { sheet, now })
  }
}

function recalculateSheet(store: Store, { sheet, now }: { sheet: Sheet; now: Date }): void {
  const grid = new GridRows(store, sheet.gridId)
  const tab = grid.formulas()
  const affected = affectedRows(tab, { sheet, now, computeResults: (table) => tableResults(store, { sheet, table }) })
  const before = readRows(grid, [...affected.keys()])
  const results = new ResultGrid()
  for (const anchor of [...affected.values()].flat()) {
    const problem = whyItCannotExpand(anchor, { sheet, cells: before, results })
    results.put(problem === undefined ? anchor : { ...anchor, results: failed('#REF!', problem) })
  }
  for (const row of affected.keys()) {
    const cells = before.get(row) ?? []
    const changed = withResults(cells, results.row(row))
    if (encodeRow(changed) !== encodeRow(cells)) grid.put(row, changed)
  }
  tab.settle(sheet)
}

/** Reads ascending rows with a query for each run of adjacent rows. */
function readRows(grid: GridRows, rows: readonly number[]): Map<number, Row> {
  const read = new Map<number, Row>()
  for (let first = 0; first < rows.length; ) {
    const start = rows[first] ?? 0
    let next = first + 1
    while (rows[next] === start + next - first) next += 1
    for (const { row, cells } of grid.read({ start, end: start + next - first })) read.set(row, cells)
    first = next
  }
  return read
}

function tableResults(store: Store, { sheet, table }: { sheet: Sheet; table: ComputedTable }): Results {
  if ('dataSourceId' in table) return connectedResults(table)
  return pivotResults(table, readSource(store, { sheet, pivotTable: table }))
}

/** Reads the rows a pivot table summarizes, by number. Their formulas still have the results of the previous change. */
function readSource(store: Store, { sheet, pivotTable }: { sheet: Sheet; pivotTable: PivotTable }): Map<number, Row> {
  const { sheetId = 0, startRowIndex = 0, endRowIndex } = pivotTable.source
  const source = listSheets(store, sheet.spreadsheetId).find((other) => other.sheetId === sheetId)
  const rows = source ? new GridRows(store, source.gridId).read({ start: startRowIndex, end: endRowIndex }) : []
  return new Map([...rows].map(({ row, cells }) => [row, cells]))
}

/** The results of the tab so far, by row and column. */
class ResultGrid {
  readonly #rows = new Map<number, Map<number, FormulaResult>>()

  row(row: number): ReadonlyMap<number, FormulaResult> {
    return this.#rows.get(row) ?? new Map()
  }

  put({ row, column, results }: Anchor): void {
    for (const [down, line] of results.entries()) {
      const cells = this.#rows.get(row + down) ?? new Map<number, FormulaResult>()
      for (const [right, result] of line.entries()) cells.set(column + right, result)
      this.#rows.set(row + down, cells)
    }
  }
}

interface Surroundings {
  sheet: Sheet
  cells: ReadonlyMap<number, Row>
  results: ResultGrid
}

/** Google's message for an array formula without room for its results, or `undefined`. */
function whyItCannotExpand({ row, column, results }: Anchor, around: Surroundings): string | undefined {
  const { sheet, cells } = around
  const height = results.length
  const width = results[0]?.length ?? 0
  if (row + height > sheet.rowCount) {
    const missing = row + height - sheet.rowCount
    return `Result was not automatically expanded, please insert more rows (${missing}).`
  }
  if (column + width > sheet.columnCount) {
    const missing = column + width - sheet.columnCount
    return `Result was not automatically expanded, please insert more columns (${missing}).`
  }
  for (let index = 1; index < height * width; index += 1) {
    const place = { row: row + Math.floor(index / width), column: column + (index % width) }
    const isTaken = isEntered(cells.get(place.row)?.[place.column]) || around.results.row(place.row).has(place.column)
    if (isTaken) {
      const name = `${columnLetters(place.column)}${place.row + 1}`
      return `Array result was not expanded because it would overwrite data in ${name}.`
    }
  }
  return undefined
}

function withResults(cells: Row, results: ReadonlyMap<number, FormulaResult>): Row {
  const length = Math.max(cells.length, ...[...results.keys()].map((column) => column + 1))
  return Array.from({ length }, (_, column) => withResult(cells[column], results.get(column)))
}

function withResult(cell: Cell | undefined, result: FormulaResult | undefined): Cell | undefined {
  const { result: _before, ...entered } = cell ?? {}
  if (result) return { ...entered, result }
  return Object.keys(entered).length > 0 ? entered : undefined
}
