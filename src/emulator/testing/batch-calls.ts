import type { sheets_v4 } from '@googleapis/sheets'
import type { World } from './open-world.ts'

export type Requests = sheets_v4.Schema$Request[]

/** Sends one batch and gives its reply. */
export async function apply({ spreadsheets, spreadsheetId }: World, requests: Requests, options: object = {}) {
  const { data } = await spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests, ...options } })
  return data
}

/** The properties of all tabs, from left to right. */
export async function properties({ spreadsheets, spreadsheetId }: World) {
  const { data } = await spreadsheets.get({ spreadsheetId, fields: 'sheets.properties' })
  return (data.sheets ?? []).map((sheet) => sheet.properties ?? {})
}

export async function titles(world: World) {
  return (await properties(world)).map((sheet) => sheet.title)
}

/** Writes a table from the first cell of a range on. */
export async function put(
  { values, spreadsheetId }: World,
  range: string,
  table: unknown[][],
  valueInputOption = 'RAW',
) {
  await values.update({ spreadsheetId, range, valueInputOption, requestBody: { values: table } })
}

/** The formatted values of a range. */
export async function get({ values, spreadsheetId }: World, range = 'Sheet1') {
  return (await values.get({ spreadsheetId, range })).data.values
}
