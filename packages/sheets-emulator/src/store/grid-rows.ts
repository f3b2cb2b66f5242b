import { decodeRow, encodeRow, isComputed, type Row } from './cell.ts'
import type { FilledTab } from './filled-cells.ts'
import type { FormulaTab } from './formula-cells.ts'
import type { Store } from './open-store.ts'

/** Rows from `start` up to but excluding `end`, zero-based. */
interface RowSpan {
  start: number
  end: number
}

interface GridRow {
  row: number
  cells: Row
}

/** Gives moved rows their new numbers. */
const BACK = 'UPDATE grid_rows SET row = -row - 1 WHERE grid_id = ? AND row < 0'
const REWRITE_BATCH_ROWS = 500
const READ_UP_BATCH_ROWS = 256

/** The rows of one tab. */
export class GridRows {
  readonly #store: Store
  readonly #gridId: number

  constructor(store: Store, gridId: number) {
    this.#store = store
    this.#gridId = gridId
  }

  /** The non-empty rows of the span, from the top down. */
  *read({ start, end }: RowSpan): Generator<GridRow> {
    const sql = 'SELECT row, cells FROM grid_rows WHERE grid_id = ? AND row >= ? AND row < ? ORDER BY row'
    for (const record of this.#store.statement(sql).all(this.#gridId, start, end)) yield toGridRow(record)
  }

  /** The non-empty rows of the span, from the bottom up, read in batches as the caller iterates. */
  *readUp({ start, end }: RowSpan): Generator<GridRow> {
    const sql = 'SELECT row, cells FROM grid_rows WHERE grid_id = ? AND row >= ? AND row < ? ORDER BY row DESC LIMIT ?'
    for (let below = end; ; ) {
      const block = this.#store.statement(sql).all(this.#gridId, start, below, READ_UP_BATCH_ROWS).map(toGridRow)
      yield* block
      const first = block.at(-1)
      if (!first) return
      below = first.row
    }
  }

  at(row: number): Row {
    const sql = 'SELECT cells FROM grid_rows WHERE grid_id = ? AND row = ?'
    const found = this.#store.statement(sql).get(this.#gridId, row)
    return found ? decodeRow(String(found['cells'])) : []
  }

  /** Finds the filled cells of each row. Read once, then kept up to date by every change made through this class. */
  filled(): FilledTab {
    return this.#store.filledCells.of(this.#gridId, () => this.read({ start: 0, end: Number.MAX_SAFE_INTEGER }))
  }

  /** Finds the tab's formulas. Read once, then kept up to date by every change made through this class. */
  formulas(): FormulaTab {
    return this.#store.formulaCells.of(this.#gridId, () => this.#readComputed())
  }

  /** Reads the rows with a computed cell or a result. */
  *#readComputed(): Generator<GridRow> {
    const isAny = ['f', 'p', 'd', 'r'].map((key) => `cells LIKE '%"${key}":%'`).join(' OR ')
    const sql = `SELECT row, cells FROM grid_rows WHERE grid_id = ? AND (${isAny}) ORDER BY row`
    for (const record of this.#store.statement(sql).iterate(this.#gridId)) yield toGridRow(record)
  }

  put(row: number, cells: Row): void {
    const text = encodeRow(cells)
    if (text === undefined) {
      this.#store.statement('DELETE FROM grid_rows WHERE grid_id = ? AND row = ?').run(this.#gridId, row)
    } else {
      this.#store.statement('INSERT OR REPLACE INTO grid_rows VALUES (?, ?, ?)').run(this.#gridId, row, text)
      if (cells.some(isComputed)) this.#markFormulas()
    }
    this.#store.changedGrids.add(this.#gridId)
    this.#store.filledCells.put(this.#gridId, { row, cells })
    this.#store.formulaCells.put(this.#gridId, { row, cells })
  }

  #forgetCells(): void {
    this.#store.changedGrids.add(this.#gridId)
    this.#store.filledCells.forget(this.#gridId)
    this.#store.formulaCells.forget(this.#gridId)
  }

  #markFormulas(): void {
    const sql = 'UPDATE sheets SET has_formulas = 1 WHERE grid_id = ? AND has_formulas = 0'
    this.#store.statement(sql).run(this.#gridId)
  }

  /** Replaces each non-empty row of the span with the result of `change`. */
  rewrite({ start, end }: RowSpan, change: (cells: Row) => Row): void {
    const sql = 'SELECT row, cells FROM grid_rows WHERE grid_id = ? AND row >= ? AND row < ? ORDER BY row LIMIT ?'
    for (let from = start; ; ) {
      const block = this.#store.statement(sql).all(this.#gridId, from, end, REWRITE_BATCH_ROWS).map(toGridRow)
      for (const { row, cells } of block) this.put(row, change(cells))
      const last = block.at(-1)
      if (!last) return
      from = last.row + 1
    }
  }

  delete({ start, end }: RowSpan): void {
    const sql = 'DELETE FROM grid_rows WHERE grid_id = ? AND row >= ? AND row < ?'
    this.#store.statement(sql).run(this.#gridId, start, end)
    this.#forgetCells()
  }

  /**
   * Moves every row from `start` on by `by` rows, in two steps through negative numbers. SQLite checks the key after each
   * record, so a plain `row + by` would collide with the next row before it moves.
   */
  shift({ start, by }: { start: number; by: number }): void {
    const away = 'UPDATE grid_rows SET row = -(row + ?) - 1 WHERE grid_id = ? AND row >= ?'
    this.#store.statement(away).run(by, this.#gridId, start)
    this.#store.statement(BACK).run(this.#gridId)
    this.#forgetCells()
  }

  /** Moves rows before row `to`, and the rows in between the other way, in two steps as `shift` does. */
  move({ start, end, to }: RowSpan & { to: number }): void {
    const [first, last] = [Math.min(start, to), Math.max(end, to)]
    const by = to > start ? to - end : to - start
    const others = to > start ? start - end : end - start
    const away =
      'UPDATE grid_rows SET row = -(row + CASE WHEN row >= ? AND row < ? THEN ? ELSE ? END) - 1 WHERE grid_id = ? AND row >= ? AND row < ?'
    this.#store.statement(away).run(start, end, by, others, this.#gridId, first, last)
    this.#store.statement(BACK).run(this.#gridId)
    this.#forgetCells()
  }

  /** Copies all rows of another tab into this tab, which must be empty. */
  copyFrom(gridId: number): void {
    const sql = 'INSERT INTO grid_rows SELECT ?, row, cells FROM grid_rows WHERE grid_id = ?'
    this.#store.statement(sql).run(this.#gridId, gridId)
    const formulas =
      'UPDATE sheets SET has_formulas = (SELECT has_formulas FROM sheets WHERE grid_id = ?) WHERE grid_id = ?'
    this.#store.statement(formulas).run(gridId, this.#gridId)
    this.#forgetCells()
  }
}

function toGridRow(record: Record<string, unknown>): GridRow {
  return { row: Number(record['row']), cells: decodeRow(String(record['cells'])) }
}
