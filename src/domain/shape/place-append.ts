import type { Cell } from '#domain/copy/cell.ts'
import type { ChangeBlock } from '#domain/copy/change-block.ts'
import type { Region } from '#domain/copy/region.ts'

/** The rows of the target a run writes, in all of its attempts. */
export interface AppendedRows {
  /** Holds the header where the run writes it. */
  firstRow: number
  writesHeader: boolean
  /** The most data rows an attempt of the run may have written. */
  rowCount: number
  /** The serial number in the first column, by which rows are known wherever people move them. */
  time: number
}

/** Appended rows with their place in the tab. */
export interface PlacedRows extends AppendedRows {
  firstColumn: number
  /** Null for a tab the run has to create. */
  sheetId: number | null
}

/** The rows a run wrote, and where it began to look for rows of runs that never ended. */
export interface FinishedRows extends PlacedRows {
  searchedFrom: number
}

/** The rows of an earlier attempt or run. */
export interface RunRows extends PlacedRows {
  /** The cells it may have written in these rows. */
  changesIn(rows: { firstRow: number; lastRow: number }): Promise<ChangeBlock[]>
}

/** The rows of a task that appends, as far as they are known before the target is read. */
export interface AppendState {
  /** The serial number of the time of the run, the same for all of its attempts. No other run of the task has it. */
  time: number
  /** Rows of earlier attempts of the run. */
  own: RunRows | undefined
  /** Rows of runs that never ended. */
  unfinished: readonly RunRows[]
  /** The last row a finished run left; absent before the first run. */
  lastRow?: number
}

/** A filled row of the target: of this run, of an unfinished run, or of anybody else. */
export interface FoundRow {
  row: number
  of: 'this_run' | 'unfinished' | 'others'
  cells: readonly Cell[]
}

interface Target {
  /** Where the first run begins. */
  base: Region
  /** The rows of an earlier attempt of the run. */
  own: AppendedRows | undefined
  /** From top to bottom. */
  found: readonly FoundRow[]
}

export interface AppendPlace {
  region: Region
  /** Holds the header of the existing rows; 0 for none. */
  headerRow: number
  /** Rows of the region up to this row are compared; below, the target is known to be empty. */
  comparedTo: number
  /** The last row free for the run. */
  lastFreeRow: number
  /** The row where the search for rows of unfinished runs began. */
  searchedFrom: number
  /** Rows an unfinished run left outside the region. */
  takenBack: { row: number; cells: readonly Cell[] }[]
  /** Cells of rows that look empty, below the last filled row. */
  blank: ReadonlyMap<number, readonly Cell[]>
}

export function computeLastRow({ firstRow, writesHeader, rowCount }: AppendedRows): number {
  return firstRow + Number(writesHeader) + rowCount - 1
}

/**
 * Where a run adds its rows: below everything else, and in the same place in each of its attempts. Rows of unfinished runs
 * count as free. Undefined if people moved rows meanwhile, so the place is no longer the same.
 */
export function placeAppend({ base, own, found }: Target): Omit<AppendPlace, 'blank'> | undefined {
  const lastOther = found.findLast(({ of }) => of === 'others')?.row ?? 0
  const firstRow = own?.firstRow ?? Math.max(base.firstRow, lastOther + 1)
  const writesHeader = own?.writesHeader ?? (base.writesHeader && firstRow === base.firstRow)
  const region = { ...base, firstRow, writesHeader }
  const reservedTo = own ? computeLastRow(own) : firstRow - 1
  const isReserved = (row: number) => row >= firstRow && row <= reservedTo
  if (found.some(({ row, of }) => of !== 'unfinished' && (of === 'this_run') !== isReserved(row))) return undefined
  const firstBelow = found.find(({ row, of }) => of === 'others' && row >= firstRow)?.row
  const lastFreeRow = (firstBelow ?? Number.POSITIVE_INFINITY) - 1
  const unfinished = found.filter(({ of }) => of === 'unfinished')
  const lastInPlace = unfinished.findLast(({ row }) => row >= firstRow && row <= lastFreeRow)?.row ?? 0
  const comparedTo = Math.max(reservedTo, lastInPlace)
  const takenBack = unfinished.filter(({ row }) => row < firstRow || row > comparedTo)
  return {
    region,
    headerRow: base.writesHeader ? base.firstRow : base.firstRow - 1,
    comparedTo,
    lastFreeRow,
    searchedFrom: base.firstRow,
    takenBack: takenBack.map(({ row, cells }) => ({ row, cells })),
  }
}
