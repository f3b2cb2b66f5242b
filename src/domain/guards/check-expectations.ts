import { type Cell, isEmptyCell } from '#domain/copy/cell.ts'
import { hashOf } from '#domain/copy/hash-text.ts'
import type { Hold } from '#domain/failures/failure.ts'
import type { CellFact } from '#domain/failures/guard-failures.ts'
import { findColumn } from './find-column.ts'

/** Names of the source's columns, as the data copy shows them. */
interface Expectations {
  filled: readonly string[]
  /** Unique together. */
  unique: readonly string[]
}

export interface ExpectationCheck {
  /** Adds the next data rows. */
  add(rows: readonly (readonly Cell[])[]): void
  end(): Hold[]
}

interface CheckOptions {
  expectations: Expectations
  header: readonly Cell[]
  /** Columns of the source. */
  width: number
  /** Row of the tab where the data begin. */
  firstDataRow: number
}

const MAX_FIRST_CELLS = 5

interface Violation {
  count: number
  cells: CellFact[]
}

/** Checks what a task expects of its source. Rows without any value are left out. A column that is missing is empty. */
export function createExpectationCheck(options: CheckOptions): ExpectationCheck {
  const { expectations, firstDataRow } = options
  const filled = expectations.filled.map((name) => ({ name, at: findColumn(name, options), count: 0, cells: [] }))
  const unique = expectations.unique.map((name) => findColumn(name, options))
  const repeated: Violation = { count: 0, cells: [] }
  const seen = new Set<number>()
  let row = firstDataRow - 1
  const addRow = (cells: readonly Cell[]) => {
    for (const column of filled) {
      if (isEmptyCell(cells[column.at])) addTo(column, { row, column: column.at + 1, before: '', after: '' })
    }
    if (unique.length === 0) return
    const key = hashOf(JSON.stringify(unique.map((at) => cells[at] ?? '')))
    const first = unique[0] ?? 0
    if (seen.has(key)) addTo(repeated, { row, column: first + 1, before: '', after: cells[first] ?? '' })
    seen.add(key)
  }
  return {
    add(rows) {
      for (const cells of rows) {
        row += 1
        if (!cells.every(isEmptyCell)) addRow(cells)
      }
    },
    end() {
      const empty = filled.filter(({ count }) => count > 0)
      const holds = empty.map(
        ({ name, count, cells }): Hold => ({ cause: 'expected_filled', column: name, count, cells }),
      )
      if (repeated.count > 0) holds.push({ cause: 'expected_unique', columns: expectations.unique, ...repeated })
      return holds
    },
  }
}

function addTo(violation: Violation, cell: CellFact): void {
  violation.count += 1
  if (violation.cells.length < MAX_FIRST_CELLS && cell.column > 0) violation.cells.push(cell)
}
