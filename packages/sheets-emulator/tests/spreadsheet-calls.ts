import type { sheets_v4 } from '@googleapis/sheets'
import type { TestEmulator } from './test-emulator.ts'

export type BatchRequests = sheets_v4.Schema$Request[]

/** Sends one `spreadsheets.batchUpdate` and returns its reply. */
export async function batchUpdate(
  { spreadsheets, spreadsheetId }: TestEmulator,
  requests: BatchRequests,
  options: object = {},
) {
  const { data } = await spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests, ...options } })
  return data
}

/** The properties of all tabs, from left to right. */
export async function tabProperties({ spreadsheets, spreadsheetId }: TestEmulator) {
  const { data } = await spreadsheets.get({ spreadsheetId, fields: 'sheets.properties' })
  return (data.sheets ?? []).map((sheet) => sheet.properties ?? {})
}

export async function tabTitles(provider: TestEmulator) {
  return (await tabProperties(provider)).map((sheet) => sheet.title)
}

/** Writes a table, starting at the first cell of the range, and returns the reply. */
export async function writeTable(
  { values, spreadsheetId }: TestEmulator,
  range: string,
  table: unknown[][],
  valueInputOption = 'RAW',
) {
  const { data } = await values.update({ spreadsheetId, range, valueInputOption, requestBody: { values: table } })
  return data
}

/** The `ValueRange` reply for a range. */
export async function readRange({ values, spreadsheetId }: TestEmulator, range = 'Sheet1', options: object = {}) {
  const { data } = await values.get({ spreadsheetId, range, ...options })
  return data
}

/** The formatted values of a range. */
export async function readTable(provider: TestEmulator, range = 'Sheet1') {
  return (await readRange(provider, range)).values
}
