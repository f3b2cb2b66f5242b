import { sheets } from '@googleapis/sheets'

/** All values of a tab, with their types, read from the provider that a spreadsheet's link leads to. */
export async function valuesOf(spreadsheetLink: string, tab: string): Promise<unknown[][]> {
  const { api, spreadsheetId } = behind(spreadsheetLink)
  const read = await api.spreadsheets.values.get({
    spreadsheetId,
    range: `'${tab}'`,
    valueRenderOption: 'UNFORMATTED_VALUE',
  })
  return read.data.values ?? []
}

/** Changes one cell, as someone with the spreadsheet open would. */
export async function changeCell(spreadsheetLink: string, { range, value }: { range: string; value: string }) {
  const { api, spreadsheetId } = behind(spreadsheetLink)
  const requestBody = { values: [[value]] }
  await api.spreadsheets.values.update({ spreadsheetId, range, valueInputOption: 'USER_ENTERED', requestBody })
}

function behind(spreadsheetLink: string) {
  const { origin, pathname } = new URL(spreadsheetLink)
  const spreadsheetId = /\/d\/([\w-]+)/.exec(pathname)?.[1] ?? ''
  return { api: sheets({ version: 'v4', rootUrl: `${origin}/` }), spreadsheetId }
}
