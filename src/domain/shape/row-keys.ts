import { type Cell, isEmptyCell } from '#domain/copy/cell.ts'
import { bareError } from '#domain/copy/error-cell.ts'

/** The cells that name a row. Columns count from 1. */
export function keyCells(row: readonly Cell[], columns: readonly number[]): Cell[] {
  return columns.map((column) => row[column - 1] ?? null)
}

/** The key of a row by these cells, which tells numbers from texts; undefined if one of them is empty. */
export function keyOf(cells: readonly Cell[]): string | undefined {
  return cells.some(isEmptyCell) ? undefined : JSON.stringify(cells.map((cell) => bareError(cell) ?? cell))
}

/** Rows that no key names, or that share theirs with others, so that nobody knows which row is meant. */
export interface KeyProblems {
  /** Rows without a value in each key column, and rows whose key another row has. */
  empty: number
  doubled: number
  /** The first of them. Rows count from 1. */
  rows: number[]
}

const MAX_LISTED_ROWS = 5

/** Rows by their keys, with those whose key is of no use. */
export interface KeyIndex {
  /** Returns the key of a row that has one. */
  add(cells: readonly Cell[], row: number): string | undefined
  /** The row that has the key, if it is the only one. */
  find(key: string): number | undefined
  has(key: string): boolean
  isDoubled(key: string): boolean
  /** Undefined if each row has a key of its own. */
  problems(): KeyProblems | undefined
}

export function createKeyIndex(): KeyIndex {
  const rows = new Map<string, number>()
  const doubled = new Set<string>()
  const problems: KeyProblems = { empty: 0, doubled: 0, rows: [] }
  const list = (row: number) => {
    if (problems.rows.length < MAX_LISTED_ROWS) problems.rows.push(row)
  }
  return {
    add(cells, row) {
      const key = keyOf(cells)
      if (key === undefined) {
        problems.empty += 1
        list(row)
        return undefined
      }
      const first = rows.get(key)
      if (first === undefined) rows.set(key, row)
      else {
        if (!doubled.has(key)) {
          problems.doubled += 1
          list(first)
        }
        doubled.add(key)
        problems.doubled += 1
        list(row)
      }
      return key
    },
    find: (key) => (doubled.has(key) ? undefined : rows.get(key)),
    has: (key) => rows.has(key),
    isDoubled: (key) => doubled.has(key),
    problems: () => (problems.empty + problems.doubled === 0 ? undefined : problems),
  }
}
