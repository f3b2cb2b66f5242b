import { sheets } from '@googleapis/sheets'

/** All values of a tab, with their types, from the spreadsheet behind a link. */
export async function readValues(spreadsheetLink: string, tab: string): Promise<unknown[][]> {
  const { api, spreadsheetId } = providerBehind(spreadsheetLink)
  const read = await api.spreadsheets.values.get({
    spreadsheetId,
    range: `'${tab}'`,
    valueRenderOption: 'UNFORMATTED_VALUE',
  })
  return read.data.values ?? []
}

/** Writes one cell as a user who has the spreadsheet open. */
export async function writeCell(spreadsheetLink: string, { range, value }: { range: string; value: string }) {
  const { api, spreadsheetId } = providerBehind(spreadsheetLink)
  const requestBody = { values: [[value]] }
  await api.spreadsheets.values.update({ spreadsheetId, range, valueInputOption: 'USER_ENTERED', requestBody })
}

function providerBehind(spreadsheetLink: string) {
  const { origin, pathname } = new URL(spreadsheetLink)
  const spreadsheetId = /\/d\/([\w-]+)/.exec(pathname)?.[1] ?? ''
  return { api: sheets({ version: 'v4', rootUrl: `${origin}/` }), spreadsheetId }
}
