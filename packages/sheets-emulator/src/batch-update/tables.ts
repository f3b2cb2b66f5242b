import { invalidArgument } from '../google-error.ts'
import { maskIncludes } from '../messages/field-mask.ts'
import { gridRangeOn } from '../messages/grid-range.ts'
import { message, text } from '../messages/proto-fields.ts'
import { type SentTable, tableMessage, tableResource } from '../messages/table.ts'
import { type BoundedBox, overlaps } from '../store/box.ts'
import { effectiveValue } from '../store/cell.ts'
import { GridRows } from '../store/grid-rows.ts'
import { newTableId, type Table, type TableColumn } from '../store/sheet-features.ts'
import { listSheets, type Sheet, saveSheet } from '../store/sheets.ts'
import { clampToGrid } from '../values/resolve-range.ts'
import { changeCells } from './change-cells.ts'
import { type BatchContext, requestKind } from './request-kind.ts'
import { requireMask } from './require-mask.ts'
import { requireGrid } from './require-sheet.ts'

const addSchema = message('AddTableRequest', { table: tableMessage.optional() })

/** Makes a range a table. Its first row gets the names of the columns. */
export const addTable = requestKind(addSchema, (context, { table: sent = {} }) => {
  const sheet = requireGrid(context, sent.range?.sheetId)
  const tables = allTables(context)
  const tableId = sent.tableId || newTableId()
  const name = sent.name || nextName(tables)
  if (tables.some((table) => table.tableId === tableId))
    throw invalidArgument(`Table with id ${tableId} already exists.`)
  checkName(tables, name)
  const box = tableBox(sheet, { sent: sent.range, others: sheet.features.tables })
  const columns = namedColumns(context, { sheet, box, sent: sent.columnProperties ?? [] })
  const { rowsProperties } = sent
  const table: Table = { tableId, name, box, columns, ...(rowsProperties && { rowsProperties }) }
  saveTables(context, sheet, [...sheet.features.tables, table])
  return { addTable: { table: tableResource(sheet, table) } }
})

const updateSchema = message('UpdateTableRequest', { table: tableMessage.optional(), fields: text() })

export const updateTable = requestKind(updateSchema, (context, { table: sent = {}, fields }) => {
  const mask = requireMask(fields, 'table')
  const { sheet, table } = requireTable(context, sent.tableId)
  const sets = (name: keyof SentTable): boolean =>
    maskIncludes(mask, name) && (mask !== 'all' || sent[name] !== undefined)
  const others = sheet.features.tables.filter((other) => other.tableId !== table.tableId)
  const name = sets('name') ? (sent.name ?? '') : table.name
  checkName(
    allTables(context).filter((other) => other.tableId !== table.tableId),
    name,
  )
  const box = sets('range') ? tableBox(sheet, { sent: sent.range, others }) : table.box
  const sentColumns = sets('columnProperties') ? (sent.columnProperties ?? []) : table.columns.map(withoutName)
  const { rowsProperties: before, ...rest } = table
  const rowsProperties = sets('rowsProperties') ? sent.rowsProperties : before
  const columns = namedColumns(context, { sheet, box, sent: sentColumns })
  const changed = { ...rest, name, box, columns, ...(rowsProperties && { rowsProperties }) }
  saveTables(context, sheet, [...others, changed])
  return {}
})

/** Removes the name of a column, because the name in the first row counts: someone may have edited it. */
function withoutName({ columnName: _, ...column }: TableColumn): Partial<TableColumn> {
  return column
}

const deleteSchema = message('DeleteTableRequest', { tableId: text() })

/** Deletes a table, and leaves its cells as they are. */
export const deleteTable = requestKind(deleteSchema, (context, { tableId }) => {
  const { sheet, table } = requireTable(context, tableId)
  saveTables(
    context,
    sheet,
    sheet.features.tables.filter((other) => other.tableId !== table.tableId),
  )
  return {}
})

function tableBox(sheet: Sheet, { sent, others }: { sent: SentTable['range']; others: readonly Table[] }): BoundedBox {
  if ((sent?.sheetId ?? 0) !== sheet.sheetId) throw invalidArgument('A table stays on its sheet.')
  const { box } = clampToGrid(gridRangeOn(sheet, sent ?? {}))
  const { tables, merges } = { tables: others, merges: sheet.features.merges }
  if (tables.some((table) => overlaps(table.box, box))) throw invalidArgument('Tables cannot overlap.')
  if (merges.some((merge) => overlaps(merge, box))) throw invalidArgument('A table cannot contain merged cells.')
  return box
}

interface Columns {
  sheet: Sheet
  box: BoundedBox
  sent: readonly { [Name in keyof TableColumn]?: TableColumn[Name] | undefined }[]
}

/** Lists every column of the table, and writes its name into the first row: as sent, as it was, or 'Column 1'. */
function namedColumns(context: BatchContext, { sheet, box, sent }: Columns): TableColumn[] {
  const header = new GridRows(context.store, sheet.gridId).at(box.startRow)
  const columns = Array.from({ length: box.endColumn - box.startColumn }, (_, columnIndex): TableColumn => {
    const { columnName, columnType, dataValidationRule } =
      sent.find((column) => (column.columnIndex ?? 0) === columnIndex) ?? {}
    const shown = effectiveValue(header[box.startColumn + columnIndex])
    const isTyped = columnType !== undefined && columnType !== 'COLUMN_TYPE_UNSPECIFIED'
    return {
      columnIndex,
      columnName: columnName || (shown === undefined ? `Column ${columnIndex + 1}` : String(shown)),
      ...(isTyped && { columnType }),
      ...(dataValidationRule && { dataValidationRule }),
    }
  })
  const firstRow = { ...box, endRow: box.startRow + 1 }
  changeCells(context, { sheet, box: firstRow }, (before, _row, column) => {
    const { formula: _formula, result: _result, ...rest } = before ?? {}
    return { ...rest, value: columns[column]?.columnName ?? '' }
  })
  return columns
}

function allTables({ store, spreadsheetId }: BatchContext): Table[] {
  return listSheets(store, spreadsheetId).flatMap((sheet) => sheet.features.tables)
}

function nextName(tables: readonly Table[]): string {
  for (let number = tables.length + 1; ; number += 1) {
    if (tables.every((table) => table.name !== `Table${number}`)) return `Table${number}`
  }
}

function checkName(others: readonly Table[], name: string): void {
  if (name === '') throw invalidArgument('Table name cannot be empty.')
  const lowered = name.toLowerCase()
  if (others.every((table) => table.name.toLowerCase() !== lowered)) return
  throw invalidArgument(`A table with the name "${name}" already exists.`)
}

function requireTable(context: BatchContext, tableId = ''): { sheet: Sheet; table: Table } {
  for (const sheet of listSheets(context.store, context.spreadsheetId)) {
    const table = sheet.features.tables.find((candidate) => candidate.tableId === tableId)
    if (table) return { sheet, table }
  }
  throw invalidArgument(`No table with id: ${tableId}`)
}

function saveTables({ store }: BatchContext, sheet: Sheet, tables: Table[]): void {
  saveSheet(store, { ...sheet, features: { ...sheet.features, tables } })
}
