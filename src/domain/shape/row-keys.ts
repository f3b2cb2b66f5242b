import type { Cell } from '#domain/copy/cell.ts'
import { bareError } from '#domain/copy/error-cell.ts'
import { normalizeKey } from '#domain/recognize/normalize-key.ts'
import { isBlank } from '#domain/recognize/normalize-text.ts'

/** Key cells of a row. Columns count from 1. */
export function keyCells(row: readonly Cell[], columns: readonly number[]): Cell[] {
  return columns.map((column) => row[column - 1] ?? null)
}

/** Builds a row key from its key cells. Numbers and texts differ. Undefined if a key cell looks empty. */
export function buildRowKey(cells: readonly Cell[]): string | undefined {
  return cells.some(isBlank) ? undefined : JSON.stringify(cells.map((cell) => bareError(cell) ?? cell))
}

/** Rows without a key, or with a key shared by several rows, so the intended row is unknown. */
export interface KeyProblems {
  /** Rows with an empty key cell, and rows with the key of another row. */
  empty: number
  doubled: number
  /** The first rows with a problem, counted from 1. */
  rows: number[]
}

const MAX_LISTED_ROWS = 5

/** Rows by their keys, and rows with unusable keys. */
export interface KeyIndex {
  /** Returns the key of a row with a key. */
  add(cells: readonly Cell[], row: number): string | undefined
  /** The row with the key, if no other row has it. */
  find(key: string): number | undefined
  has(key: string): boolean
  isDoubled(key: string): boolean
  keys(): Iterable<string>
  /** Lists the keys with this normalized form. */
  listAlike(normalized: string): string[]
  normalize(key: string): string
  /** Reports rows with ambiguous keys as duplicates. */
  reportAlike(keys: readonly string[]): void
  /** Undefined if all rows have unique keys. */
  problems(): KeyProblems | undefined
}

/** Creates an index of keys. Without a locale, it finds exact keys only. */
export function createKeyIndex(locale?: string): KeyIndex {
  const normalize = (cells: readonly Cell[]) =>
    locale === undefined ? buildRowKey(cells) : normalizeKey(cells, locale)
  const rows = new Map<string, number>()
  const doubled = new Set<string>()
  const alike = new Set<string>()
  /** Keys by normalized form, if they differ from it. */
  const disguised = new Map<string, string[]>()
  const problems: KeyProblems = { empty: 0, doubled: 0, rows: [] }
  const list = (row: number) => {
    if (problems.rows.length < MAX_LISTED_ROWS) problems.rows.push(row)
  }
  function addFirst(key: string, { cells, row }: { cells: readonly Cell[]; row: number }): void {
    rows.set(key, row)
    const form = normalize(cells) ?? key
    if (form !== key) disguised.set(form, [...(disguised.get(form) ?? []), key])
  }
  return {
    add(cells, row) {
      const key = buildRowKey(cells)
      if (key === undefined) {
        problems.empty += 1
        list(row)
        return undefined
      }
      const first = rows.get(key)
      if (first === undefined) addFirst(key, { cells, row })
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
    keys: () => rows.keys(),
    listAlike: (form) => [...(rows.has(form) ? [form] : []), ...(disguised.get(form) ?? [])],
    normalize: (key) => normalize(JSON.parse(key) as Cell[]) ?? key,
    reportAlike(keys) {
      for (const key of keys) {
        const row = doubled.has(key) || alike.has(key) ? undefined : rows.get(key)
        if (row === undefined) continue
        alike.add(key)
        problems.doubled += 1
        list(row)
      }
    },
    problems: () => (problems.empty + problems.doubled === 0 ? undefined : problems),
  }
}
