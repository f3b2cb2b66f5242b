import type { Cell } from '#domain/copy/cell.ts'
import { computeHeaderRow } from '#domain/copy/region.ts'
import type { Hold } from '#domain/guards/guards.ts'
import type { TempFiles } from '#engine/compare/temp-files.ts'
import { leftColumnsOf } from '#engine/job/job-shape.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import type { PreparedCopy } from './prepare-copy.ts'

/** The source before its rows were shaped, in the columns the copy uses. */
export interface SourceAsRead {
  header: Cell[]
  /** The header as the sheet shows it: the names of the columns. */
  shownHeader: Cell[]
  /** Number of data rows up to the last filled row. */
  rows: number
  firstDataRow: number
  lastRow: number
  width: number
  /** The data rows. */
  cells: AsyncIterable<Cell[][]>
  /** Picks the columns the copy uses out of a row of the tab. */
  project(row: readonly Cell[]): Cell[]
  /** Names the cells of a hold by their place in the tab. */
  place(hold: Hold): Hold
}

interface Prepared {
  prepared: PreparedCopy
  tempFiles: Pick<TempFiles, 'rows' | 'source'>
  job: Pick<SyncJob, 'startRow' | 'shape'>
}

export function sourceAsRead({ prepared, tempFiles, job: { startRow, shape } }: Prepared): SourceAsRead {
  const { shaped, header, shownHeader, rows, firstDataRow, lastRow, width } = prepared
  if (!shaped || !shape) {
    const own = { project: (row: readonly Cell[]) => [...row], place: (hold: Hold) => hold }
    return { header, shownHeader, rows, firstDataRow, lastRow, width, cells: tempFiles.rows, ...own }
  }
  const firstRow = computeHeaderRow(startRow) + 1
  const { columns } = shaped
  return {
    header: shaped.header,
    shownHeader: shaped.shownHeader,
    rows: Math.max(0, shaped.lastRow - firstRow + 1),
    firstDataRow: firstRow,
    lastRow: shaped.lastRow,
    width: shaped.width,
    // Without separately stored source columns, the copy uses only the copied cells.
    cells: tempFiles.source.isEmpty ? cutLeft(tempFiles.rows, leftColumnsOf(shape)) : tempFiles.source,
    project: (row) => columns.map((column) => row[column - 1] ?? null),
    place: (hold) => placed(hold, columns),
  }
}

async function* cutLeft(blocks: AsyncIterable<Cell[][]>, left: number): AsyncGenerator<Cell[][]> {
  for await (const rows of blocks) yield left === 0 ? rows : rows.map((row) => row.slice(left))
}

export function placed(hold: Hold, columns: readonly number[]): Hold {
  // Holds about the target already name target cells.
  if (!('cells' in hold) || hold.cause === 'target_occupied' || hold.cause === 'other_cells') return hold
  const cells = hold.cells.map((cell) => ({ ...cell, column: columns[cell.column - 1] ?? cell.column }))
  return { ...hold, cells } as Hold
}
