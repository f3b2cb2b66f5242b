import { sheets } from '@googleapis/sheets'

/** All values of a tab, with their types, read from the provider that a spreadsheet's link leads to. */
export async function valuesOf(spreadsheetLink: string, tab: string): Promise<unknown[][]> {
  const { origin, pathname } = new URL(spreadsheetLink)
  const spreadsheetId = /\/d\/([\w-]+)/.exec(pathname)?.[1] ?? ''
  const api = sheets({ version: 'v4', rootUrl: `${origin}/` })
  const read = await api.spreadsheets.values.get({
    spreadsheetId,
    range: `'${tab}'`,
    valueRenderOption: 'UNFORMATTED_VALUE',
  })
  return read.data.values ?? []
}
