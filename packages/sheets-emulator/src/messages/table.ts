import type { z } from 'zod'
import type { Table } from '../store/sheet-features.ts'
import type { Sheet } from '../store/sheets.ts'
import { gridRangeMessage, gridRangeResource } from './grid-range.ts'
import { choice, int32, list, looseMessage, message, text } from './proto-fields.ts'

const columnTypes = [
  'COLUMN_TYPE_UNSPECIFIED',
  'DOUBLE',
  'CURRENCY',
  'PERCENT',
  'DATE',
  'TIME',
  'DATE_TIME',
  'TEXT',
  'BOOLEAN',
  'DROPDOWN',
  'FILES_CHIP',
  'PEOPLE_CHIP',
  'FINANCE_CHIP',
  'PLACE_CHIP',
  'RATINGS_CHIP',
] as const

export const tableMessage = message('Table', {
  tableId: text(),
  name: text(),
  range: gridRangeMessage.optional(),
  rowsProperties: looseMessage('TableRowsProperties'),
  columnProperties: list(
    message('TableColumnProperties', {
      columnIndex: int32(),
      columnName: text(),
      columnType: choice('ColumnType', columnTypes),
      dataValidationRule: looseMessage('TableColumnDataValidationRule'),
    }),
  ),
})

export type SentTable = z.infer<typeof tableMessage>

/** The `Table` message. Like Google, omits a column index of 0. */
export function tableResource(sheet: Sheet, { tableId, name, box, rowsProperties, columns }: Table): object {
  return {
    tableId,
    name,
    range: gridRangeResource(sheet, box),
    ...(rowsProperties && { rowsProperties }),
    columnProperties: columns.map(({ columnIndex, ...column }) => ({
      ...(columnIndex !== 0 && { columnIndex }),
      ...column,
    })),
  }
}
