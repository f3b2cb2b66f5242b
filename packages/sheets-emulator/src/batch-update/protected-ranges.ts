import { invalidArgument } from '../google-error.ts'
import { type FieldMask, maskIncludes } from '../messages/field-mask.ts'
import { gridRangeOn } from '../messages/grid-range.ts'
import { protectedRangeMessage, protectedRangeResource, type SentProtectedRange } from '../messages/protected-range.ts'
import { int32, message, text } from '../messages/proto-fields.ts'
import type { CellBox } from '../store/box.ts'
import { newRangeId, type ProtectedRange } from '../store/sheet-features.ts'
import { listSheets, type Sheet, saveSheet } from '../store/sheets.ts'
import { mayEdit, protectedCell } from '../values/editor.ts'
import { clampToGrid } from '../values/resolve-range.ts'
import { type BatchContext, requestKind } from './request-kind.ts'
import { requireMask } from './require-mask.ts'
import { requireGrid } from './require-sheet.ts'

const addSchema = message('AddProtectedRangeRequest', { protectedRange: protectedRangeMessage.optional() })

/** Protects a range: only its editors and the caller may change it from then on. */
export const addProtectedRange = requestKind(addSchema, (context, { protectedRange: sent = {} }) => {
  checkSupported(sent)
  const sheet = requireGrid(context, sent.range?.sheetId)
  const id = sent.protectedRangeId ?? newRangeId()
  if (findRange(context, id)) throw invalidArgument(`A protected range with id: ${id} already exists.`)
  const { description, warningOnly, editors } = sent
  const range: ProtectedRange = {
    id,
    box: boxOn(sheet, sent.range),
    unprotected: (sent.unprotectedRanges ?? []).map((box) => boxOn(sheet, box)),
    users: editors?.users ?? [],
    ...(description && { description }),
    ...(warningOnly && { warningOnly }),
    ...(context.account !== undefined && { addedBy: context.account }),
  }
  saveRanges(context, sheet, [...sheet.features.protectedRanges, range])
  return { addProtectedRange: { protectedRange: protectedRangeResource(range, { sheet, account: context.account }) } }
})

const updateSchema = message('UpdateProtectedRangeRequest', {
  protectedRange: protectedRangeMessage.optional(),
  fields: text(),
})

export const updateProtectedRange = requestKind(updateSchema, (context, { protectedRange: sent = {}, fields }) => {
  const mask = requireMask(fields, 'protectedRange')
  checkSupported(sent)
  const { sheet, range } = requireRange(context, sent.protectedRangeId)
  const changed = withSent(range, { sheet, sent, mask })
  saveRanges(
    context,
    sheet,
    sheet.features.protectedRanges.map((other) => (other.id === range.id ? changed : other)),
  )
  return {}
})

const deleteSchema = message('DeleteProtectedRangeRequest', { protectedRangeId: int32() })

export const deleteProtectedRange = requestKind(deleteSchema, (context, { protectedRangeId }) => {
  const { sheet, range } = requireRange(context, protectedRangeId)
  saveRanges(
    context,
    sheet,
    sheet.features.protectedRanges.filter((other) => other.id !== range.id),
  )
  return {}
})

function withSent(
  range: ProtectedRange,
  { sheet, sent, mask }: { sheet: Sheet; sent: SentProtectedRange; mask: FieldMask },
): ProtectedRange {
  const sets = (name: keyof SentProtectedRange): boolean =>
    maskIncludes(mask, name) && (mask !== 'all' || sent[name] !== undefined)
  const { description, warningOnly, ...rest } = range
  const newDescription = sets('description') ? sent.description : description
  const newWarningOnly = sets('warningOnly') ? sent.warningOnly : warningOnly
  return {
    ...rest,
    box: sets('range') ? boxOn(sheet, sent.range) : range.box,
    unprotected: sets('unprotectedRanges')
      ? (sent.unprotectedRanges ?? []).map((box) => boxOn(sheet, box))
      : range.unprotected,
    users: sets('editors') ? (sent.editors?.users ?? []) : range.users,
    ...(newDescription && { description: newDescription }),
    ...(newWarningOnly && { warningOnly: newWarningOnly }),
  }
}

/** @throws GoogleError for a kind of protection unknown to this provider. */
function checkSupported({ namedRangeId, tableId, editors }: SentProtectedRange): void {
  if (namedRangeId) throw invalidArgument('This provider does not protect named ranges.')
  if (tableId) throw invalidArgument('This provider does not protect tables: send their range.')
  if (editors?.domainUsersCanEdit || (editors?.groups ?? []).length > 0) {
    throw invalidArgument('This provider knows no groups and no domains: name the users who may edit.')
  }
}

function boxOn(sheet: Sheet, sent: SentProtectedRange['range'] = {}): CellBox {
  if ((sent.sheetId ?? 0) !== sheet.sheetId) throw invalidArgument('A protected range stays on its sheet.')
  const range = gridRangeOn(sheet, sent)
  clampToGrid(range)
  return range.box
}

interface Found {
  sheet: Sheet
  range: ProtectedRange
}

function findRange({ store, spreadsheetId }: BatchContext, id: number): Found | undefined {
  for (const sheet of listSheets(store, spreadsheetId)) {
    const range = sheet.features.protectedRanges.find((candidate) => candidate.id === id)
    if (range) return { sheet, range }
  }
  return undefined
}

/** @throws GoogleError when the range does not exist, or the caller may not edit it. */
function requireRange(context: BatchContext, id = 0): Found {
  const found = findRange(context, id)
  if (!found) throw invalidArgument(`No protected range with id: ${id}`)
  if (!mayEdit(context, found.range)) throw protectedCell()
  return found
}

function saveRanges({ store }: BatchContext, sheet: Sheet, protectedRanges: ProtectedRange[]): void {
  saveSheet(store, { ...sheet, features: { ...sheet.features, protectedRanges } })
}
