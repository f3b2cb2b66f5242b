import { sheets } from '@googleapis/sheets'

/** All values of a tab, with their types, from the spreadsheet behind a link. */
export async function readValues(spreadsheetLink: string, tab: string): Promise<unknown[][]> {
  const { origin, pathname } = new URL(spreadsheetLink)
  const spreadsheetId = /\/d\/([\w-]+)/.exec(pathname)?.[1] ?? ''
  const read = await sheets({ version: 'v4', rootUrl: `${origin}/` }).spreadsheets.values.get({
    spreadsheetId,
    range: `'${tab}'`,
    valueRenderOption: 'UNFORMATTED_VALUE',
  })
  return read.data.values ?? []
}
