import type { sheets_v4 } from '@googleapis/sheets'
import { a1Range, type TabRange } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { RowsText } from '#domain/copy/rows-text.ts'
import { pickFileFacts } from '#domain/copy/spreadsheet.ts'
import type { ValuesRead, ValuesRef } from '#engine/workbook.ts'
import { valueIn } from './read-cells.ts'
import type { ReadPart } from './read-sizes.ts'
import type { SheetsApi } from './read-spreadsheet.ts'

const FIELDS =
  'sheets(properties(title,gridProperties(rowCount,columnCount)),data(rowMetadata(hiddenByUser,hiddenByFilter),rowData.values.effectiveValue))'

/** Bytes of a cell in this response per byte of its value. Windows are sized by the bytes of values. */
const BYTES_PER_VALUE_BYTE = 6

/** Reads shown values together with the hidden rows, so nobody can move rows between two reads. */
export async function readVisibleRows(
  { spreadsheets, sender }: SheetsApi,
  { spreadsheet, range, canShrink }: ReadPart<ValuesRef>,
): Promise<ValuesRead> {
  const { body, bytes } = await sender.send<ReceivedRows>({
    kind: 'read',
    purpose: 'values',
    isIdempotent: true,
    canShrink,
    file: pickFileFacts(spreadsheet),
    call: (options) =>
      spreadsheets.get({ spreadsheetId: spreadsheet.id, ranges: [a1Range(range)], fields: FIELDS }, options),
    parse: (text) => receiveRows(JSON.parse(text) as sheets_v4.Schema$Spreadsheet, range),
    cellsIn: ({ rows }) => rows.reduce((sum, row) => sum + row.length, 0),
  })
  return { ...body, bytes: Math.ceil(bytes / BYTES_PER_VALUE_BYTE) }
}

type ReceivedRows = Omit<ValuesRead, 'bytes'>

/** The rows as `values.batchGet` would show them. */
export function receiveRows({ sheets }: sheets_v4.Schema$Spreadsheet, range: TabRange): ReceivedRows {
  const { properties, data } = sheets?.[0] ?? {}
  const { rowData = [], rowMetadata = [] } = data?.[0] ?? {}
  const rows = rowData.map(({ values = [] }) => withoutEmptyEnd(values.map(shownIn), (cell) => cell === ''))
  const filled = withoutEmptyEnd(rows, (row) => row.length === 0)
  const hidden = rowMetadata.flatMap(({ hiddenByUser, hiddenByFilter }, at) =>
    hiddenByUser || hiddenByFilter ? [range.firstRow + at] : [],
  )
  const { rowCount, columnCount } = properties?.gridProperties ?? {}
  const inGrid = rowCount &&
    columnCount && {
      ...range,
      tab: properties?.title ?? range.tab,
      lastRow: Math.min(range.lastRow, rowCount),
      lastColumn: Math.min(range.lastColumn, columnCount),
    }
  return { rows: filled, text: new RowsText(JSON.stringify(filled)), hidden, inGrid: inGrid || undefined }
}

/** Words for errors, as `values.batchGet` returns them before the error's message, in English at least. */
const ERROR_TOKENS: Readonly<Record<string, string>> = {
  NULL_VALUE: '#NULL!',
  DIVIDE_BY_ZERO: '#DIV/0!',
  VALUE: '#VALUE!',
  REF: '#REF!',
  NAME: '#NAME?',
  NUM: '#NUM!',
  N_A: '#N/A',
  LOADING: 'Loading...',
}

function shownIn({ effectiveValue }: sheets_v4.Schema$CellData): Cell {
  const error = effectiveValue?.errorValue
  if (!error) return valueIn(effectiveValue ?? {}) ?? ''
  const token = ERROR_TOKENS[error.type ?? ''] ?? '#ERROR!'
  return error.message ? `${token} (${error.message})` : token
}

function withoutEmptyEnd<Item>(items: Item[], isEmpty: (item: Item) => boolean): Item[] {
  return items.slice(0, items.findLastIndex((item) => !isEmpty(item)) + 1)
}
