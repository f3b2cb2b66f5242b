import type { ChangesPage } from '#contract/change-set.ts'
import type { Task } from '#contract/task.ts'

interface Changed {
  changes: Pick<ChangesPage, 'cells' | 'columns'>
  /** Columns of the data copy, in the shown order. */
  columns: readonly string[]
}

/** Places of changed cells in the data copy, as `row:column`, both counted from 0. Leaves out the header row. */
export function changedPlaces(
  { target_cell }: Pick<Task, 'target_cell'>,
  { changes, columns }: Changed,
): ReadonlySet<string> {
  const digitsAt = target_cell.search(/\d/)
  const headerRow = digitsAt === -1 ? 1 : Number(target_cell.slice(digitsAt))
  const places = changes.cells.flatMap(({ row, column }) => {
    const at = columns.indexOf(changes.columns[column - 1] ?? '')
    const index = row - headerRow - 1
    return at === -1 || index < 0 ? [] : [placeKey(index, at)]
  })
  return new Set(places)
}

export function placeKey(row: number, column: number): string {
  return `${row}:${column}`
}
