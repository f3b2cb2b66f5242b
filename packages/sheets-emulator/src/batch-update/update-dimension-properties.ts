import { invalidArgument, notKept } from '../google-error.ts'
import { maskIncludes } from '../messages/field-mask.ts'
import { flag, int32, list, looseMessage, message, text } from '../messages/proto-fields.ts'
import { type Sheet, saveSheet } from '../store/sheets.ts'
import { requireOpenSheet } from '../values/editor.ts'
import { type DimensionSpan, dimensionRangeMessage, requireSpan } from './dimension-range.ts'
import { requestKind } from './request-kind.ts'
import { requireMask } from './require-mask.ts'

const schema = message('UpdateDimensionPropertiesRequest', {
  range: dimensionRangeMessage.optional(),
  dataSourceSheetRange: looseMessage('DataSourceSheetDimensionRange'),
  properties: message('DimensionProperties', {
    hiddenByFilter: flag(),
    hiddenByUser: flag(),
    pixelSize: int32(),
    developerMetadata: list(looseMessage('DeveloperMetadata')),
    dataSourceColumnReference: looseMessage('DataSourceColumnReference'),
  }).optional(),
  fields: text(),
})

/** Hides rows or columns, or shows them. Like Google, ignores `hiddenByFilter`, which only a filter sets. */
export const updateDimensionProperties = requestKind(schema, (context, request) => {
  const { range, properties: { hiddenByUser = false } = {}, fields, dataSourceSheetRange } = request
  if (dataSourceSheetRange) throw notKept('dataSourceSheetRange')
  const mask = requireMask(fields, 'dimensionProperties')
  for (const field of ['pixelSize', 'developerMetadata', 'dataSourceColumnReference'] as const) {
    if (request.properties?.[field] !== undefined && maskIncludes(mask, field)) throw notKept(field)
  }
  const span = requireSpan(context, range)
  requireOpenSheet(context, span.sheet)
  if (span.start >= span.count) throw invalidArgument('range is outside of the grid')
  const end = Math.min(span.end, span.count)
  if (maskIncludes(mask, 'hiddenByUser')) saveSheet(context.store, withHidden({ ...span, end }, hiddenByUser))
  return {}
})

function withHidden({ sheet, isRows, start, end }: DimensionSpan, isHidden: boolean): Sheet {
  const name = isRows ? 'hiddenRows' : 'hiddenColumns'
  const others = sheet.features[name].filter((index) => index < start || index >= end)
  const span = isHidden ? Array.from({ length: end - start }, (_, at) => start + at) : []
  const hidden = [...others, ...span].sort((one, other) => one - other)
  return { ...sheet, features: { ...sheet.features, [name]: hidden } }
}
