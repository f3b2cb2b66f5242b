import { decodeRow, encodeRow, type Row } from './cell.ts'
import type { Store } from './open-store.ts'

/** Rows `start` up to, not including, `end`; zero-based. */
export interface RowSpan {
  start: number
  end: number
}

interface StoredRow {
  row: number
  cells: string
}

/** The rows of the span that hold anything, from the top down. */
export function* readRows(store: Store, gridId: number, span: RowSpan): Generator<{ row: number; cells: Row }> {
  const sql = 'SELECT row, cells FROM grid_rows WHERE grid_id = ? AND row >= ? AND row < ? ORDER BY row'
  const found = store.statement(sql).all(gridId, span.start, span.end) as unknown as StoredRow[]
  for (const { row, cells } of found) yield { row, cells: decodeRow(cells) }
}

export function readRow(store: Store, gridId: number, row: number): Row {
  const found = store.statement('SELECT cells FROM grid_rows WHERE grid_id = ? AND row = ?').get(gridId, row)
  return found ? decodeRow(String(found['cells'])) : []
}

export function putRow(store: Store, place: { gridId: number; row: number }, cells: Row): void {
  const text = encodeRow(cells)
  if (text === undefined) deleteRows(store, place.gridId, { start: place.row, end: place.row + 1 })
  else store.statement('INSERT OR REPLACE INTO grid_rows VALUES (?, ?, ?)').run(place.gridId, place.row, text)
}

/** Replaces each row of the span that holds anything by what `change` makes of it. */
export function rewriteRows(
  store: Store,
  grid: RowSpan & { gridId: number },
  change: (cells: Row, row: number) => Row,
): void {
  const next = store.statement(
    'SELECT row, cells FROM grid_rows WHERE grid_id = ? AND row >= ? AND row < ? ORDER BY row LIMIT 500',
  )
  for (let start = grid.start; ; ) {
    const block = next.all(grid.gridId, start, grid.end) as unknown as StoredRow[]
    for (const { row, cells } of block) putRow(store, { gridId: grid.gridId, row }, change(decodeRow(cells), row))
    const last = block.at(-1)
    if (!last) return
    start = last.row + 1
  }
}

export function deleteRows(store: Store, gridId: number, span: RowSpan): void {
  store.statement('DELETE FROM grid_rows WHERE grid_id = ? AND row >= ? AND row < ?').run(gridId, span.start, span.end)
}

/**
 * Moves every row from `start` on by `by` rows. It goes through negative numbers because SQLite checks the key
 * after each record: a plain `row + by` would collide with the neighbour that has not moved yet.
 */
export function shiftRows(store: Store, gridId: number, move: { start: number; by: number }): void {
  store
    .statement('UPDATE grid_rows SET row = -(row + ?) - 1 WHERE grid_id = ? AND row >= ?')
    .run(move.by, gridId, move.start)
  store.statement('UPDATE grid_rows SET row = -row - 1 WHERE grid_id = ? AND row < 0').run(gridId)
}

export function copyRows(store: Store, grids: { from: number; to: number }): void {
  store
    .statement('INSERT INTO grid_rows SELECT ?, row, cells FROM grid_rows WHERE grid_id = ?')
    .run(grids.to, grids.from)
}

/** The number of the lowest row that holds anything within the span, or `undefined`. */
export function lastFilledRow(store: Store, gridId: number, span: RowSpan): number | undefined {
  const sql = 'SELECT max(row) AS row FROM grid_rows WHERE grid_id = ? AND row >= ? AND row < ?'
  const row = store.statement(sql).get(gridId, span.start, span.end)?.['row']
  return typeof row === 'number' ? row : undefined
}
