import { columnLetters } from '#domain/copy/a1.ts'
import { type ColumnNames, createColumnFinder } from '#domain/recognize/column-finder.ts'

/**
 * Where the column is that a person chose by the name that the data copy shows, by one that looks the same, or by its
 * letters; -1 if it is missing.
 *
 * @returns its place, counted from 0
 */
export function findColumn(name: string, columns: ColumnNames): number {
  const at = createColumnFinder(columns)(name)
  return at >= 0 ? at : Array.from({ length: columns.width }, (_, index) => columnLetters(index + 1)).indexOf(name)
}
