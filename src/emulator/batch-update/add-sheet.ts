import { sheetPropertiesMessage } from '../messages/property-messages.ts'
import { message } from '../messages/proto-fields.ts'
import { sheetProperties } from '../messages/spreadsheet-resource.ts'
import { addNewSheet } from './new-sheet.ts'
import { requestKind } from './request-kind.ts'

const schema = message('AddSheetRequest', { properties: sheetPropertiesMessage.optional() })

export const addSheet = requestKind(schema, ({ store, spreadsheetId }, { properties = {} }) => {
  const sheet = addNewSheet(store, { spreadsheetId, sent: properties })
  return { addSheet: { properties: sheetProperties(sheet) } }
})
