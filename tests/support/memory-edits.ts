import type { sheets_v4 } from '@googleapis/sheets'
import type { Area } from '#domain/copy/area.ts'
import { deleteRows, emptyTab, insertRows, type MemoryTab, mergeCells, openCell } from './memory-tab.ts'

export interface MemoryFile {
  title: string
  version: number
  isInTrash: boolean
  tabs: MemoryTab[]
}

type Requests = Required<sheets_v4.Schema$Request>

/** Edits of other people, as requests of the Sheets API. */
const edits: { readonly [Kind in keyof Requests]?: (file: MemoryFile, request: Requests[Kind]) => void } = {
  updateSpreadsheetProperties(file, { properties }) {
    file.title = properties?.title ?? file.title
  },
  addSheet(file, { properties: { title, sheetId, index, gridProperties } = {} }) {
    const id = sheetId ?? 1 + Math.max(0, ...file.tabs.map((tab) => tab.sheetId))
    const { rowCount, columnCount } = gridProperties ?? {}
    const size = { rowCount: rowCount ?? 1000, columnCount: columnCount ?? 26 }
    file.tabs.splice(index ?? file.tabs.length, 0, emptyTab({ sheetId: id, title: title ?? `Sheet${id}`, ...size }))
  },
  deleteSheet(file, { sheetId }) {
    file.tabs.splice(file.tabs.indexOf(findSheet(file, sheetId)), 1)
  },
  updateSheetProperties(file, { properties: { sheetId, title, hidden } = {} }) {
    const tab = findSheet(file, sheetId)
    Object.assign(tab, { title: title ?? tab.title, isHidden: hidden ?? tab.isHidden })
  },
  insertDimension(file, { range, inheritFromBefore }) {
    if (inheritFromBefore) throw new Error('Rows inserted here have the formats of the row below them')
    const { tab, first, count } = findRows(file, range)
    insertRows(tab, first, count)
  },
  deleteDimension(file, { range }) {
    const { tab, first, count } = findRows(file, range)
    deleteRows(tab, first, count)
  },
  updateDimensionProperties(file, { range, properties }) {
    const { tab, first, count } = findRows(file, range)
    const changed = Array.from({ length: count }, (_, down) => first + down)
    const others = tab.hiddenRows.filter((row) => !changed.includes(row))
    tab.hiddenRows = properties?.hiddenByUser ? [...others, ...changed].sort((one, other) => one - other) : others
  },
  mergeCells(file, { range }) {
    mergeCells(findSheet(file, range?.sheetId), toArea(file, range))
  },
  addProtectedRange(file, { protectedRange: { range } = {} }) {
    findSheet(file, range?.sheetId).protectedAreas.push(toArea(file, range))
  },
  repeatCell(file, { range, cell, fields }) {
    if (fields !== 'userEnteredFormat.numberFormat') throw new Error(`Cells in memory are not changed by ${fields}`)
    const [tab, area] = [findSheet(file, range?.sheetId), toArea(file, range)]
    for (let row = area.firstRow; row <= area.lastRow; row += 1)
      for (let column = area.firstColumn; column <= area.lastColumn; column += 1)
        openCell(tab, row, column).format = cell?.userEnteredFormat?.numberFormat
  },
  updateCells(file, { start, rows = [], fields }) {
    if (fields !== 'note') throw new Error(`Cells in memory are not changed by ${fields}`)
    const tab = findSheet(file, start?.sheetId)
    for (const [down, { values = [] }] of rows.entries())
      for (const [right, { note }] of values.entries())
        openCell(tab, 1 + (start?.rowIndex ?? 0) + down, 1 + (start?.columnIndex ?? 0) + right).note = note || undefined
  },
}

/** Applies edits of other people. @throws if spreadsheets in memory do not support an edit */
export function applyEdits(file: MemoryFile, requests: readonly sheets_v4.Schema$Request[]): void {
  for (const request of requests) for (const kind of keysIn(request)) applyEdit(file, kind, request)
  file.version += 1
}

function applyEdit<Kind extends keyof Requests>(file: MemoryFile, kind: Kind, request: sheets_v4.Schema$Request): void {
  const edit = edits[kind]
  const sent: Requests[Kind] | undefined = request[kind]
  if (!edit || !sent) throw new Error(`Spreadsheets in memory know no ${kind}`)
  edit(file, sent)
}

function keysIn(request: sheets_v4.Schema$Request): (keyof Requests)[] {
  return Object.keys(request) as (keyof Requests)[]
}

function findSheet({ tabs }: MemoryFile, sheetId: number | null | undefined): MemoryTab {
  const tab = tabs.find((each) => each.sheetId === (sheetId ?? 0))
  if (!tab) throw new Error(`There is no tab with the ID ${sheetId}`)
  return tab
}

function findRows(file: MemoryFile, range: sheets_v4.Schema$DimensionRange = {}) {
  const { sheetId, dimension, startIndex, endIndex } = range
  if (dimension !== 'ROWS' || startIndex == null || endIndex == null) throw new Error('Only some rows can be changed')
  return { tab: findSheet(file, sheetId), first: startIndex + 1, count: endIndex - startIndex }
}

/** Converts a range that counts from 0 and is clipped to the grid. */
function toArea(file: MemoryFile, range: sheets_v4.Schema$GridRange = {}): Area {
  const { rowCount, columnCount } = findSheet(file, range.sheetId)
  return {
    firstRow: (range.startRowIndex ?? 0) + 1,
    firstColumn: (range.startColumnIndex ?? 0) + 1,
    lastRow: Math.min(range.endRowIndex ?? rowCount, rowCount),
    lastColumn: Math.min(range.endColumnIndex ?? columnCount, columnCount),
  }
}
