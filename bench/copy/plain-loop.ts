import { sheets } from '@googleapis/sheets'
import { type Contender, LOOP_ROWS } from './copy-job.ts'

/** Copies in the obvious way: a loop reads and writes chunks with the official client, and trusts its writes. */
export const plainLoop: Contender = (job) => copy(job, { isChecked: false })

/** Copies with a plain loop that also checks the values in the response of each write. */
export const checkedLoop: Contender = (job) => copy(job, { isChecked: true })

async function copy(
  { sheetsUrl, sourceId, targetId, rows, columns }: Parameters<Contender>[0],
  { isChecked }: { isChecked: boolean },
): ReturnType<Contender> {
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
  for (let first = 1; first <= rows; first += LOOP_ROWS) {
    const range = `Sheet1!A${first}:J${Math.min(first + LOOP_ROWS - 1, rows)}`
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
      ...(isChecked && { includeValuesInResponse: true, responseValueRenderOption: 'UNFORMATTED_VALUE' }),
    })
    if (isChecked && !isSame(values, written.data.updatedData?.values ?? [])) throw new Error(`${range} differs`)
    cells += written.data.updatedCells ?? 0
  }
  return { cells }
}

function isSame(sent: readonly unknown[][], held: readonly unknown[][]): boolean {
  return sent.every((row, down) => row.every((cell, at) => cell === held[down]?.[at]))
}
