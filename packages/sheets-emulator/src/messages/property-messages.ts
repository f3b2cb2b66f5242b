import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { notKept, notSupported } from '../google-error.ts'
import { defaultFormat, spreadsheetTheme } from './default-format.ts'
import { choice, flag, int32, looseMessage, message, text } from './proto-fields.ts'

const sheetTypes = ['SHEET_TYPE_UNSPECIFIED', 'GRID', 'OBJECT', 'DATA_SOURCE'] as const
const recalculationIntervals = ['RECALCULATION_INTERVAL_UNSPECIFIED', 'ON_CHANGE', 'MINUTE', 'HOUR'] as const

export const sheetPropertiesMessage = message('SheetProperties', {
  sheetId: int32(),
  title: text(),
  index: int32(),
  sheetType: choice('SheetType', sheetTypes),
  gridProperties: message('GridProperties', {
    rowCount: int32(),
    columnCount: int32(),
    frozenRowCount: int32(),
    frozenColumnCount: int32(),
    hideGridlines: flag(),
    rowGroupControlAfter: flag(),
    columnGroupControlAfter: flag(),
  }).optional(),
  hidden: flag(),
  tabColor: looseMessage('Color'),
  tabColorStyle: looseMessage('ColorStyle'),
  rightToLeft: flag(),
  dataSourceSheetProperties: looseMessage('DataSourceSheetProperties'),
})

export type SentSheetProperties = z.infer<typeof sheetPropertiesMessage>

export const spreadsheetPropertiesMessage = message('SpreadsheetProperties', {
  title: text(),
  locale: text(),
  autoRecalc: choice('RecalculationInterval', recalculationIntervals),
  timeZone: text(),
  defaultFormat: looseMessage('CellFormat'),
  iterativeCalculationSettings: looseMessage('IterativeCalculationSettings'),
  spreadsheetTheme: looseMessage('SpreadsheetTheme'),
  importFunctionsExternalUrlAccessAllowed: flag(),
})

type SentSpreadsheetProperties = z.infer<typeof spreadsheetPropertiesMessage>

/** The only accepted locale: the provider reads and shows numbers and dates in its form. */
const ONLY_LOCALE = 'en_US'

/** @throws GoogleError for a property the provider does not store, unless it has the value of every spreadsheet. */
export function requireKeptProperties(sent: SentSpreadsheetProperties): void {
  if (sent.locale && sent.locale !== ONLY_LOCALE) throw notSupported(`the locale ${sent.locale}, only ${ONLY_LOCALE}`)
  if (sent.defaultFormat && !isDeepStrictEqual(sent.defaultFormat, defaultFormat)) throw notKept('defaultFormat')
  if (sent.spreadsheetTheme && !isDeepStrictEqual(sent.spreadsheetTheme, spreadsheetTheme)) {
    throw notKept('spreadsheetTheme')
  }
  if (sent.iterativeCalculationSettings) throw notKept('iterativeCalculationSettings')
  if (sent.importFunctionsExternalUrlAccessAllowed) throw notKept('importFunctionsExternalUrlAccessAllowed')
}
