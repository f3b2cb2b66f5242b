import { columnNumber } from '#domain/copy/a1.ts'
import { type Cell, isEmptyCell } from '#domain/copy/cell.ts'
import { columnNames } from '#domain/copy/column-names.ts'
import type { Condition } from './row-conditions.ts'
import type { Shape } from './shape.ts'

/** The header row of a source. */
export interface SourceColumns {
  header: readonly Cell[]
  /** Columns of its grid. */
  columnCount: number
}

/** Where the columns of a shape are in a source. Columns count from 1. */
export interface PlacedShape {
  /** Undefined for all columns. */
  columns: number[] | undefined
  tests: { column: number; condition: Condition }[]
  /** As it is written to the target. */
  header: Cell[]
}

/** A column that the source does not have. */
export interface MissingColumn {
  name: string
  /** Why the shape needs it. */
  use: 'copied' | 'tested' | 'key'
}

const USE_WORDS: Readonly<Record<MissingColumn['use'], string>> = {
  copied: '',
  tested: ' (in a condition)',
  key: ' (in the key columns)',
}

export function describeMissing({ name, use }: MissingColumn): string {
  return `"${name}"${USE_WORDS[use]}`
}

const LETTERS = /^[A-Z]{1,3}$/

/** Finds the columns of a shape; the missing ones if there are any. */
export function placeColumns(
  { columns, conditions }: Pick<Shape, 'columns' | 'conditions'>,
  source: SourceColumns,
): PlacedShape | MissingColumn[] {
  const find = columnFinder([...columns, ...conditions.map(({ column }) => ({ name: column }))], source)
  const missing = (names: readonly string[], use: MissingColumn['use']) =>
    names.filter((name) => find(name) === undefined).map((name) => ({ name, use }))
  const gone = [
    ...missing(
      columns.map(({ name }) => name),
      'copied',
    ),
    ...missing(
      conditions.map(({ column }) => column),
      'tested',
    ),
  ]
  if (gone.length > 0) return gone
  const place = (name: string) => find(name) ?? 0
  return {
    columns: columns.length === 0 ? undefined : columns.map(({ name }) => place(name)),
    tests: conditions.map((condition) => ({ column: place(condition.column), condition })),
    header:
      columns.length === 0
        ? [...source.header]
        : columns.map(({ name, newName }) => newName ?? source.header[place(name) - 1] ?? null),
  }
}

/**
 * Finds columns by the names that a data copy shows, then without regard to case. Letters count where the column has no
 * header, or where no name of the shape is a header.
 */
export function columnFinder(used: readonly { name: string }[], { header, columnCount }: SourceColumns) {
  const width = Math.max(columnCount, header.length)
  const names = columnNames(header, width)
  const folded = names.map((name) => name.trim().toLowerCase())
  const named = (name: string): number | undefined => {
    const exact = names.indexOf(name.trim())
    if (exact >= 0) return exact + 1
    const at = folded.indexOf(name.trim().toLowerCase())
    return at >= 0 && at === folded.lastIndexOf(name.trim().toLowerCase()) ? at + 1 : undefined
  }
  const hasHeader = used.some(({ name }) => named(name) !== undefined)
  return (name: string): number | undefined => {
    const found = named(name)
    if (found !== undefined || !LETTERS.test(name)) return found
    const column = columnNumber(name)
    return column <= width && (!hasHeader || isEmptyCell(header[column - 1])) ? column : undefined
  }
}
