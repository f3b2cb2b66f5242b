import { columnLetters } from '#domain/copy/a1.ts'
import { type ColumnNames, createColumnFinder } from '#domain/recognize/column-finder.ts'

/**
 * Finds a column by its name in the data copy, by a name that looks the same, or by its letters.
 *
 * @returns its place, counted from 0; -1 if it is missing
 */
export function findColumn(name: string, columns: ColumnNames): number {
  const at = createColumnFinder(columns)(name)
  return at >= 0 ? at : Array.from({ length: columns.width }, (_, index) => columnLetters(index + 1)).indexOf(name)
}
