import { isSameCell } from '#domain/copy/cell.ts'
import type { ChangedCell, RowChange } from '#domain/copy/row-change.ts'

/** How the changes of a run differ from the changes in its preview, in cells. */
export interface ChangeDifference {
  /** Changed now, but not in the preview. */
  added: number
  /** Changed in the preview, but not now. */
  gone: number
  /** Changed in both, but the value before or after the change differs. */
  other: number
}

/** Adds the differences between the changes of a row in the preview and in the run; undefined for a row without changes. */
export function addDifference(
  difference: ChangeDifference,
  { previewed, found }: { previewed: RowChange | undefined; found: RowChange | undefined },
): void {
  const before = new Map((previewed?.cells ?? []).map((cell) => [cell.column, cell]))
  for (const cell of found?.cells ?? []) {
    const expected = before.get(cell.column)
    if (!expected) difference.added += 1
    else if (!isSameChange(expected, cell)) difference.other += 1
    before.delete(cell.column)
  }
  difference.gone += before.size
}

function isSameChange(one: ChangedCell, other: ChangedCell): boolean {
  return isSameCell(one.before, other.before) && isSameCell(one.after, other.after)
}
