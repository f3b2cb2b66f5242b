import type { Cell } from '#domain/copy/cell.ts'
import { hashText } from '#domain/copy/hash-text.ts'
import type { ColumnNames } from '#domain/recognize/column-finder.ts'
import { normalizeCells } from '#domain/recognize/normalize-key.ts'
import { isBlank, isBlankRow } from '#domain/recognize/normalize-text.ts'
import { type MissingColumn, withLookalikes } from '#domain/shape/place-columns.ts'
import { findColumn } from './find-column.ts'
import type { CellFact } from './guard-facts.ts'
import type { Hold } from './guards.ts'

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

interface CheckOptions extends ColumnNames {
  expectations: Expectations
  /** Row of the tab where the data begin. */
  firstDataRow: number
  /** Locale of the source spreadsheet. */
  locale: string
}

const MAX_FIRST_CELLS = 5

interface Violation<Fact = CellFact> {
  count: number
  cells: Fact[]
}

/**
 * Checks a source against the expectations of its task. Cells with only invisible characters are empty; cells that look the
 * same are equal. Skips empty rows. Skips row checks if a column is missing, because the missing column is reported itself.
 */
export function createExpectationCheck(options: CheckOptions): ExpectationCheck {
  const { expectations, firstDataRow, locale } = options
  const find = (name: string) => ({ name, at: findColumn(name, options) })
  const filled = expectations.filled.map((name) => ({ ...find(name), count: 0, cells: [] }))
  const unique = expectations.unique.map(find)
  const source = { ...options, columnCount: options.width }
  const missing = withLookalikes([...listMissing(filled, 'filled'), ...listMissing(unique, 'unique')], source)
  const checksUnique = unique.length > 0 && unique.every(({ at }) => at >= 0)
  const repeated: Violation<CellFact & { repeats: number }> = { count: 0, cells: [] }
  /** First row of each value. */
  const seen = new Map<number, number>()
  let row = firstDataRow - 1
  const addRow = (cells: readonly Cell[]) => {
    for (const column of filled) {
      if (column.at >= 0 && isBlank(cells[column.at]))
        addTo(column, { row, column: column.at + 1, before: '', after: '' })
    }
    if (!checksUnique) return
    const key = hashText(
      normalizeCells(
        unique.map(({ at }) => cells[at] ?? null),
        locale,
      ),
    )
    const first = unique[0]?.at ?? 0
    const repeats = seen.get(key)
    if (repeats === undefined) seen.set(key, row)
    else addTo(repeated, { row, column: first + 1, before: '', after: cells[first] ?? '', repeats })
  }
  return {
    add(rows) {
      for (const cells of rows) {
        row += 1
        if (!isBlankRow(cells)) addRow(cells)
      }
    },
    end() {
      const empty = filled.filter(({ count }) => count > 0)
      const holds = empty.map(
        ({ name, count, cells }): Hold => ({ cause: 'expected_filled', column: name, count, cells }),
      )
      if (missing.length > 0) holds.unshift({ cause: 'expected_missing', columns: missing })
      if (repeated.count > 0) holds.push({ cause: 'expected_unique', columns: expectations.unique, ...repeated })
      return holds
    },
  }
}

function listMissing(columns: readonly { name: string; at: number }[], use: 'filled' | 'unique'): MissingColumn[] {
  return columns.filter(({ at }) => at < 0).map(({ name }) => ({ name, use }))
}

function addTo<Fact extends CellFact>(violation: Violation<Fact>, cell: Fact): void {
  violation.count += 1
  if (violation.cells.length < MAX_FIRST_CELLS) violation.cells.push(cell)
}
