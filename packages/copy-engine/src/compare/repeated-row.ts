import type { Cell } from '#domain/copy/cell.ts'
import { isSameRow } from '#domain/copy/error-cell.ts'
import { pickFileFacts, type Spreadsheet } from '#domain/copy/spreadsheet.ts'
import { requestError } from '#engine/provider-error.ts'
import type { RowsRead, Window } from './read-rows.ts'

/** Rows of both tabs at the same places, each read with the row above them. */
interface Rows {
  window: Window
  /** The window without a header above the first row to copy. */
  toCopy: Window
  source: RowsRead
  /** Target rows from `toCopy` on; undefined if they are known to equal the source's. */
  target: RowsRead | undefined
}

interface Seam {
  upper: Rows
  /** The window right below `upper`. */
  lower: Rows
  files: { source: Spreadsheet; target: Spreadsheet }
  /** Columns in which skipped rows of the target are known to equal the source's. */
  copiedWidth: number
}

/**
 * Requires that the lower window repeats the last row of the upper window, in both tabs: then no row was inserted or
 * deleted above it between the two reads.
 *
 * @throws ProviderError rows_shifted
 */
export function requireRepeatedRow({ upper, lower, files, copiedWidth }: Seam): void {
  const inSource = { upper: upper.source, window: upper.window }
  if (!repeats(lower.source, inSource)) throw rowsShifted(files.source)
  if (!lower.target) return
  // Target rows that were not read equal the source rows in `copiedWidth` columns.
  const inTarget = upper.target ? { upper: upper.target, window: upper.toCopy } : { ...inSource, width: copiedWidth }
  if (!repeats(lower.target, inTarget)) throw rowsShifted(files.target)
}

/** Requires that the lower window of the target repeats the last row of the upper window. @throws ProviderError rows_shifted */
export function requireRepeatedTargetRow(
  { upper, lower }: { upper: { rows: RowsRead | undefined; window: Window }; lower: RowsRead | undefined },
  target: Spreadsheet,
): void {
  if (!upper.rows || !lower || repeats(lower, { upper: upper.rows, window: upper.window })) return
  throw rowsShifted(target)
}

interface UpperRows {
  upper: RowsRead
  window: Window
  width?: number
}

/** Whether the row above the lower window is the last row of the upper window. True if the row was not read. */
function repeats({ rowAbove }: RowsRead, { upper, window, width }: UpperRows): boolean {
  const at = window.lastRow - window.firstRow
  if (!rowAbove || at < 0) return true
  const isRepeated = (row: readonly Cell[] | undefined) =>
    row !== undefined && isSameRow(rowAbove.slice(0, width), row.slice(0, width))
  // A text may be split in the wrong places. Its parsed rows are always right.
  return isRepeated(upper.text?.rowAt(at)) || isRepeated(upper.rows[at] ?? [])
}

function rowsShifted(spreadsheet: Spreadsheet) {
  return requestError({ reason: 'rows_shifted', about: { file: pickFileFacts(spreadsheet) } })
}
