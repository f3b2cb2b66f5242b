import { invalidArgument } from '../google-error.ts'
import { gridRangeMessage, gridRangeOn } from '../messages/grid-range.ts'
import { choice, message } from '../messages/proto-fields.ts'
import { type BoundedBox, cellCount, contains, overlaps } from '../store/box.ts'
import { withoutValue } from '../store/cell.ts'
import { type Sheet, saveSheet } from '../store/sheets.ts'
import { clampToGrid, type GridRange } from '../values/resolve-range.ts'
import { changeCells } from './change-cells.ts'
import { type BatchContext, requestKind } from './request-kind.ts'
import { requireGrid } from './require-sheet.ts'

const mergeTypes = ['MERGE_ALL', 'MERGE_COLUMNS', 'MERGE_ROWS'] as const

const mergeSchema = message('MergeCellsRequest', {
  range: gridRangeMessage.optional(),
  mergeType: choice('MergeType', mergeTypes),
})

/** Merges the range into one cell, or each of its columns or rows. Only the first cell of a merge keeps its value. */
export const mergeCells = requestKind(mergeSchema, (context, { range: sent = {}, mergeType = 'MERGE_ALL' }) => {
  const range = clampToGrid(gridRangeOn(requireGrid(context, sent.sheetId), sent))
  const others = mergesOutside(range)
  const added = split(range.box, mergeType).filter((box) => cellCount(box) > 1)
  const { sheet } = range
  if (sheet.features.tables.some((table) => overlaps(table.box, range.box))) {
    throw invalidArgument('You cannot merge cells in a table.')
  }
  for (const box of added) {
    changeCells(context, { sheet, box }, (before, row, column) =>
      row === 0 && column === 0 ? before : withoutValue(before),
    )
  }
  saveMerges(context, sheet, [...others, ...added])
  return {}
})

const unmergeSchema = message('UnmergeCellsRequest', { range: gridRangeMessage.optional() })

export const unmergeCells = requestKind(unmergeSchema, (context, { range: sent = {} }) => {
  const range = clampToGrid(gridRangeOn(requireGrid(context, sent.sheetId), sent))
  saveMerges(context, range.sheet, mergesOutside(range))
  return {}
})

/** Lists the tab's merges outside the range. @throws GoogleError when the range has only a part of a merge. */
function mergesOutside({ sheet, box }: GridRange): BoundedBox[] {
  const touched = sheet.features.merges.filter((merge) => overlaps(merge, box))
  if (touched.some((merge) => !contains(box, merge))) {
    throw invalidArgument('You must select all cells in a merged range to merge or unmerge them.')
  }
  return sheet.features.merges.filter((merge) => !touched.includes(merge))
}

function split(box: BoundedBox, type: (typeof mergeTypes)[number]): BoundedBox[] {
  const { startRow, endRow, startColumn, endColumn } = box
  if (type === 'MERGE_ALL') return [box]
  if (type === 'MERGE_COLUMNS') {
    return Array.from({ length: endColumn - startColumn }, (_, index) => {
      const column = startColumn + index
      return { ...box, startColumn: column, endColumn: column + 1 }
    })
  }
  return Array.from({ length: endRow - startRow }, (_, index) => {
    const row = startRow + index
    return { ...box, startRow: row, endRow: row + 1 }
  })
}

function saveMerges({ store }: BatchContext, sheet: Sheet, merges: BoundedBox[]): void {
  saveSheet(store, { ...sheet, features: { ...sheet.features, merges } })
}
