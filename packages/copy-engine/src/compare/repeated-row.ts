import type { Cell } from '#domain/copy/cell.ts'
import { isSameRow } from '#domain/copy/error-cell.ts'
import { pickFileFacts, type Spreadsheet } from '#domain/copy/spreadsheet.ts'
import { requestError } from '#engine/provider-error.ts'
import type { RowsRead, Window } from './read-rows.ts'

/** Rows of both tabs at the same places, each read with the row above them. */
interface Rows {
  window: Window
  /** Without a header above the first row to copy. */
  toCopy: Window
  source: RowsRead
  /** From `toCopy` on; undefined if they are known to equal the source's. */
  target: RowsRead | undefined
}

interface Seam {
  upper: Rows
  /** The window right below it. */
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
  // Target rows entered just as the source shows them are aligned with it.
  const inTarget = upper.target ? { upper: upper.target, window: upper.toCopy } : { ...inSource, width: copiedWidth }
  if (!repeats(lower.target, inTarget)) throw rowsShifted(files.target)
}

/** Requires the same of the target alone. @throws ProviderError rows_shifted */
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

/** Also true where nobody read the row. */
function repeats({ rowAbove }: RowsRead, { upper, window, width }: UpperRows): boolean {
  const at = window.lastRow - window.firstRow
  if (!rowAbove || at < 0) return true
  const isRepeated = (row: readonly Cell[] | undefined) =>
    row !== undefined && isSameRow(rowAbove.slice(0, width), row.slice(0, width))
  // A text may be split in the wrong places, its parsed rows never are.
  return isRepeated(upper.text?.rowAt(at)) || isRepeated(upper.rows[at] ?? [])
}

function rowsShifted(spreadsheet: Spreadsheet) {
  return requestError({ reason: 'rows_shifted', about: { file: pickFileFacts(spreadsheet) } })
}
