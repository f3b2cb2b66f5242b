import { sheets } from '@googleapis/sheets'
import { CHUNK_ROWS, type Copied, type CopyJob } from './copy-job.ts'

/** The obvious solution: a loop that reads and writes chunks with the official client. */
export async function plainLoop({ sheetsUrl, sourceId, targetId, rows, columns }: CopyJob): Promise<Copied> {
  const api = sheets({ version: 'v4', rootUrl: `${sheetsUrl}/` })
  await api.spreadsheets.batchUpdate({
    spreadsheetId: targetId,
    requestBody: {
      requests: [
        {
          updateSheetProperties: {
            properties: { sheetId: 0, gridProperties: { rowCount: rows, columnCount: columns } },
            fields: 'gridProperties(rowCount,columnCount)',
          },
        },
      ],
    },
  })
  let cells = 0
  for (let first = 1; first <= rows; first += CHUNK_ROWS) {
    const range = `Sheet1!A${first}:J${Math.min(first + CHUNK_ROWS - 1, rows)}`
    const read = await api.spreadsheets.values.get({
      spreadsheetId: sourceId,
      range,
      valueRenderOption: 'UNFORMATTED_VALUE',
    })
    const values = read.data.values ?? []
    const written = await api.spreadsheets.values.update({
      spreadsheetId: targetId,
      range,
      valueInputOption: 'RAW',
      requestBody: { values },
    })
    cells += written.data.updatedCells ?? 0
  }
  return { cells }
}
