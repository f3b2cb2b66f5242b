import { GoogleSpreadsheet } from 'google-spreadsheet'
import { type Contender, LOOP_ROWS } from '../copy/copy-job.ts'

/**
 * The google-spreadsheet package, used as in its README: load, get rows, add rows. Copies in pages, because one request
 * for all rows would exceed the provider's limit. A repeated copy clears the target first, because the package cannot
 * compare rows.
 */
export const peer: Contender = async ({ sheetsUrl, sourceId, targetId, columns, isRepeated }) => {
  const source = await firstTab(sheetsUrl, sourceId)
  const target = await firstTab(sheetsUrl, targetId)
  await source.loadHeaderRow()
  if (isRepeated) await target.clearRows()
  await target.setHeaderRow(source.headerValues)
  let cells = columns
  for (let offset = 0; offset < source.rowCount - 1; offset += LOOP_ROWS) {
    const rows = await source.getRows({ offset, limit: LOOP_ROWS })
    await target.addRows(
      rows.map((row) => row.toObject()),
      { raw: true },
    )
    cells += rows.length * columns
  }
  return { cells }
}

async function firstTab(sheetsUrl: string, spreadsheetId: string) {
  const spreadsheet = new GoogleSpreadsheet(spreadsheetId, { apiKey: 'none' })
  // The package has no option for the URL of the API.
  Object.assign(spreadsheet, {
    sheetsApi: spreadsheet.sheetsApi.extend({ prefix: `${sheetsUrl}/v4/spreadsheets/${spreadsheetId}` }),
  })
  await spreadsheet.loadInfo()
  const tab = spreadsheet.sheetsByIndex[0]
  if (!tab) throw new Error(`Spreadsheet ${spreadsheetId} has no tab`)
  return tab
}
