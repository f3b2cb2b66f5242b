import type { sheets_v4 } from '@googleapis/sheets'
import type { TestApp } from './test-app.ts'

type Sheets = TestApp['sheets']

interface NewSpreadsheet {
  title?: string
  /** Tabs by name, or with more properties. The first tab gets the values. */
  tabs?: readonly (string | sheets_v4.Schema$SheetProperties)[]
  values?: unknown[][]
  /** Whether to enter values as a person would, so texts become formulas, numbers and dates. Default: unchanged values. */
  isEntered?: boolean
}

/** Creates a spreadsheet with values from A1 on. Returns its ID. */
export async function createSpreadsheet(
  sheets: Sheets,
  { title, tabs = [], values = [], isEntered = false }: NewSpreadsheet = {},
): Promise<string> {
  const requestBody = {
    ...(title !== undefined && { properties: { title } }),
    ...(tabs.length > 0 && {
      sheets: tabs.map((tab) => ({ properties: typeof tab === 'string' ? { title: tab } : tab })),
    }),
  }
  const { spreadsheetId } = (await sheets.spreadsheets.create({ requestBody })).data
  if (!spreadsheetId) throw new Error('The new spreadsheet has no ID')
  const fill = isEntered ? enterValues : writeValues
  if (values.length > 0) await fill(sheets, { spreadsheetId, values })
  return spreadsheetId
}

interface WrittenRange {
  spreadsheetId: string
  /** A1 of the first tab by default. */
  range?: string
  values: unknown[][]
}

/** Enters values into a range, as a person would. */
export async function enterValues(
  sheets: Sheets,
  { spreadsheetId, range = 'A1', values }: WrittenRange,
): Promise<void> {
  const valueInputOption = 'USER_ENTERED'
  await sheets.spreadsheets.values.update({ spreadsheetId, range, valueInputOption, requestBody: { values } })
}

/** Writes values into a range unchanged. */
export async function writeValues(
  sheets: Sheets,
  { spreadsheetId, range = 'A1', values }: WrittenRange,
): Promise<void> {
  const valueInputOption = 'RAW'
  await sheets.spreadsheets.values.update({ spreadsheetId, range, valueInputOption, requestBody: { values } })
}
