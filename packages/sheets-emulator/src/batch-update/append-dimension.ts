import { invalidArgument } from '../google-error.ts'
import { int32, message } from '../messages/proto-fields.ts'
import { resizeSheet } from '../store/resize-sheet.ts'
import { requireOpenSheet } from '../values/editor.ts'
import { dimensionChoice, requireDimension } from './dimension-range.ts'
import { requestKind } from './request-kind.ts'
import { requireGrid } from './require-sheet.ts'

const schema = message('AppendDimensionRequest', { sheetId: int32(), dimension: dimensionChoice, length: int32() })

export const appendDimension = requestKind(schema, (context, { sheetId, dimension, length = 0 }) => {
  const sheet = requireGrid(context, sheetId)
  requireOpenSheet(context, sheet)
  const isRows = requireDimension(dimension) === 'ROWS'
  if (length < 1) throw invalidArgument('length must be greater than 0.')
  const size = isRows ? { rowCount: sheet.rowCount + length } : { columnCount: sheet.columnCount + length }
  resizeSheet(context.store, { sheet, ...size })
  return {}
})
