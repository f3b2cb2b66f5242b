import { type Cell, isEmptyCell } from '#domain/copy/cell.ts'
import { hashText } from '#domain/copy/hash-text.ts'
import { normalizeKey } from '#domain/recognize/normalize-key.ts'
import { type FollowedRows, matchRows, type TrackedRows } from './match-rows.ts'

/** Rows with the same row numbers in both tabs. */
interface RowsOfBoth {
  /** Row number of the first row in both, counted from 1. */
  firstRow: number
  source: readonly (readonly Cell[])[]
  target: readonly (readonly Cell[])[]
  /** The header row of the source. */
  header: readonly Cell[]
}

/** Columns of a region, counted from 1. */
export interface TrackedRegion {
  firstDataRow: number
  firstColumn: number
  lastColumn: number
  /** Columns of the target that identify a row, and their places in the source; empty if none does. */
  keys: readonly { readonly target: number; readonly source: number }[]
  /** Locale of the target, in case keys are dates. */
  locale: string
}

export interface RowTracker {
  /** Adds rows from top to bottom; at least one of them differs. */
  add(rows: RowsOfBoth): void
  /** Whether the rows are needed again, to find the cells that change after the moves. */
  readonly keepsRows: boolean
  /** Undefined if there were too many rows to follow. */
  end(): FollowedRows | undefined
}

/** Maximum rows to follow; more are not worth the memory. */
const MAX_ROWS = 500_000

interface TrackedTab {
  /** Called with the header of the source. */
  regionFor(header: readonly Cell[]): TrackedRegion
  keepsRows: boolean
}

/** Follows the rows of a target by hashes, so memory holds no cells. */
export function trackRows({ regionFor, keepsRows }: TrackedTab): RowTracker {
  let known: TrackedRegion | undefined
  const before: TrackedRows = { positions: [], hashes: [], keys: [] }
  const after: TrackedRows = { positions: [], hashes: [], keys: [] }
  const editedInPlace = new Set<number>()
  let isGivenUp = false
  return {
    keepsRows,
    add({ firstRow, source, target, header }) {
      known ??= regionFor(header)
      const region = known
      if (isGivenUp || before.positions.length + target.length > MAX_ROWS) {
        isGivenUp = true
        return
      }
      for (let down = Math.max(0, region.firstDataRow - firstRow); down < target.length; down += 1) {
        addRow(before, { row: firstRow + down, cells: target[down] ?? [], end: 'target', region })
        if (isEdited(source[down], target[down] ?? [], region)) editedInPlace.add(firstRow + down)
      }
      for (let down = Math.max(0, region.firstDataRow - firstRow); down < source.length; down += 1)
        addRow(after, { row: firstRow + down, cells: source[down] ?? [], end: 'source', region })
    },
    end: () => (isGivenUp ? undefined : { ...matchRows({ before, after, editedInPlace }), before, after }),
  }
}

interface AddedRow {
  row: number
  cells: readonly Cell[]
  end: 'source' | 'target'
  region: TrackedRegion
}

function addRow(rows: TrackedRows, { row, cells, end, region }: AddedRow): void {
  let hash = 0
  for (let at = region.firstColumn - 1; at < region.lastColumn; at += 1) hash = combineHashes(hash, hashCell(cells[at]))
  rows.positions.push(row)
  rows.hashes.push(hash)
  if (region.keys.length === 0) return
  const key = normalizeKey(
    region.keys.map((column) => cells[column[end] - 1] ?? null),
    region.locale,
  )
  rows.keys.push(key === undefined ? 0 : hashText(key))
}

/**
 * Whether a source row is an edited version of the target row at the same place. With key columns, at least half of the cells
 * must be equal. Without key columns, one equal cell is enough. In a single column, every difference is an edit.
 */
function isEdited(source: readonly Cell[] | undefined, target: readonly Cell[], region: TrackedRegion): boolean {
  if (!source) return false
  let [filled, same] = [0, 0]
  for (let at = region.firstColumn - 1; at < region.lastColumn; at += 1) {
    const [now, then] = [hashCell(source[at]), hashCell(target[at])]
    if (now === 0 && then === 0) continue
    filled += 1
    if (now === then) same += 1
  }
  if (filled === 0) return false
  if (region.keys.length > 0) return same * 2 >= filled
  return same > 0 || region.lastColumn === region.firstColumn
}

/** 0 for an empty cell. */
function hashCell(cell: Cell | undefined): number {
  if (cell === undefined || isEmptyCell(cell)) return 0
  return hashText(typeof cell === 'string' ? `"${cell}` : String(cell))
}

/** Combines two hashes; two zeros give 0. The sum is exact: it is below 2 ** 53. */
function combineHashes(hash: number, next: number): number {
  return (hash * 31 + next) % 2 ** 47
}
