import type { Cell } from '#domain/copy/cell.ts'
import { columnNames } from './column-names.ts'
import { createNameFinder } from './name-finder.ts'

/** Names of columns. */
export interface ColumnNames {
  header: readonly Cell[]
  /** The header as the sheet shows it; the same if absent. */
  shownHeader?: readonly Cell[] | undefined
  width: number
}

/**
 * Finds the place of a column, from 0, by a name that the data copy shows, or by one that looks the same; -1 if there is none. A
 * date may be written as its serial number, too, by which earlier versions knew it.
 */
export function createColumnFinder({ header, shownHeader = header, width }: ColumnNames): (name: string) => number {
  const findShown = createNameFinder(columnNames(shownHeader, width))
  const findStored = shownHeader === header ? findShown : createNameFinder(columnNames(header, width))
  return (name) => {
    const at = findShown(name)
    return at >= 0 ? at : findStored(name)
  }
}
