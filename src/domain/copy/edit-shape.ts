import { type Cell, isEmptyCell } from './cell.ts'
import { type DateKind, dateText } from './date-text.ts'
import { bareError } from './error-cell.ts'
import { hashText } from './hash-text.ts'

/** An edit of a whole tab, rather than of some of its cells. */
export type EditShape = 'cleared' | 'sorted' | 'columns_moved'

/** How a cell reads in a data copy, where a date is text. */
function asCopied(cell: Cell, kind: DateKind | undefined): Cell {
  return kind !== undefined && typeof cell === 'number' ? (dateText(cell, kind) ?? cell) : cell
}

/** Whether a cell of the target still holds the value the last run left there. `left` is from the data copy. */
export function isAsLeft(left: Cell, found: Cell, kind: DateKind | undefined): boolean {
  if (isEmptyCell(left) || isEmptyCell(found)) return isEmptyCell(left) === isEmptyCell(found)
  return found === left || asCopied(found, kind) === left || bareError(found) === left
}

interface EditedRow {
  left: readonly Cell[]
  found: readonly Cell[]
}

export interface ShapeFinder {
  /** Adds a row with an edited cell. */
  add(row: EditedRow): void
  /** Whether rows or columns only changed places; undefined if they did not. */
  shape(): 'sorted' | 'columns_moved' | undefined
}

/** Minimum moved rows or columns: a single line cannot change places. */
const MIN_MOVED = 2

/** Recognizes rows or columns that changed places by sums of hashes, so memory does not grow with the rows. */
export function createShapeFinder(kinds: readonly (DateKind | undefined)[]): ShapeFinder {
  const distinctKinds = [...new Set([undefined, ...kinds])]
  const columns = kinds.map((kind) => ({ kind, left: 0, found: new Map(distinctKinds.map((one) => [one, 0])) }))
  let rows = 0
  let difference = 0
  return {
    add({ left, found }) {
      rows += 1
      const foundCells = columns.map(({ kind }, at) => asCopied(found[at] ?? '', kind))
      difference = sum(
        difference,
        hashText(serializeCells(foundCells)) - hashText(serializeCells(columns.map((_, at) => left[at] ?? ''))),
      )
      for (const [at, column] of columns.entries()) {
        column.left = sum(column.left, hashText(`${rows}:${serializeCells([left[at] ?? ''])}`))
        for (const kind of distinctKinds) {
          const text = serializeCells([asCopied(found[at] ?? '', kind)])
          column.found.set(kind, sum(column.found.get(kind) ?? 0, hashText(`${rows}:${text}`)))
        }
      }
    },
    shape() {
      if (rows < MIN_MOVED) return undefined
      if (difference === 0) return 'sorted'
      return haveMoved(columns) ? 'columns_moved' : undefined
    },
  }
}

interface ColumnSums {
  kind: DateKind | undefined
  left: number
  /** Sums by the kind of the column whose values it may hold now. */
  found: Map<DateKind | undefined, number>
}

/** Whether the columns are a permutation of the former columns, with at least two in new places. */
function haveMoved(columns: readonly ColumnSums[]): boolean {
  const unmatched = new Set(columns)
  let moved = 0
  for (const column of columns) {
    const same = column.found.get(column.kind) === column.left && unmatched.has(column) ? column : undefined
    const origin = same ?? [...unmatched].find(({ kind, left }) => column.found.get(kind) === left)
    if (!origin) return false
    if (!same) moved += 1
    unmatched.delete(origin)
  }
  return moved >= MIN_MOVED
}

/** Empty cells of any kind, and errors with and without their text, read the same. */
function serializeCells(cells: readonly Cell[]): string {
  return JSON.stringify(cells.map((cell) => (isEmptyCell(cell) ? '' : bareError(cell))))
}

function sum(one: number, other: number): number {
  return (one + other) % Number.MAX_SAFE_INTEGER
}
