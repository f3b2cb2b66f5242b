import { invalidArgument } from '../google-error.ts'
import { choice, int32, message } from '../messages/proto-fields.ts'
import { dimensions } from '../values/value-options.ts'

export const dimensionChoice = choice('Dimension', dimensions)

export const dimensionRange = message('DimensionRange', {
  sheetId: int32(),
  dimension: dimensionChoice,
  startIndex: int32(),
  endIndex: int32(),
})

export type GridDimension = 'ROWS' | 'COLUMNS'

export function requireDimension(dimension: string | undefined): GridDimension {
  if (dimension === 'ROWS' || dimension === 'COLUMNS') return dimension
  throw invalidArgument('No dimension specified.')
}
