import { requestJson } from '../api/request.ts'
import { changeSpreadsheet, createSpreadsheet } from '../api/spreadsheet.ts'
import { valuesPath } from '../api/values.ts'
import { quoteTitle } from '../cells/cell-name.ts'
import { batchRows, type RowBatch } from './batch-rows.ts'
import { csvRows } from './csv-rows.ts'

/** The progress of an upload. `share` is the fraction of the file read so far, from 0 to 1. */
export interface UploadProgress {
  rowsWritten: number
  share: number
}

export interface UploadOptions {
  file: File
  /** Whether to convert text that looks like a number or date. Otherwise every field stays text. */
  convertsValues: boolean
  signal: AbortSignal
  onProgress: (progress: UploadProgress) => void
}

/**
 * Creates a spreadsheet named after the file and writes the file's rows to it in batches. If the upload fails midway, the
 * spreadsheet keeps the rows written so far.
 * @returns the ID of the new spreadsheet.
 */
export async function uploadCsv({ file, convertsValues, signal, onProgress }: UploadOptions): Promise<string> {
  let bytesRead = 0
  const rows = csvRows({ file, onBytes: (bytes) => (bytesRead = bytes) })
  let target: { id: string; sheetId: number; title: string } | undefined
  let grid = { rowCount: 1, columnCount: 1 }
  for await (const batch of batchRows(rows)) {
    signal.throwIfAborted()
    const needed = {
      rowCount: batch.firstRow + batch.rowCount,
      columnCount: Math.max(grid.columnCount, batch.columnCount),
    }
    target ??= await createTarget(file.name, needed)
    if (batch.firstRow > 0) await growTarget(target, needed)
    grid = needed
    await writeRows({ target, batch, convertsValues, signal })
    onProgress({ rowsWritten: needed.rowCount, share: file.size ? bytesRead / file.size : 1 })
  }
  if (!target) throw new Error('The file has no rows.')
  return target.id
}

async function createTarget(fileName: string, grid: { rowCount: number; columnCount: number }) {
  const spreadsheet = await createSpreadsheet(fileName.replace(/\.(csv|txt)$/i, ''), grid)
  const tab = spreadsheet.tabs[0]
  if (!tab) throw new Error('The provider created a spreadsheet without a tab.')
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
  batch: RowBatch
  convertsValues: boolean
  signal: AbortSignal
}

async function writeRows({ target, batch, convertsValues, signal }: RowsWrite) {
  const range = `${quoteTitle(target.title)}!A${batch.firstRow + 1}`
  const option = convertsValues ? 'USER_ENTERED' : 'RAW'
  await requestJson(`${valuesPath(target.id, range)}?valueInputOption=${option}`, {
    method: 'PUT',
    body: `{"range":${JSON.stringify(range)},"majorDimension":"ROWS","values":${batch.json}}`,
    signal,
  })
}
