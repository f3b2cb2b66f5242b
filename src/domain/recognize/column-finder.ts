import type { Cell } from '#domain/copy/cell.ts'
import { columnNames } from './column-names.ts'
import { createNameFinder } from './name-finder.ts'

/** Names of columns. */
export interface ColumnNames {
  header: readonly Cell[]
  /** Header with displayed text; defaults to `header`. */
  shownHeader?: readonly Cell[] | undefined
  width: number
}

/**
 * Finds the place of a column, from 0, by its name in the data copy or by a name that looks the same; -1 if it is missing.
 * Dates are also found by their serial number, their name in earlier versions.
 */
export function createColumnFinder({ header, shownHeader = header, width }: ColumnNames): (name: string) => number {
  const findShown = createNameFinder(columnNames(shownHeader, width))
  const findStored = shownHeader === header ? findShown : createNameFinder(columnNames(header, width))
  return (name) => {
    const at = findShown(name)
    return at >= 0 ? at : findStored(name)
  }
}
