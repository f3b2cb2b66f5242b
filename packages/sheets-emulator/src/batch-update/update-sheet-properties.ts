import { requireUnnamed, shiftReferences } from '../formulas/keep-references.ts'
import { invalidArgument, notKept } from '../google-error.ts'
import { type FieldMask, maskBelow, maskIncludes } from '../messages/field-mask.ts'
import { mergeMasked } from '../messages/merge-masked.ts'
import { type SentSheetProperties, sheetPropertiesMessage } from '../messages/property-messages.ts'
import { message, text } from '../messages/proto-fields.ts'
import { resizeSheet } from '../store/resize-sheet.ts'
import { findSheetByTitle, listSheets, reorderSheets, type Sheet, saveSheet } from '../store/sheets.ts'
import { requireOpenSheet } from '../values/editor.ts'
import { sentLook } from './add-sheet.ts'
import { type BatchContext, requestKind } from './request-kind.ts'
import { requireMask } from './require-mask.ts'
import { requireSheet } from './require-sheet.ts'

const schema = message('UpdateSheetPropertiesRequest', {
  properties: sheetPropertiesMessage.optional(),
  fields: text(),
})

export const updateSheetProperties = requestKind(schema, (context, { properties: sent = {}, fields }) => {
  const mask = requireMask(fields, 'sheetProperties')
  const sheet = requireSheet(context, sent.sheetId)
  requireOpenSheet(context, sheet)
  if (sheet.type !== 'GRID' && sent.gridProperties) {
    throw invalidArgument('Grid properties can only be set on a grid sheet.')
  }
  if (sent.dataSourceSheetProperties) throw notKept('dataSourceSheetProperties')
  if (sent.sheetType && sent.sheetType !== sheet.type) throw invalidArgument('The type of a sheet cannot be changed.')
  const { store } = context
  const size = sentSize(sheet, { sent, mask })
  adjustCutOff(context, { sheet, ...size })
  const resized = resizeSheet(store, { sheet, ...size })
  const title = sets({ sent, mask }, 'title')
    ? availableTitle(context, { sheet, title: sent.title ?? '' })
    : sheet.title
  if (title !== sheet.title) requireUnnamed(store, { sheet, change: 'rename' })
  const merged = mergeMasked(sheet.look, { sent: sentLook(sent), mask: lookMask(mask) })
  const changed = { ...resized, title, look: sentLook(sheetPropertiesMessage.parse(merged)) }
  checkLook(context, changed)
  saveSheet(store, changed)
  if (sets({ sent, mask }, 'index')) moveSheet(context, { sheet, index: sent.index ?? 0 })
  return {}
})

interface Change {
  sent: SentSheetProperties
  mask: FieldMask
}

/** Whether the request sets the field. A mask of `*` sets only the sent fields. */
function sets({ sent, mask }: Change, name: 'title' | 'index'): boolean {
  return mask === 'all' ? sent[name] !== undefined : maskIncludes(mask, name)
}

/** The part of the mask that selects display properties. */
function lookMask(mask: FieldMask): FieldMask {
  return mask === 'all' ? mask : new Map([...mask].filter(([name]) => name !== 'title' && name !== 'index'))
}

function checkLook({ store, spreadsheetId }: BatchContext, changed: Sheet): void {
  const others = listSheets(store, spreadsheetId).filter((other) => other.gridId !== changed.gridId)
  if (changed.look.hidden && others.every((other) => other.look.hidden)) {
    throw invalidArgument("You can't hide all the sheets in a document.")
  }
  const { frozenRowCount = 0, frozenColumnCount = 0 } = changed.look.gridProperties ?? {}
  if (frozenRowCount >= changed.rowCount) throw invalidArgument("You can't freeze all visible rows on the sheet.")
  if (frozenColumnCount >= changed.columnCount)
    throw invalidArgument("You can't freeze all visible columns on the sheet.")
}

/** Row and column counts set by the request. With a mask of `*`, a missing count stays the same. */
function sentSize(sheet: Sheet, { sent, mask }: Change): Pick<Sheet, 'rowCount' | 'columnCount'> {
  const isNamed = mask !== 'all' && maskBelow(mask, 'gridProperties') !== 'all'
  const size = (name: 'rowCount' | 'columnCount'): number => {
    if (!maskIncludes(mask, 'gridProperties', name)) return sheet[name]
    const count = sent.gridProperties?.[name] ?? (isNamed ? 0 : sheet[name])
    if (count < 1)
      throw invalidArgument(`You can't delete all the ${name === 'rowCount' ? 'rows' : 'columns'} on the sheet.`)
    return count
  }
  return { rowCount: size('rowCount'), columnCount: size('columnCount') }
}

/** Adjusts formulas with references to cells outside the new size. */
function adjustCutOff(
  { store }: BatchContext,
  { sheet, rowCount, columnCount }: { sheet: Sheet } & Pick<Sheet, 'rowCount' | 'columnCount'>,
): void {
  const sizes = [
    { isRows: true, at: rowCount, count: rowCount - sheet.rowCount },
    { isRows: false, at: columnCount, count: columnCount - sheet.columnCount },
  ]
  for (const shift of sizes) if (shift.count < 0) shiftReferences(store, { sheet, shift })
}

function availableTitle(
  { store, spreadsheetId }: BatchContext,
  { sheet, title }: { sheet: Sheet; title: string },
): string {
  if (title === '') throw invalidArgument('Sheet title cannot be empty.')
  const others = listSheets(store, spreadsheetId).filter((other) => other.gridId !== sheet.gridId)
  if (!findSheetByTitle(others, title)) return title
  throw invalidArgument(`A sheet with the name "${title}" already exists. Please enter another name.`)
}

/** Google's index counts the tab at its old position: moving the first of three tabs behind the second is index 2. */
function moveSheet({ store, spreadsheetId }: BatchContext, { sheet, index }: { sheet: Sheet; index: number }): void {
  const others = listSheets(store, spreadsheetId).filter((other) => other.gridId !== sheet.gridId)
  if (index < 0 || index > others.length + 1) throw invalidArgument(`Invalid sheet index: ${index}`)
  const target = index > sheet.index ? index - 1 : index
  reorderSheets(store, others.toSpliced(target, 0, sheet))
}
