import { type Cell, isSameCell, rowWidth } from '#domain/copy/cell.ts'
import { isBlank, normalizeText } from '#domain/recognize/normalize-text.ts'
import { type Block, createLossEstimate } from './estimate-loss.ts'
import type { CellFact } from './guard-facts.ts'

/** Target cells a copy would overwrite or clear although no run of the task wrote them. */
export interface OccupiedCells {
  /** Percentage of the target's filled cells, for a first run; undefined for a later run. */
  percent: number | undefined
  /** Numbers of rows and cells, estimated if a first run finds more than 500 rows. */
  rows: number
  count: number
  /** The first cells. */
  cells: CellFact[]
}

/** The region of a task's runs: its last row and column in the tab, counted from 1. */
interface Region {
  lastRow: number
  width: number
}

export interface OccupiedFinder {
  /** Adds the next rows to copy, from top to bottom. Below the source's last row, only the target has rows. */
  add(block: Block): void
  /** Returns the cells found; undefined if nobody needs to be asked. */
  end(): OccupiedCells | undefined
}

const MAX_FIRST_CELLS = 5
const MAX_LOST_PERCENT = 30
const MAX_LOST_CELLS = 5

interface FinderOptions {
  /** Whether a first run may change a part of the existing cells, and an older state of its rows. */
  allowsPart?: boolean
  /** Rows of the target's grid. */
  targetRows?: number | undefined
}

/** `own` is undefined if no run of the task wrote here. */
export function createOccupiedFinder(own: Region | undefined, options: FinderOptions = {}): OccupiedFinder {
  return own ? createOutsideFinder(own) : createFirstRunFinder(options)
}

/** Whether the target holds an older state of the source, by their header rows. */
export function hasSameHeader(source: readonly Cell[], target: readonly Cell[]): boolean {
  const width = rowWidth(source)
  return width > 0 && source.slice(0, width).every((cell, at) => shownIn(cell) === shownIn(target[at]))
}

function shownIn(cell: Cell | undefined): string {
  return normalizeText(String(cell ?? ''))
}

function createFirstRunFinder({ allowsPart = true, targetRows }: FinderOptions): OccupiedFinder {
  const estimate = createLossEstimate(targetRows)
  const changed = createChangedCells()
  let width = 0
  return {
    add(block) {
      for (const row of block.source) width = Math.max(width, rowWidth(row))
      estimate.add(block)
      changed.add(block, () => true)
    },
    end() {
      const { lostPercent, filledCells, filledRows } = estimate.end(width)
      if (!allowsPart) {
        const all = changed.end(width)
        return all.count === 0 ? undefined : { percent: (100 * all.count) / filledCells, ...all }
      }
      const count = Math.round((lostPercent / 100) * filledCells)
      if (lostPercent <= MAX_LOST_PERCENT || count <= MAX_LOST_CELLS) return undefined
      return { percent: lostPercent, rows: filledRows, count, cells: changed.end(width).cells }
    },
  }
}

/** Finds cells outside the region of the earlier runs: they belong to someone else. */
function createOutsideFinder(own: Region): OccupiedFinder {
  const changed = createChangedCells()
  let { width } = own
  return {
    add(block) {
      for (const row of block.source) width = Math.max(width, rowWidth(row))
      changed.add(block, ({ row, column }) => row > own.lastRow || column > own.width)
    },
    end() {
      const found = changed.end(width)
      return found.count === 0 ? undefined : { percent: undefined, ...found }
    },
  }
}

/** Collects filled target cells the source would change, by column because the width is known only at the end. */
function createChangedCells() {
  /** Each row counts once, in its first changed column. */
  const columns: { count: number; rows: number; cells: CellFact[] }[] = []
  return {
    add({ firstRow, source, target }: Block, isWanted: (place: { row: number; column: number }) => boolean): void {
      for (const [index, cells] of target.entries()) {
        const row = firstRow + index
        let isNewRow = true
        for (const [at, before] of cells.entries()) {
          const after = source[index]?.[at] ?? ''
          if (isSameCell(before, after) || !isWanted({ row, column: at + 1 }) || isBlank(before)) continue
          while (columns.length <= at) columns.push({ count: 0, rows: 0, cells: [] })
          const column = columns[at]
          if (!column) continue
          column.count += 1
          if (isNewRow) column.rows += 1
          isNewRow = false
          if (column.cells.length < MAX_FIRST_CELLS) column.cells.push({ row, column: at + 1, before, after })
        }
      }
    },
    end(width: number): { count: number; rows: number; cells: CellFact[] } {
      const inWidth = columns.slice(0, width)
      const cells = inWidth
        .flatMap((column) => column.cells)
        .toSorted((one, other) => one.row - other.row || one.column - other.column)
      return {
        count: inWidth.reduce((sum, { count }) => sum + count, 0),
        rows: inWidth.reduce((sum, { rows }) => sum + rows, 0),
        cells: cells.slice(0, MAX_FIRST_CELLS),
      }
    },
  }
}
