import type { sheets_v4 } from '@googleapis/sheets'
import { type RemovedCell, type RemovedRow, type RowStep, rowsAfterSort } from '#domain/beside/row-steps.ts'
import { isFormula } from '#domain/copy/entered.ts'
import { pickFileFacts, type Tab } from '#domain/copy/spreadsheet.ts'
import { isTemporary, ProviderError } from '#engine/provider-error.ts'
import type { MovedRows } from '#engine/workbook.ts'
import { ROWS_VERSION, readSpreadsheet, type SheetsApi } from './read-spreadsheet.ts'

/**
 * Moves whole rows of a tab in a single request, all steps or none. The request is never repeated, because a second request
 * would move rows again. If its response is lost, the version of the rows shows whether the rows moved.
 */
export async function moveRows(api: SheetsApi, { spreadsheet, tab, moves }: MovedRows): Promise<void> {
  const { sheetId } = tab
  const requests = [...moves.steps.flatMap((step) => requestsFor(tab, step)), ...versionRequests(sheetId, moves.to)]
  try {
    await api.sender.send({
      kind: 'write',
      purpose: 'structure_writes',
      isIdempotent: false,
      file: pickFileFacts(spreadsheet),
      call: (options) => api.spreadsheets.batchUpdate({ spreadsheetId: spreadsheet.id, requestBody: {} }, options),
      body: { requests },
    })
  } catch (error) {
    if (!(error instanceof ProviderError && isTemporary(error))) throw error
    await api.sender.backOff(1)
    const { tabs } = await readSpreadsheet(api, spreadsheet.id)
    if (tabs.find((each) => each.sheetId === sheetId)?.rowsVersion !== moves.to) throw error
  }
}

function requestsFor({ sheetId, columnCount }: Tab, step: RowStep): sheets_v4.Schema$Request[] {
  const rows = (row: number, count = 1) => ({
    sheetId,
    dimension: 'ROWS',
    startIndex: row - 1,
    endIndex: row - 1 + count,
  })
  const cells = (
    row: number,
    { count = 1, columns }: { count?: number; columns?: readonly [number, number] } = {},
  ) => ({
    sheetId,
    startRowIndex: row - 1,
    endRowIndex: row - 1 + count,
    ...(columns && { startColumnIndex: columns[0] - 1, endColumnIndex: columns[1] }),
  })
  switch (step.kind) {
    case 'insert':
      // New rows inherit the format of the row above, which is inside the region.
      return [{ insertDimension: { range: rows(step.row, step.count), inheritFromBefore: true } }]
    case 'delete':
      return [{ deleteDimension: { range: rows(step.row, step.count) } }]
    case 'move':
      return [{ moveDimension: { source: rows(step.row, step.count), destinationIndex: step.to - 1 } }]
    case 'sort':
      return sortRequests({ sheetId, columnCount, step })
    case 'copy':
      return [{ copyPaste: { source: cells(step.row), destination: cells(step.to), pasteType: 'PASTE_NORMAL' } }]
    case 'clear':
      return step.columns.map((columns) => ({
        repeatCell: { range: cells(step.row, { columns }), cell: {}, fields: 'userEnteredValue,note' },
      }))
    case 'fill': {
      const { columns, count } = step
      const [source, destination] = [cells(step.row, { columns }), cells(step.to, { count, columns })]
      return [{ copyPaste: { source, destination, pasteType: 'PASTE_FORMULA' } }]
    }
    case 'restore':
      return step.rows.flatMap((row) => restoreRequests(sheetId, row))
  }
}

interface SortedTab extends Pick<Tab, 'sheetId' | 'columnCount'> {
  step: Extract<RowStep, { kind: 'sort' }>
}

/**
 * Sorts rows by their new places, kept in a temporary column during the sort. Somebody may have inserted a column since the tab
 * was read. Therefore, the temporary column is inserted at its index, and the sort covers all columns.
 */
function sortRequests({ sheetId, columnCount, step }: SortedTab): sheets_v4.Schema$Request[] {
  const rows = rowsAfterSort(step).map((row) => ({ values: [{ userEnteredValue: { numberValue: row } }] }))
  const startRowIndex = step.row - 1
  const range = { sheetId, startRowIndex, endRowIndex: startRowIndex + rows.length, startColumnIndex: 0 }
  const places = { sheetId, dimension: 'COLUMNS', startIndex: columnCount, endIndex: columnCount + 1 }
  return [
    { insertDimension: { range: places, inheritFromBefore: true } },
    {
      updateCells: {
        start: { sheetId, rowIndex: startRowIndex, columnIndex: columnCount },
        rows,
        fields: 'userEnteredValue',
      },
    },
    { sortRange: { range, sortSpecs: [{ dimensionIndex: columnCount, sortOrder: 'ASCENDING' }] } },
    { deleteDimension: { range: places } },
  ]
}

function restoreRequests(sheetId: number, { row, cells }: RemovedRow): sheets_v4.Schema$Request[] {
  return cells.map(({ column, entered, note }) => ({
    updateCells: {
      start: { sheetId, rowIndex: row - 1, columnIndex: column - 1 },
      rows: [{ values: [{ userEnteredValue: enteredValue(entered), note }] }],
      fields: 'userEnteredValue,note',
    },
  }))
}

function enteredValue(entered: RemovedCell['entered']): sheets_v4.Schema$ExtendedValue {
  if (isFormula(entered)) return { formulaValue: entered.formula }
  if (typeof entered === 'number') return { numberValue: entered }
  if (typeof entered === 'boolean') return { boolValue: entered }
  return entered === null || entered === '' ? {} : { stringValue: entered }
}

function versionRequests(sheetId: number, version: string): sheets_v4.Schema$Request[] {
  const location = { sheetId }
  const developerMetadataLookup = { metadataKey: ROWS_VERSION, metadataLocation: location }
  const added = { metadataKey: ROWS_VERSION, metadataValue: version, location, visibility: 'DOCUMENT' }
  return [
    { deleteDeveloperMetadata: { dataFilter: { developerMetadataLookup } } },
    { createDeveloperMetadata: { developerMetadata: added } },
  ]
}
