import type { TestApp } from './test-app.ts'

type Sheets = TestApp['sheets']

/** Creates a spreadsheet with values from A1 on, entered as a person would. Returns its ID. */
export async function createSpreadsheet(
  sheets: Sheets,
  { title, values = [] }: { title?: string; values?: unknown[][] } = {},
): Promise<string> {
  const requestBody = title === undefined ? {} : { properties: { title } }
  const { spreadsheetId } = (await sheets.spreadsheets.create({ requestBody })).data
  if (!spreadsheetId) throw new Error('The new spreadsheet has no ID')
  if (values.length > 0) await enterValues(sheets, { spreadsheetId, range: 'A1', values })
  return spreadsheetId
}

/** Enters values into a range, as a person would. */
export async function enterValues(
  sheets: Sheets,
  { spreadsheetId, range, values }: { spreadsheetId: string; range: string; values: unknown[][] },
): Promise<void> {
  const valueInputOption = 'USER_ENTERED'
  await sheets.spreadsheets.values.update({ spreadsheetId, range, valueInputOption, requestBody: { values } })
}
