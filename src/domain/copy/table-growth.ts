import { type Area, areaName } from './area.ts'
import type { Table } from './spreadsheet.ts'

/** A new range for a table. */
export interface TableChange {
  tableId: string
  name: string
  before: Area
  after: Area
}

export interface TablePlan {
  /** Tables with the copy's columns, extended down to its last row: Google does not extend a table to rows written below it. */
  grown: TableChange[]
  /** Tables the copy leaves behind, because they have other columns. */
  left: Table[]
}

interface Region {
  startRow: number
  firstColumn: number
  lastRow: number
  lastColumn: number
}

/** A table belongs to the copy if it holds the first row or the header above it. */
export function planTables(
  tables: readonly Table[],
  { startRow, firstColumn, lastRow, lastColumn }: Region,
): TablePlan {
  const isTooShort = ({ area }: Table) =>
    area.firstRow <= startRow &&
    area.lastRow >= startRow - 1 &&
    area.lastRow < lastRow &&
    area.firstColumn <= lastColumn &&
    area.lastColumn >= firstColumn
  const isOfCopy = ({ area }: Table) => area.firstColumn === firstColumn && area.lastColumn === lastColumn
  const short = tables.filter(isTooShort)
  const grown = short.filter(isOfCopy).map(({ tableId, name, area }) => {
    return { tableId, name, before: area, after: { ...area, lastRow } }
  })
  return { grown, left: short.filter((table) => !isOfCopy(table)) }
}

/** Tables with their planned ranges. */
export function withGrowth(tables: readonly Table[], { grown }: TablePlan): Table[] {
  return tables.map((table) => {
    const change = grown.find(({ tableId }) => tableId === table.tableId)
    return change ? { ...table, area: change.after } : table
  })
}

export function describeTableChange({ name, before, after }: TableChange): string {
  return `The table "${name}" was changed from ${areaName(before)} to ${areaName(after)}, so that it has all copied rows.`
}

export function describeLeftTable({ name, area }: Table): string {
  return `Rows below the table "${name}" (${areaName(area)}) of the target stay outside of it, because its columns are not those of the copy: extend it in Google Sheets.`
}
