import type { Cell } from '#domain/copy/cell.ts'
import type { ChangeBlock } from '#domain/copy/change-block.ts'
import type { Region } from '#domain/copy/region.ts'

/** Target rows of a run, the same in all of its attempts. */
export interface AppendedRows {
  /** First row: the header, if the run writes it. */
  firstRow: number
  writesHeader: boolean
  /** Maximum data rows an attempt of the run may have written. */
  rowCount: number
  /** Serial number in the first column. It identifies the rows wherever people move them. */
  time: number
}

/** Appended rows with their place in the tab. */
export interface PlacedRows extends AppendedRows {
  firstColumn: number
  /** Null for a tab the run has to create. */
  sheetId: number | null
}

/** Rows of a run, and the row where it began to search for rows of unfinished runs. */
export interface FinishedRows extends PlacedRows {
  searchedFrom: number
}

/** The rows of an earlier attempt or run. */
export interface RunRows extends PlacedRows {
  /** Changes it may have written in these rows. */
  changesIn(rows: { firstRow: number; lastRow: number }): Promise<ChangeBlock[]>
}

/** Rows of an appending task known before the target is read. */
export interface AppendState {
  /** Serial number of the run's time, the same for all of its attempts. No other run of the task has it. */
  time: number
  /** Rows of earlier attempts of the run. */
  own: RunRows | undefined
  /** Rows of runs that never ended. */
  unfinished: readonly RunRows[]
  /** Last row after a finished run; absent before the first run. */
  lastRow?: number
}

/** A filled target row of this run, an unfinished run or anybody else. */
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
  /** Row with the header of the existing rows; 0 for none. */
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
 * Finds the place for the rows of a run: below everything else, and the same in each of its attempts. Rows of unfinished runs
 * count as free. Undefined if people have moved rows meanwhile.
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
