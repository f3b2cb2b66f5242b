import type { ChangeKind } from '#contract/change-kind.ts'
import type { Cell } from './cell.ts'
import { type Entered, isEmptyEntry } from './entered.ts'
import { countCells, type Patch } from './patch.ts'

/** A cell a run changes. Rows and columns count from 1. */
export interface CellChange {
  row: number
  column: number
  before: Entered
  after: Entered
  /** The cells that name its row, if people may move the rows. */
  key?: readonly Cell[]
}

/** A block of changes to nearby cells. Its first cell is at `row` and `column`. */
export interface ChangeBlock {
  row: number
  column: number
  /** By row; cells past the end of a row were empty. */
  before: Entered[][]
  /** By row. `null` skips a cell, `''` clears it. */
  after: Entered[][]
  /** By row: the cells that name it, if people may move the rows. */
  keys?: Cell[][]
}

/** How many cells a run filled, changed and cleared. */
export type ChangeCounts = Record<ChangeKind, number>

/** By column, counted from 1: how many of its cells were filled, changed and cleared. */
export type ColumnCounts = Record<number, readonly [filled: number, changed: number, cleared: number]>

export const NO_CHANGES: Readonly<ChangeCounts> = { filled: 0, changed: 0, cleared: 0 }

export function classifyChange({ before, after }: Pick<CellChange, 'before' | 'after'>): ChangeKind {
  if (isEmptyEntry(after)) return 'cleared'
  return isEmptyEntry(before) ? 'filled' : 'changed'
}

/** Yields changes row by row. */
export function* changesIn({ row, column, before, after, keys }: ChangeBlock): Generator<CellChange> {
  for (const [down, cells] of after.entries()) {
    for (const [right, cell] of cells.entries()) {
      if (cell === null) continue
      const change = { row: row + down, column: column + right, before: before[down]?.[right] ?? null, after: cell }
      yield keys ? { ...change, key: keys[down] ?? [] } : change
    }
  }
}

/** Counts changes without listing them: a change set may have millions. */
export function countChanges(blocks: readonly ChangeBlock[]): { total: ChangeCounts; byColumn: ColumnCounts } {
  const total = { ...NO_CHANGES }
  const byColumn: Record<number, [number, number, number]> = {}
  for (const { column, before, after } of blocks) {
    for (const [down, cells] of after.entries()) {
      const held = before[down]
      for (let right = 0; right < cells.length; right += 1) {
        const cell = cells[right]
        if (cell === null || cell === undefined) continue
        const ofColumn = byColumn[column + right] ?? [0, 0, 0]
        byColumn[column + right] = ofColumn
        if (isEmptyEntry(cell)) ofColumn[2] += 1
        else ofColumn[isEmptyEntry(held?.[right]) ? 0 : 1] += 1
      }
    }
  }
  for (const [filled, changed, cleared] of Object.values(byColumn)) {
    total.filled += filled
    total.changed += changed
    total.cleared += cleared
  }
  return { total, byColumn }
}

/** A patch whose cells can be formulas. */
export interface EnteredPatch extends Pick<Patch, 'row' | 'column' | 'before' | 'keys'> {
  cells: Entered[][]
}

/** Splits a patch into blocks of whole rows. A block has at most `maxCells` cells, unless a single row has more. */
export function* splitIntoBlocks(patch: EnteredPatch, { maxCells }: { maxCells: number }): Generator<ChangeBlock> {
  const width = patch.cells.reduce((widest, cells) => Math.max(widest, cells.length), 1)
  const rows = Math.max(1, Math.floor(maxCells / width))
  for (let down = 0; down < patch.cells.length; down += rows) {
    const after = patch.cells.slice(down, down + rows)
    const before = after.map((cells, at) => trimmed((patch.before?.[down + at] ?? []).slice(0, cells.length)))
    const keys = patch.keys && { keys: patch.keys.rows.slice(down, down + rows) }
    const block = { row: patch.row + down, column: patch.column, before, after, ...keys }
    if (countCells({ cells: after }) > 0) yield block
  }
}

function trimmed(row: readonly Entered[]): Entered[] {
  return row.slice(0, row.findLastIndex((entered) => !isEmptyEntry(entered)) + 1)
}
