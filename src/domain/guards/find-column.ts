import { columnLetters } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { columnNames } from '#domain/copy/column-names.ts'

/**
 * Where the column is that a person chose by the name that the data copy shows, or by its letters; -1 if it is missing.
 *
 * @returns its place, counted from 0
 */
export function findColumn(name: string, { header, width }: { header: readonly Cell[]; width: number }): number {
  const named = columnNames(header, width).indexOf(name)
  if (named >= 0) return named
  return Array.from({ length: width }, (_, at) => columnLetters(at + 1)).indexOf(name)
}
