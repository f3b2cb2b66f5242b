import { columnLetters } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { columnNames } from '#domain/recognize/column-names.ts'
import { createNameFinder } from '#domain/recognize/name-finder.ts'

/**
 * Where the column is that a person chose by the name that the data copy shows, or by its letters; -1 if it is missing.
 *
 * @returns its place, counted from 0
 */
export function findColumn(name: string, { header, width }: { header: readonly Cell[]; width: number }): number {
  const named = createNameFinder(columnNames(header, width))(name)
  if (named >= 0) return named
  return Array.from({ length: width }, (_, at) => columnLetters(at + 1)).indexOf(name)
}
