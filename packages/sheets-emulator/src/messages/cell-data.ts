import { z } from 'zod'
import { invalidArgument, notKept } from '../google-error.ts'
import { MAX_NUMBER_FORMAT_CHARACTERS } from '../limits.ts'
import { type Cell, type CellFormat, compact, pickContent } from '../store/cell.ts'
import { checkTextLength } from '../values/enter-value.ts'
import { pairColors } from './colors.ts'
import { readDataSourceTable, readPivotTable } from './computed-tables.ts'
import { type FieldMask, maskBelow } from './field-mask.ts'
import { mergeMasked } from './merge-masked.ts'
import { double, flag, list, looseMessage, message, text } from './proto-fields.ts'

const extendedValue = message('ExtendedValue', {
  numberValue: double(),
  stringValue: text(),
  boolValue: flag(),
  formulaValue: text(),
  errorValue: looseMessage('ErrorValue'),
})

const cellFormat = message('CellFormat', {
  numberFormat: message('NumberFormat', { type: text(), pattern: text() }).optional(),
  backgroundColor: looseMessage('Color'),
  backgroundColorStyle: looseMessage('ColorStyle'),
  borders: looseMessage('Borders'),
  padding: looseMessage('Padding'),
  horizontalAlignment: text(),
  verticalAlignment: text(),
  wrapStrategy: text(),
  textDirection: text(),
  textFormat: looseMessage('TextFormat'),
  hyperlinkDisplayType: text(),
  textRotation: looseMessage('TextRotation'),
}).transform(pairColors)

/**
 * A cell as a client sends it. Value, table, format and note are stored, output-only fields are ignored, and the others are
 * refused. Only number formats affect what a cell shows; all other formats are stored as sent.
 */
export const cellDataMessage = message('CellData', {
  userEnteredValue: extendedValue.optional(),
  effectiveValue: extendedValue.optional(),
  formattedValue: text(),
  userEnteredFormat: cellFormat.optional(),
  effectiveFormat: looseMessage('CellFormat'),
  hyperlink: text(),
  note: text(),
  textFormatRuns: list(z.unknown()),
  dataValidation: looseMessage('DataValidationRule'),
  pivotTable: looseMessage('PivotTable'),
  dataSourceTable: looseMessage('DataSourceTable'),
  dataSourceFormula: looseMessage('DataSourceFormula'),
  chipRuns: list(z.unknown()),
})

const unsupportedFields = ['textFormatRuns', 'dataValidation', 'dataSourceFormula', 'chipRuns'] as const

export const rowDataMessage = message('RowData', { values: list(cellDataMessage) })

export type SentCell = z.infer<typeof cellDataMessage>

interface SentCellPart {
  sent: SentCell
  mask: FieldMask
}

/** Writes the masked fields of `sent` to a cell; returns `undefined` when nothing is left. */
export function mergeCell(before: Cell | undefined, { sent, mask }: SentCellPart): Cell | undefined {
  for (const field of unsupportedFields) {
    if (sent[field] !== undefined && maskBelow(mask, field) !== undefined) throw notKept(field)
  }
  const setsNote = maskBelow(mask, 'note') !== undefined
  const formatMask = maskBelow(mask, 'userEnteredFormat')
  const note = setsNote ? sent.note || undefined : before?.note
  const format = formatMask
    ? filledFormat(mergeMasked(before?.format ?? {}, { sent: sent.userEnteredFormat ?? {}, mask: formatMask }))
    : before?.format
  if (formatMask) checkPatternLength(format)
  const content = mergeContent(before, { sent, mask })
  return compact({
    ...content,
    ...(format && { format }),
    ...(note !== undefined && { note }),
    ...(before?.isCheckbox && { isCheckbox: true }),
  })
}

const tableFields = ['pivotTable', 'dataSourceTable'] as const

/** Merges the content of a cell. As in Google, a value silently replaces a table, and a table replaces a value. */
function mergeContent(before: Cell | undefined, { sent, mask }: SentCellPart): Cell {
  const sets = (field: 'userEnteredValue' | (typeof tableFields)[number]) => maskBelow(mask, field) !== undefined
  if (sets('pivotTable') && sent.pivotTable) return { pivotTable: readPivotTable(sent.pivotTable) }
  if (sets('dataSourceTable') && sent.dataSourceTable)
    return { dataSourceTable: readDataSourceTable(sent.dataSourceTable) }
  if (sets('userEnteredValue')) return sentContent(sent)
  return tableFields.some((field) => sets(field) && before?.[field]) ? {} : pickContent(before)
}

function sentContent({ userEnteredValue: sent = {} }: SentCell): Cell {
  const kinds = Object.values(sent).filter((value) => value !== undefined)
  if (kinds.length > 1) throw invalidArgument('Only one kind of value may be set.')
  if (sent.errorValue) throw invalidArgument('An error value cannot be entered.')
  if (sent.formulaValue !== undefined) {
    checkTextLength(sent.formulaValue)
    return sent.formulaValue.startsWith('=') ? { formula: sent.formulaValue } : { value: sent.formulaValue }
  }
  const value = sent.numberValue ?? sent.boolValue ?? sent.stringValue
  if (typeof value === 'string') checkTextLength(value)
  return value === undefined || value === '' ? {} : { value }
}

/** @throws GoogleError for a pattern over the limit. */
function checkPatternLength(format: CellFormat | undefined): void {
  const { pattern = '' } = format?.numberFormat ?? {}
  if (pattern.length <= MAX_NUMBER_FORMAT_CHARACTERS) return
  throw invalidArgument(
    `The number format pattern contains more than the maximum of ${MAX_NUMBER_FORMAT_CHARACTERS} characters.`,
  )
}

function filledFormat(format: object): CellFormat | undefined {
  const filled = Object.entries(format).filter(([, value]) => value !== undefined)
  return filled.length > 0 ? Object.fromEntries(filled) : undefined
}
