import { GoogleSpreadsheet } from 'google-spreadsheet'
import { CHUNK_ROWS, type Job } from './job.ts'

/**
 * The package google-spreadsheet as its README shows it: load, get rows, add rows. Rows are taken by pages, because one
 * request for all of them passes the provider's limit; a repeated copy clears and adds again, for it has no comparison.
 */
export async function googleSpreadsheet({ sheetsUrl, sourceId, targetId, columns, isRepeated }: Job): Promise<number> {
  const source = await firstTab(sheetsUrl, sourceId)
  const target = await firstTab(sheetsUrl, targetId)
  await source.loadHeaderRow()
  if (isRepeated) await target.clearRows()
  await target.setHeaderRow(source.headerValues)
  let cells = columns
  for (let offset = 0; offset < source.rowCount - 1; offset += CHUNK_ROWS) {
    const rows = await source.getRows({ offset, limit: CHUNK_ROWS })
    await target.addRows(
      rows.map((row) => row.toObject()),
      { raw: true },
    )
    cells += rows.length * columns
  }
  return cells
}

async function firstTab(sheetsUrl: string, spreadsheetId: string) {
  const spreadsheet = new GoogleSpreadsheet(spreadsheetId, { apiKey: 'none' })
  // The package knows no other address than Google's.
  Object.assign(spreadsheet, {
    sheetsApi: spreadsheet.sheetsApi.extend({ prefix: `${sheetsUrl}/v4/spreadsheets/${spreadsheetId}` }),
  })
  await spreadsheet.loadInfo()
  const tab = spreadsheet.sheetsByIndex[0]
  if (!tab) throw new Error(`The spreadsheet ${spreadsheetId} has no tab`)
  return tab
}
