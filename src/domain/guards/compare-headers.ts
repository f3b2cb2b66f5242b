import { columnLetters } from '#domain/copy/a1.ts'
import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { isBlank, normalizeText } from '#domain/recognize/normalize-text.ts'

/** Name of a column, counted from 1: its normalized header, or its letters. */
export function columnName(header: readonly Cell[], column: number): string {
  const cell = header[column - 1]
  return isBlank(cell) ? columnLetters(column) : normalizeText(String(cell))
}

/** Whether a row looks like column names: only text, without empty or repeated cells. */
export function looksLikeHeader(header: readonly Cell[]): boolean {
  const names = header.slice(0, rowWidth(header))
  const isText = names.every((name) => typeof name === 'string' && !isBlank(name))
  const areUnique = new Set(names.map((name) => normalizeText(String(name)))).size === names.length
  return names.length > 0 && isText && areUnique
}

interface Headers {
  last: readonly Cell[]
  now: readonly Cell[]
  /** Columns, counted from 1, with headers allowed to change. They are matched by position. */
  changing: readonly number[]
}

export interface HeaderChange {
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly missing: readonly string[]
  readonly moved: readonly string[]
  readonly added: readonly string[]
}

/** How the columns changed, except for new last columns; undefined if they did not change. */
export function compareHeaders(headers: Headers): HeaderChange | undefined {
  const { before, after } = listNames(headers)
  if (before.every((name, at) => after[at] === name)) return undefined
  const wasAt = new Map(before.map((name, at) => [name, at]))
  const isAt = new Map(after.map((name, at) => [name, at]))
  return {
    before,
    after,
    missing: before.filter((name) => !isAt.has(name)),
    moved: before.filter((name, at) => isAt.has(name) && isAt.get(name) !== at),
    added: after.filter((name) => !wasAt.has(name)),
  }
}

/** New last columns; empty if other columns changed too. */
export function addedLastColumns(headers: Headers): string[] {
  const { before, after } = listNames(headers)
  return compareHeaders(headers) ? [] : after.slice(before.length)
}

/** Present place of each column of the last copy, counted from 1; 0 for a missing column. */
export function matchColumns(headers: Headers & { width: number }): number[] {
  const byPosition = Array.from({ length: headers.width }, (_, at) => at + 1)
  if (!looksLikeHeader(headers.last)) return byPosition
  const { before, after } = listNames(headers)
  const wasAt = new Set(before)
  return byPosition.map((column) => {
    const name = before[column - 1]
    if (name === undefined || after[column - 1] === name) return column
    const found = after.indexOf(name)
    if (found >= 0) return found + 1
    // Renamed: a new name in the same place.
    const other = after[column - 1]
    return other !== undefined && !wasAt.has(other) && after.length >= before.length ? column : 0
  })
}

function listNames({ last, now, changing }: Headers): { before: string[]; after: string[] } {
  const names = (header: readonly Cell[]) =>
    header
      .slice(0, rowWidth(header))
      .map((_, at) => (changing.includes(at + 1) ? columnName(last, at + 1) : columnName(header, at + 1)))
  return { before: names(last), after: names(now) }
}
