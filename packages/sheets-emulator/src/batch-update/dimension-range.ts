import type { z } from 'zod'
import { invalidArgument } from '../google-error.ts'
import { choice, int32, message } from '../messages/proto-fields.ts'
import type { Sheet } from '../store/sheets.ts'
import { dimensions } from '../values/value-options.ts'
import type { BatchContext } from './request-kind.ts'
import { requireGrid } from './require-sheet.ts'

export const dimensionChoice = choice('Dimension', dimensions)

export const dimensionRangeMessage = message('DimensionRange', {
  sheetId: int32(),
  dimension: dimensionChoice,
  startIndex: int32(),
  endIndex: int32(),
})

type DimensionRangeBody = z.infer<typeof dimensionRangeMessage>

/** Rows or columns from `start` up to but excluding `end`. `count` is the total number of rows or columns in the tab. */
export interface DimensionSpan {
  sheet: Sheet
  isRows: boolean
  start: number
  end: number
  count: number
}

/** @throws GoogleError when the tab is unknown, the dimension is missing or the span is empty. */
export function requireSpan(context: BatchContext, sent: DimensionRangeBody = {}): DimensionSpan {
  const sheet = requireGrid(context, sent.sheetId)
  const isRows = requireDimension(sent.dimension) === 'ROWS'
  const count = isRows ? sheet.rowCount : sheet.columnCount
  const { startIndex: start = 0, endIndex: end = count } = sent
  if (start < 0 || end < 0) throw invalidArgument('DimensionRange indexes must be >= 0')
  if (end <= start && start < count) throw invalidArgument('range.endIndex must be greater than range.startIndex')
  return { sheet, isRows, start, end, count }
}

export function requireDimension(dimension: string | undefined): 'ROWS' | 'COLUMNS' {
  if (dimension === 'ROWS' || dimension === 'COLUMNS') return dimension
  throw invalidArgument('No dimension specified.')
}
