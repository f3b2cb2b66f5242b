import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { buildRowKey, type KeyProblems, keyCells } from '#domain/shape/row-keys.ts'
import type { ReadyTarget } from '#engine/tabs/resolve-tabs.ts'
import { withRestarts } from '#engine/tabs/tab-pair.ts'
import type { Workbook } from '#engine/workbook.ts'
import { DiskBuffer } from './disk-buffer.ts'
import { type RowsRead, readRows, type Window } from './read-rows.ts'
import { requireRepeatedTargetRow } from './repeated-row.ts'
import type { TargetRows } from './temp-files.ts'
import { createWindowSizer } from './window-sizer.ts'

/** The rows of a target, as they were read, if keys identify them. Rows and columns count from 1. */
export interface KeyedRows {
  /** The key columns. */
  columns: number[]
  firstRow: number
  lastColumn: number
  rows: AsyncIterable<TargetRows>
}

/** The target of a copy that identifies rows by keys. */
export interface KeyedTarget extends KeyedRows {
  /** The header as read, even if the copy writes none; undefined if no row is above the data rows. */
  header: Cell[] | undefined
  /** The last row filled before or after the copy. */
  lastRow: number
  problems: { source: KeyProblems | undefined; target: KeyProblems | undefined }
}

/** Finds the rows with wanted keys. */
export async function rowsByKey(
  chunks: AsyncIterable<readonly (readonly Cell[])[]>,
  { columns, isWanted }: { columns: readonly number[]; isWanted(key: string): boolean },
): Promise<Map<string, readonly Cell[]>> {
  const found = new Map<string, readonly Cell[]>()
  for await (const rows of chunks) {
    for (const cells of rows) {
      const key = buildRowKey(keyCells(cells, columns))
      if (key !== undefined && isWanted(key)) found.set(key, cells)
    }
  }
  return found
}

export async function* rowsOf({ rows: chunks }: KeyedRows): AsyncGenerator<Cell[][]> {
  for await (const { rows } of chunks) yield rows
}

/** Yields the filled rows from top to bottom. */
export async function* filledRows({ rows }: KeyedRows): AsyncGenerator<{ row: number; cells: Cell[] }> {
  for await (const { firstRow, rows: chunk } of rows) {
    for (const [down, cells] of chunk.entries()) if (rowWidth(cells) > 0) yield { row: firstRow + down, cells }
  }
}

interface ReadOptions extends Pick<KeyedRows, 'firstRow' | 'lastColumn'> {
  target: ReadyTarget
  tempDir: string
  /** Disposes of temporary files. */
  stack: AsyncDisposableStack
}

/** Reads all rows of a target. @throws ProviderError rows_shifted if rows move during every read */
export function readKeyedRows(workbook: Workbook, options: ReadOptions): Promise<DiskBuffer<TargetRows>> {
  return withRestarts(workbook, undefined, () => readAll(workbook, options))
}

async function readAll(
  workbook: Workbook,
  { target, firstRow: from, lastColumn, tempDir, stack }: ReadOptions,
): Promise<DiskBuffer<TargetRows>> {
  const buffer = stack.use(new DiskBuffer<TargetRows>(tempDir))
  const sizer = createWindowSizer({ columns: lastColumn })
  let upper: { rows: RowsRead; window: Window } | undefined
  for (let firstRow = from; firstRow <= target.tab.rowCount; ) {
    const window = { firstRow, lastRow: Math.min(firstRow + sizer.rows - 1, target.tab.rowCount) }
    const read = await readRows(workbook, { ...target, window, lastColumn, repeatsRow: upper !== undefined })
    if (upper) requireRepeatedTargetRow({ upper, lower: read }, target.spreadsheet)
    sizer.record({ rows: window.lastRow - firstRow + 1, bytes: read.bytes })
    await buffer.append({ firstRow, rows: read.rows.map((cells) => cells.slice(0, lastColumn)) })
    upper = { rows: read, window }
    firstRow = window.lastRow + 1
  }
  return buffer
}
