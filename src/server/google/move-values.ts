import type { sheets_v4 } from '@googleapis/sheets'
import type { Area } from '#domain/copy/area.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { destinationOf, type Move } from '#domain/copy/move.ts'
import { isTemporary, ProviderError } from './provider-error.ts'
import type { RequestSender } from './request-sender.ts'
import { type Spreadsheet, spreadsheetName } from './spreadsheet.ts'

export interface ValueMoves {
  spreadsheet: Pick<Spreadsheet, 'id' | 'title'>
  sheetId: number
  /** Applied in this order, all of them or none. */
  moves: readonly Move[]
  /** In A1 notation: rows whose values are returned, from their first column on. */
  probes: readonly string[]
}

export type MoveOutcome =
  /** With what the probed rows hold now, by row. */
  | { kind: 'moved'; rows: ReadonlyMap<number, readonly Cell[]> }
  /** Nothing was changed. */
  | { kind: 'refused' }
  /** All moves were applied, or none, or they still will be. */
  | { kind: 'unknown' }

interface Api {
  spreadsheets: sheets_v4.Resource$Spreadsheets
  sender: RequestSender
}

const PROBED = 'updatedSpreadsheet.sheets.data(startRow,rowData.values.effectiveValue)'

/** Sent once: applied a second time, it would move the cells further. */
export async function moveValues(
  { spreadsheets, sender }: Api,
  { spreadsheet, sheetId, moves, probes }: ValueMoves,
): Promise<MoveOutcome> {
  const { id } = spreadsheet
  const params = { spreadsheetId: id, fields: PROBED, requestBody: {} }
  try {
    const { body } = await sender.send<sheets_v4.Schema$BatchUpdateSpreadsheetResponse>({
      kind: 'write',
      purpose: 'value_writes',
      isIdempotent: false,
      isOptional: true,
      spreadsheetId: id,
      file: spreadsheetName(spreadsheet),
      call: (options) => spreadsheets.batchUpdate(params, options),
      body: {
        requests: moves.map((move) => moveRequest(move, sheetId)),
        includeSpreadsheetInResponse: true,
        responseRanges: probes,
      },
    })
    return { kind: 'moved', rows: probedRows(body) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (!isTemporary(error)) return { kind: 'refused' }
    await sender.backOff(1)
    return { kind: 'unknown' }
  }
}

/** Values alone: formats, notes and rules stay where they are, and so do references of formulas. */
function moveRequest(move: Move, sheetId: number): sheets_v4.Schema$Request {
  const source = toRange(move.from, sheetId)
  const destination = toRange(destinationOf(move), sheetId)
  return { copyPaste: { source, destination, pasteType: 'PASTE_VALUES', pasteOrientation: 'NORMAL' } }
}

function toRange({ firstRow, firstColumn, lastRow, lastColumn }: Area, sheetId: number): sheets_v4.Schema$GridRange {
  const rows = { startRowIndex: firstRow - 1, endRowIndex: lastRow }
  return { sheetId, ...rows, startColumnIndex: firstColumn - 1, endColumnIndex: lastColumn }
}

function probedRows({ updatedSpreadsheet }: sheets_v4.Schema$BatchUpdateSpreadsheetResponse): Map<number, Cell[]> {
  const rows = new Map<number, Cell[]>()
  for (const { startRow, rowData } of updatedSpreadsheet?.sheets?.[0]?.data ?? []) {
    const cells = (rowData?.[0]?.values ?? []).map(({ effectiveValue }) => valueIn(effectiveValue))
    rows.set((startRow ?? 0) + 1, cells)
  }
  return rows
}

function valueIn({ numberValue, boolValue, stringValue }: sheets_v4.Schema$ExtendedValue = {}): Cell {
  return numberValue ?? boolValue ?? stringValue ?? null
}
