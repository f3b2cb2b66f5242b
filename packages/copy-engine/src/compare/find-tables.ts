import type { TableCell } from '#domain/copy/computed-cell.ts'
import { type FilledTable, growTables } from '#domain/copy/grow-table.ts'
import { writesInto } from '#domain/copy/patch-areas.ts'
import type { ReadyTarget } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import { type Bounds, type Changes, patchesIn } from './changes.ts'
import { searchRanges } from './search-ranges.ts'

interface Options {
  target: Pick<ReadyTarget, 'spreadsheet' | 'tab'>
  /** Pivot tables and connected tables. */
  tables: readonly TableCell[]
  changes: Changes
  bounds: Bounds
}

interface FoundTables {
  tables: FilledTable[]
  /**
   * Tables the copy would write into: a value in a table's results breaks it, and a value in its first cell replaces
   * it.
   */
  overwritten: FilledTable[]
}

export async function findTables(
  workbook: Workbook,
  { target, tables: cells, changes, bounds }: Options,
): Promise<FoundTables> {
  if (cells.length === 0) return { tables: [], overwritten: [] }
  const tables = await growAll(workbook, { target, tables: cells })
  const overwritten = new Set<FilledTable>()
  for await (const patch of patchesIn(changes, bounds)) {
    for (const table of tables) if (writesInto(patch, table.area)) overwritten.add(table)
  }
  return { tables, overwritten: tables.filter((table) => overwritten.has(table)) }
}

async function growAll(workbook: Workbook, { target, tables }: Pick<Options, 'target' | 'tables'>) {
  const { spreadsheet, tab } = target
  const grower = growTables(tables)
  const search = { tab, firstRow: Math.min(...tables.map(({ row }) => row)), lastColumn: tab.columnCount }
  for (const range of searchRanges(search)) {
    const { rows } = await workbook.readCells('isSpilled', { spreadsheet, range })
    for (let row = range.firstRow; row <= range.lastRow && grower.isOpen; row += 1) {
      grower.add(row, rows[row - range.firstRow] ?? [])
    }
    if (!grower.isOpen) break
  }
  return grower.tables
}
