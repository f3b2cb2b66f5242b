import type { sheets_v4 } from '@googleapis/sheets'
import { a1Range } from '#domain/copy/a1.ts'
import type { Area } from '#domain/copy/area.ts'
import type { Cell } from '#domain/copy/cell.ts'
import type { Computation } from '#domain/copy/computed-cell.ts'
import type { Entered } from '#domain/copy/entered.ts'
import { bareError } from '#domain/copy/error-cell.ts'
import type { CellFormat } from '#domain/copy/format-segment.ts'
import { MAX_COLUMNS, MAX_ROWS, pickFileFacts, type Table } from '#domain/copy/spreadsheet.ts'
import type { CellFacts, CellsRead, CellsRef } from '#engine/workbook.ts'
import type { ReadPart } from './read-sizes.ts'
import { type SheetsApi, TAB_FIELDS, toSpreadsheet } from './read-spreadsheet.ts'

interface FactReader<Fact> {
  fields: string
  read(cell: sheets_v4.Schema$CellData): Fact
}

const SET_FORMAT = 'userEnteredFormat.numberFormat'
const COMPUTATION = 'userEnteredValue.formulaValue,pivotTable,dataSourceTable'

const readers: { readonly [Name in keyof CellFacts]: FactReader<CellFacts[Name]> } = {
  entered: { fields: 'userEnteredValue', read: enteredIn },
  computation: { fields: COMPUTATION, read: detectComputation },
  isSpilled: {
    fields: 'userEnteredValue,effectiveValue',
    read: ({ userEnteredValue, effectiveValue }) => effectiveValue != null && userEnteredValue == null,
  },
  isResult: {
    fields: 'userEnteredValue,effectiveValue',
    read: ({ userEnteredValue, effectiveValue }) =>
      userEnteredValue?.formulaValue != null || (effectiveValue != null && userEnteredValue == null),
  },
  isComputed: {
    fields: `${COMPUTATION},dataSourceFormula,chipRuns`,
    read: (cell) =>
      detectComputation(cell) !== undefined || cell.dataSourceFormula != null || (cell.chipRuns ?? []).length > 0,
  },
  format: { fields: SET_FORMAT, read: setFormat },
  shown: {
    fields: `${SET_FORMAT},effectiveFormat.numberFormat,effectiveValue,formattedValue`,
    read: (cell) => ({
      format: setFormat(cell) ?? cell.effectiveFormat?.numberFormat,
      value: valueIn(cell.effectiveValue) ?? '',
      text: cell.formattedValue ?? '',
    }),
  },
  formatAndComputation: {
    fields: `${SET_FORMAT},${COMPUTATION}`,
    read: (cell) => ({ format: setFormat(cell), computation: detectComputation(cell) }),
  },
  formatComputationAndNote: {
    fields: `${SET_FORMAT},${COMPUTATION},note`,
    read: (cell) => ({ format: setFormat(cell), computation: detectComputation(cell), note: cell.note ?? '' }),
  },
  note: { fields: 'note', read: ({ note }) => note ?? '' },
  remark: {
    fields: 'userEnteredValue,note,pivotTable,dataSourceTable',
    read: (cell) => {
      const isTable = cell.pivotTable != null || cell.dataSourceTable != null
      return { entered: enteredIn(cell), note: cell.note ?? '', ...(isTable && { isTable }) }
    },
  },
  conversion: {
    fields: `${SET_FORMAT},dataValidation`,
    read: (cell) => ({ format: setFormat(cell), validation: cell.dataValidation?.condition?.type ?? undefined }),
  },
  errorType: {
    fields: 'effectiveValue.errorValue.type',
    read: ({ effectiveValue }) => effectiveValue?.errorValue && (effectiveValue.errorValue.type ?? 'ERROR'),
  },
  texts: {
    fields: 'userEnteredValue.stringValue,effectiveValue.stringValue',
    read: ({ userEnteredValue, effectiveValue }) => ({
      entered: userEnteredValue?.stringValue ?? undefined,
      shown: effectiveValue?.stringValue ?? undefined,
    }),
  },
}

function setFormat({ userEnteredFormat }: sheets_v4.Schema$CellData): CellFormat | undefined {
  return userEnteredFormat?.numberFormat
}

function detectComputation(cell: sheets_v4.Schema$CellData): Computation | undefined {
  if (cell.pivotTable != null) return 'pivot'
  if (cell.dataSourceTable != null) return 'connected'
  return cell.userEnteredValue?.formulaValue == null ? undefined : 'formula'
}

export function valueIn({ numberValue, boolValue, stringValue }: sheets_v4.Schema$ExtendedValue = {}): Cell {
  return numberValue ?? boolValue ?? stringValue ?? null
}

/** Returns a cell's content in the form needed to enter it again. */
export function enteredIn({ userEnteredValue }: sheets_v4.Schema$CellData): Entered | undefined {
  if (!userEnteredValue) return undefined
  const { formulaValue, errorValue } = userEnteredValue
  if (formulaValue != null) return { formula: formulaValue }
  return valueIn(userEnteredValue) ?? bareError(errorValue?.message) ?? null
}

const GRID_FIELDS = `${TAB_FIELDS},merges,basicFilter.range,tables(tableId,name,range,columnProperties(columnIndex,columnType)),protectedRanges(range,unprotectedRanges,warningOnly,requestingUserCanEdit)`

/** Reads a fact about the cells of a range, and facts about its tab. */
export async function readCells<Name extends keyof CellFacts>(
  { spreadsheets, sender }: SheetsApi,
  name: Name,
  { spreadsheet, range, canShrink }: ReadPart<CellsRef>,
): Promise<CellsRead<CellFacts[Name]>> {
  const { fields, read }: FactReader<CellFacts[Name]> = readers[name]
  const query = {
    spreadsheetId: spreadsheet.id,
    ranges: [a1Range(range)],
    fields: `spreadsheetId,properties(title,locale),sheets(${GRID_FIELDS},data.rowData.values(${fields}))`,
  }
  const { body, bytes } = await sender.send<sheets_v4.Schema$Spreadsheet>({
    kind: 'read',
    purpose: 'details',
    isIdempotent: true,
    canShrink,
    file: pickFileFacts(spreadsheet),
    call: (options) => spreadsheets.get(query, options),
  })
  const { data, merges = [], tables = [], protectedRanges = [], basicFilter } = body.sheets?.[0] ?? {}
  const closed = protectedRanges.filter(
    ({ warningOnly, requestingUserCanEdit }) => !warningOnly && !requestingUserCanEdit,
  )
  return {
    spreadsheet: { ...toSpreadsheet(spreadsheet.id, body), isPartial: true },
    rows: (data?.[0]?.rowData ?? []).map(({ values = [] }) => values.map(read)),
    bytes,
    merges: merges.map(toArea),
    tables: tables.map(toTable),
    protectedAreas: closed.map(({ range, unprotectedRanges = [] }) => ({
      ...toArea(range),
      open: unprotectedRanges.map(toArea),
    })),
    hasFilter: basicFilter !== undefined,
  }
}

/** Converts a range of the API. The API counts from 0, excludes the end, and omits bounds on open sides. */
function toArea(range: sheets_v4.Schema$GridRange = {}): Area {
  return {
    firstRow: (range.startRowIndex ?? 0) + 1,
    firstColumn: (range.startColumnIndex ?? 0) + 1,
    lastRow: range.endRowIndex ?? MAX_ROWS,
    lastColumn: range.endColumnIndex ?? MAX_COLUMNS,
  }
}

function toTable({ tableId, name, range, columnProperties = [] }: sheets_v4.Schema$Table): Table {
  const area = toArea(range)
  const typed = columnProperties.filter(({ columnType }) => columnType && columnType !== 'COLUMN_TYPE_UNSPECIFIED')
  const typedColumns = typed.map(({ columnIndex }) => area.firstColumn + (columnIndex ?? 0))
  return { tableId: tableId ?? '', name: name ?? '', area, typedColumns }
}
