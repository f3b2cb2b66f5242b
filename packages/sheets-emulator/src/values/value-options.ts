export const dimensions = ['DIMENSION_UNSPECIFIED', 'ROWS', 'COLUMNS'] as const
export const valueRenderOptions = ['FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA'] as const
export const dateTimeRenderOptions = ['SERIAL_NUMBER', 'FORMATTED_STRING'] as const
export const valueInputOptions = ['INPUT_VALUE_OPTION_UNSPECIFIED', 'RAW', 'USER_ENTERED'] as const
export const insertDataOptions = ['OVERWRITE', 'INSERT_ROWS'] as const

type Dimension = (typeof dimensions)[number]
type ValueRenderOption = (typeof valueRenderOptions)[number]
type DateTimeRenderOption = (typeof dateTimeRenderOptions)[number]
export type ValueInputOption = (typeof valueInputOptions)[number]
export type InsertDataOption = (typeof insertDataOptions)[number]

export interface RenderOptions {
  valueRenderOption: ValueRenderOption
  dateTimeRenderOption: DateTimeRenderOption
  /** How a spreadsheet in another language words errors: `#NV` instead of `#N/A`. */
  errorWords?: ErrorWords
}

export type ErrorWords = Readonly<Record<string, string>>

export interface ReadOptions extends RenderOptions {
  majorDimension: Dimension
}
