import type { Cell } from './cell.ts'
import { combineHashes, hashCell } from './hash-cells.ts'
import { type Lines, matchSegments, type Segment } from './match-segments.ts'
import { inSafeOrder, type Move } from './move.ts'

/** Rows of both tabs that differ, as they follow each other. */
interface DifferingRows {
  /** Row number of the first row in both, counted from 1. */
  firstRow: number
  source: readonly (readonly Cell[])[]
  target: readonly (readonly Cell[])[]
  /** Columns of the region, as far as it is known. */
  width: number
}

export interface MoveFinder {
  /** Blocks come from top to bottom, without blocks of equal rows. */
  add(rows: DifferingRows): void
  /**
   * Ways to move cells of the target to where the source has them; none overwrites a cell that it does not fill with the
   * source's value. `width` is the last column of the region.
   */
  candidates(region: { firstColumn: number; width: number }): Move[][]
}

/** Maximum rows in which moves are looked for; more are not worth their memory. */
const MAX_ROWS = 500_000
/** Maximum moves in one request. */
const MAX_MOVES = 50

/** Finds rows or columns at another place of the target, by hashes, so memory holds no cells. */
export function createMoveFinder(): MoveFinder {
  const rows = { source: noLines(), target: noLines() }
  let columns: ColumnHashes | undefined
  let knownWidth: number | undefined
  let isGivenUp = false

  function giveUp(): void {
    isGivenUp = true
    for (const lines of Object.values(rows)) Object.assign(lines, noLines())
    columns = undefined
  }

  return {
    add({ firstRow, source, target, width }) {
      // Cells that the target does not have cannot move; a first copy need not be looked at.
      if (isGivenUp || (knownWidth === undefined && target.length === 0)) return
      knownWidth ??= width
      if (width !== knownWidth || rows.source.hashes.length + source.length > MAX_ROWS) return giveUp()
      const rowCount = Math.max(source.length, target.length)
      columns ??= { firstRow, nextRow: firstRow, source: zeros(width), target: zeros(width), isInterrupted: false }
      if (columns.nextRow !== firstRow) columns.isInterrupted = true
      columns.nextRow = firstRow + rowCount
      addRows({ lines: rows.source, columns: columns.source }, { firstRow, cells: source, rowCount, width })
      addRows({ lines: rows.target, columns: columns.target }, { firstRow, cells: target, rowCount, width })
    },
    candidates({ firstColumn, width }) {
      if (knownWidth !== width || !columns) return []
      const byRows = matchSegments(rows.target, rows.source).map((segment) => rowMove(segment, { firstColumn, width }))
      const byColumns = columns.isInterrupted ? [] : columnMoves(columns)
      return [byRows, byColumns].map(largest).filter((moves) => moves.length > 0)
    },
  }
}

interface ColumnHashes {
  firstRow: number
  /** The row after the last one. */
  nextRow: number
  source: number[]
  target: number[]
  /** Rows in between are missing. */
  isInterrupted: boolean
}

const noLines = (): Lines => ({ positions: [], hashes: [] })
const zeros = (count: number) => Array.from({ length: count }, () => 0)

interface AddedRows {
  firstRow: number
  cells: readonly (readonly Cell[])[]
  /** Rows of the block; the last rows may be missing. */
  rowCount: number
  width: number
}

function addRows(
  { lines, columns }: { lines: Lines; columns: number[] },
  { firstRow, cells, rowCount, width }: AddedRows,
): void {
  for (let down = 0; down < rowCount; down += 1) {
    const row = cells[down]
    let hash = 0
    for (let at = 0; at < width; at += 1) {
      const ofCell = hashCell(row?.[at])
      hash = combineHashes(hash, ofCell)
      columns[at] = combineHashes(columns[at] ?? 0, ofCell)
    }
    if (!row) continue
    lines.positions.push(firstRow + down)
    lines.hashes.push(hash)
  }
}

function rowMove({ from, to, length }: Segment, { firstColumn, width }: { firstColumn: number; width: number }): Move {
  return {
    from: { firstRow: from, firstColumn, lastRow: from + length - 1, lastColumn: width },
    toRow: to,
    toColumn: firstColumn,
  }
}

function columnMoves({ firstRow, nextRow, source, target }: ColumnHashes): Move[] {
  const linesOf = (hashes: number[]): Lines => ({ positions: hashes.map((_, at) => at + 1), hashes })
  return matchSegments(linesOf(target), linesOf(source)).map(({ from, to, length }) => ({
    from: { firstRow, firstColumn: from, lastRow: nextRow - 1, lastColumn: from + length - 1 },
    toRow: firstRow,
    toColumn: to,
  }))
}

/** Moves that change the place of most cells, in a safe order. */
function largest(moves: readonly Move[]): Move[] {
  const cellsOf = ({ from }: Move) => (from.lastRow - from.firstRow + 1) * (from.lastColumn - from.firstColumn + 1)
  const moving = moves.filter(({ from, toRow, toColumn }) => from.firstRow !== toRow || from.firstColumn !== toColumn)
  return inSafeOrder(moving.toSorted((one, other) => cellsOf(other) - cellsOf(one)).slice(0, MAX_MOVES))
}
