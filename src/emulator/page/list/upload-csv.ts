import { requestJson } from '../api/request.ts'
import { changeSpreadsheet, createSpreadsheet } from '../api/spreadsheet.ts'
import { valuesPath } from '../api/values.ts'
import { quotedTab } from '../grid/cell-name.ts'
import { csvRows } from './csv-rows.ts'
import { type PackedRows, packRows } from './pack-rows.ts'

/** How far an upload is; `share` is the part of the file that was read, from 0 to 1. */
export interface UploadProgress {
  rowsWritten: number
  share: number
}

export interface UploadOptions {
  file: File
  /** Whether texts that look like numbers and dates become such, or every field stays text as it is. */
  convertsValues: boolean
  signal: AbortSignal
  onProgress: (progress: UploadProgress) => void
}

/**
 * Makes a spreadsheet named like the file and writes the file's rows into it, package by package.
 * @returns the id of the new spreadsheet, which keeps the rows written so far when the upload fails midway.
 */
export async function uploadCsv({ file, convertsValues, signal, onProgress }: UploadOptions): Promise<string> {
  let bytesRead = 0
  const rows = csvRows({ file, onBytes: (bytes) => (bytesRead = bytes) })
  let target: { id: string; sheetId: number; title: string } | undefined
  let grid = { rowCount: 1, columnCount: 1 }
  for await (const packed of packRows(rows)) {
    signal.throwIfAborted()
    const needed = {
      rowCount: packed.firstRow + packed.rowCount,
      columnCount: Math.max(grid.columnCount, packed.columnCount),
    }
    target ??= await createTarget(file.name, needed)
    if (packed.firstRow > 0) await growTarget(target, needed)
    grid = needed
    await writeRows({ target, packed, convertsValues, signal })
    onProgress({ rowsWritten: needed.rowCount, share: file.size ? bytesRead / file.size : 1 })
  }
  if (!target) throw new Error('The file holds no rows.')
  return target.id
}

async function createTarget(fileName: string, grid: { rowCount: number; columnCount: number }) {
  const spreadsheet = await createSpreadsheet(fileName.replace(/\.(csv|txt)$/i, ''), grid)
  const tab = spreadsheet.tabs[0]
  if (!tab) throw new Error('The provider made a spreadsheet without a tab.')
  return { id: spreadsheet.id, sheetId: tab.sheetId, title: tab.title }
}

async function growTarget(
  { id, sheetId }: { id: string; sheetId: number },
  gridProperties: { rowCount: number; columnCount: number },
) {
  const fields = 'gridProperties(rowCount,columnCount)'
  await changeSpreadsheet(id, [{ updateSheetProperties: { properties: { sheetId, gridProperties }, fields } }])
}

interface RowsWrite {
  target: { id: string; title: string }
  packed: PackedRows
  convertsValues: boolean
  signal: AbortSignal
}

async function writeRows({ target, packed, convertsValues, signal }: RowsWrite) {
  const range = `${quotedTab(target.title)}!A${packed.firstRow + 1}`
  const option = convertsValues ? 'USER_ENTERED' : 'RAW'
  await requestJson(`${valuesPath(target.id, range)}?valueInputOption=${option}`, {
    method: 'PUT',
    body: `{"range":${JSON.stringify(range)},"majorDimension":"ROWS","values":${packed.json}}`,
    signal,
  })
}
