import { invalidArgument } from '../google-error.ts'
import { maskIncludes } from '../messages/field-mask.ts'
import { requireKeptProperties, spreadsheetPropertiesMessage } from '../messages/property-messages.ts'
import { message, text } from '../messages/proto-fields.ts'
import { findSpreadsheet, saveSpreadsheet } from '../store/spreadsheets.ts'
import { requestKind } from './request-kind.ts'
import { requireMask } from './require-mask.ts'

const schema = message('UpdateSpreadsheetPropertiesRequest', {
  properties: spreadsheetPropertiesMessage.optional(),
  fields: text(),
})

export const updateSpreadsheetProperties = requestKind(schema, (context, { properties: sent = {}, fields }) => {
  const mask = requireMask(fields, 'spreadsheetProperties')
  requireKeptProperties(sent)
  const spreadsheet = findSpreadsheet(context.store, context.spreadsheetId)
  if (!spreadsheet) return {}
  const changed = { ...spreadsheet }
  for (const name of ['title', 'locale', 'timeZone', 'autoRecalc'] as const) {
    const value = sent[name]
    if (!maskIncludes(mask, name) || (mask === 'all' && value === undefined)) continue
    if (!value) throw invalidArgument(`${name} cannot be empty.`)
    changed[name] = value
  }
  saveSpreadsheet(context.store, changed)
  return {}
})
