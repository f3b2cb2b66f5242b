import { columnLetters } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { columnNames } from '#domain/recognize/column-names.ts'
import { createNameFinder } from '#domain/recognize/name-finder.ts'

/** Names of columns. */
export interface ColumnNames {
  header: readonly Cell[]
  /** The header as the sheet shows it; the same if absent. */
  shownHeader?: readonly Cell[] | undefined
  width: number
}

/**
 * Where the column is that a person chose by the name that the data copy shows, by one that looks the same, or by its
 * letters; -1 if it is missing.
 *
 * @returns its place, counted from 0
 */
export function findColumn(name: string, { header, shownHeader = header, width }: ColumnNames): number {
  const letters = Array.from({ length: width }, (_, at) => columnLetters(at + 1))
  const lists = [columnNames(shownHeader, width), columnNames(header, width)]
  const places = [...lists.map((names) => createNameFinder(names)(name)), letters.indexOf(name)]
  return places.find((at) => at >= 0) ?? -1
}
