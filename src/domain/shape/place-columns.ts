import { columnNumber } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { pluralize } from '#domain/pluralize.ts'
import { createColumnFinder } from '#domain/recognize/column-finder.ts'
import { columnNames } from '#domain/recognize/column-names.ts'
import { createLookalikeFinder, findDifference } from '#domain/recognize/name-difference.ts'
import { isBlank, normalizeText } from '#domain/recognize/normalize-text.ts'
import type { Condition } from './row-conditions.ts'
import type { Shape } from './shape.ts'

/** The header row of a source. */
export interface SourceColumns {
  header: readonly Cell[]
  /** Header with displayed text, used as column names; defaults to `header`. */
  shownHeader?: readonly Cell[] | undefined
  /** Columns of its grid. */
  columnCount: number
}

/** Where the columns of a shape are in a source. Columns count from 1. */
export interface PlacedShape {
  /** Undefined for all columns. */
  columns: number[] | undefined
  tests: { column: number; condition: Condition }[]
  /** Header as written to the target. */
  header: Cell[]
  /** Header with displayed text. */
  shownHeader: Cell[]
}

/** A column missing in the source. */
export interface MissingColumn {
  name: string
  /** Why the shape needs it. */
  use: 'copied' | 'tested' | 'key' | 'filled' | 'unique' | 'split' | 'value' | 'link' | 'tab'
  /** Names of columns easily mistaken for it. */
  alike?: readonly string[]
}

const USE_WORDS: Readonly<Record<MissingColumn['use'], string>> = {
  copied: '',
  tested: ' (in a condition)',
  key: ' (in the key columns)',
  filled: ', which should be filled',
  unique: ', which should be unique',
  split: ', which says where rows go',
  value: ', which has the values of targets',
  link: ', which has the links to targets',
  tab: ', which has the tabs of targets',
}

export function describeMissing({ name, use, alike = [] }: MissingColumn): string {
  return `"${name}"${USE_WORDS[use]}${describeAlike(name, alike)}`
}

/** ` ("Unit–price" has "–" (U+2013) where this name has "-")` */
function describeAlike(name: string, alike: NonNullable<MissingColumn['alike']>): string {
  const [first = '', ...others] = alike
  if (others.length > 0) return ` (${pluralize(alike.length, 'column')} look like it)`
  const found = findDifference(first, name)
  return found ? ` ("${normalizeText(first)}" has ${found.one} where this name has ${found.other})` : ''
}

const LETTERS = /^[A-Z]{1,3}$/

/** Finds the columns of a shape, or returns the missing columns. */
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
  if (gone.length > 0) return withLookalikes(gone, source)
  const place = (name: string) => find(name) ?? 0
  const chosenIn = (header: readonly Cell[]) =>
    columns.length === 0 ? [...header] : columns.map(({ name, newName }) => newName ?? header[place(name) - 1] ?? null)
  return {
    columns: columns.length === 0 ? undefined : columns.map(({ name }) => place(name)),
    tests: conditions.map((condition) => ({ column: place(condition.column), condition })),
    header: chosenIn(source.header),
    shownHeader: chosenIn(source.shownHeader ?? source.header),
  }
}

/** Adds the source's lookalike names to missing columns. */
export function withLookalikes(missing: readonly MissingColumn[], source: SourceColumns): MissingColumn[] {
  if (missing.length === 0) return []
  const findLookalikes = createLookalikeFinder(namesIn(source))
  return missing.map((column) => {
    const alike = findLookalikes(column.name)
    return { ...column, ...(alike.length > 0 && { alike }) }
  })
}

/**
 * Finds columns by their names in the data copy, then by names that look the same, then in any case. Letters find a column
 * without a header, or any column if no name of the shape is a header.
 */
export function columnFinder(used: readonly { name: string }[], source: SourceColumns) {
  const { header, shownHeader, columnCount } = source
  const width = Math.max(columnCount, header.length)
  const find = createColumnFinder({ header, shownHeader, width })
  const named = (name: string): number | undefined => find(name) + 1 || undefined
  const hasHeader = used.some(({ name }) => named(name) !== undefined)
  return (name: string): number | undefined => {
    const found = named(name)
    if (found !== undefined || !LETTERS.test(name)) return found
    const column = columnNumber(name)
    return column <= width && (!hasHeader || isBlank(header[column - 1])) ? column : undefined
  }
}

function namesIn({ header, shownHeader = header, columnCount }: SourceColumns): string[] {
  return columnNames(shownHeader, Math.max(columnCount, header.length))
}
