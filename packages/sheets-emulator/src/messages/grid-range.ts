import type { z } from 'zod'
import { invalidArgument } from '../google-error.ts'
import type { CellBox } from '../store/box.ts'
import type { Sheet } from '../store/sheets.ts'
import type { SheetRange } from '../values/resolve-range.ts'
import { int32, message } from './proto-fields.ts'

export const gridRangeMessage = message('GridRange', {
  sheetId: int32(),
  startRowIndex: int32(),
  endRowIndex: int32(),
  startColumnIndex: int32(),
  endColumnIndex: int32(),
})

type GridRangeBody = z.infer<typeof gridRangeMessage>

/** The `GridRange` message of a box. Like Google, omits the ID of tab 0 and the ends at the grid's edge. */
export function gridRangeResource({ sheetId }: Sheet, box: CellBox): object {
  return {
    ...(sheetId !== 0 && { sheetId }),
    startRowIndex: box.startRow,
    ...(box.endRow !== undefined && { endRowIndex: box.endRow }),
    startColumnIndex: box.startColumn,
    ...(box.endColumn !== undefined && { endColumnIndex: box.endColumn }),
  }
}

/** Finds the range a `GridRange` describes on a tab. A missing index means the grid's edge. @throws GoogleError when empty. */
export function gridRangeOn(sheet: Sheet, sent: GridRangeBody): SheetRange {
  const { startRowIndex: startRow = 0, startColumnIndex: startColumn = 0, endRowIndex, endColumnIndex } = sent
  if ([startRow, startColumn, endRowIndex ?? 0, endColumnIndex ?? 0].some((index) => index < 0)) {
    throw invalidArgument('GridRange indexes must be >= 0')
  }
  if ((endRowIndex ?? startRow + 1) <= startRow || (endColumnIndex ?? startColumn + 1) <= startColumn) {
    throw invalidArgument('GridRange end indexes must be greater than the start indexes')
  }
  const box = {
    startRow,
    startColumn,
    ...(endRowIndex !== undefined && { endRow: endRowIndex }),
    ...(endColumnIndex !== undefined && { endColumn: endColumnIndex }),
  }
  return { sheet, box }
}
