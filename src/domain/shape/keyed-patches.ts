import { type Cell, isEmptyCell, isSameCell } from '#domain/copy/cell.ts'
import { bareError } from '#domain/copy/error-cell.ts'
import { jsonBytes } from '#domain/copy/json-bytes.ts'
import { areaOf, type Patch } from '#domain/copy/patch.ts'
import { keyCells } from './row-keys.ts'

/** A row of the target before and after a run. */
interface RowToWrite {
  row: number
  before: readonly Cell[]
  after: readonly Cell[]
  /** The cells to record as those before, if others than these. */
  recorded?: readonly Cell[] | undefined
}

/** The cells to write to a target whose rows people may move meanwhile. */
export interface KeyedChanges {
  /** Cells that get a value. */
  fills: Patch[]
  /** Cells that become empty, but those that name their row. */
  clears: Patch[]
  /** Cells that name a row and become others, or empty, once its other cells are as they should be. */
  renames: Patch[]
}

interface KeyedOptions {
  /** Cells further to the right stay as they are. */
  lastColumn: number
  /** Whether nothing else is in a row whose key is cleared. */
  clearsWholeRows?: boolean
}

/**
 * Collects the cells to write, row by row from top to bottom. Each range carries the key of its row: cells that name it are
 * skipped, and the answer to the write shows whether they still are there.
 */
export function createKeyedChanges(columns: readonly number[], { lastColumn, clearsWholeRows = true }: KeyedOptions) {
  let changes: KeyedChanges = { fills: [], clears: [], renames: [] }
  const others = Array.from({ length: lastColumn }, (_, at) => at + 1).filter((column) => !columns.includes(column))
  return {
    /** Those since the last call. */
    take(): KeyedChanges {
      const taken = changes
      changes = { fills: [], clears: [], renames: [] }
      return taken
    },
    add({ row, before, after, recorded = before }: RowToWrite): void {
      const written: Record<keyof KeyedChanges, Map<number, Cell>> = {
        fills: new Map(),
        clears: new Map(),
        renames: new Map(),
      }
      const isNew = before.slice(0, lastColumn).every(isEmptyCell)
      for (let at = 0; at < Math.min(Math.max(before.length, after.length), lastColumn); at += 1) {
        const cell = isEmptyCell(after[at]) ? '' : (after[at] ?? '')
        if (isSameCell(cell, before[at])) continue
        const kind = !isNew && columns.includes(at + 1) ? 'renames' : cell === '' ? 'clears' : 'fills'
        written[kind].set(at + 1, cell)
      }
      const [old, own] = [keyCells(before, columns), keyCells(after, columns)]
      const place = { row, before, recorded, columns, keys: isNew ? own : old }
      for (const kind of ['fills', 'clears'] as const) {
        if (written[kind].size > 0) append(changes[kind], { ...place, cells: written[kind] })
      }
      if (written.renames.size === 0) return
      const seen = (clearsWholeRows ? others : [...written.clears.keys()]).map((column): [number, Cell] => {
        return [column, after[column - 1] ?? null]
      })
      const keys = own.every(isEmptyCell) ? old : own
      append(changes.renames, { ...place, keys, cells: written.renames, others: seen })
    },
    /** A row that is not written, and must still be above the rows that are added next. */
    anchor({ row, before }: Pick<RowToWrite, 'row' | 'before'>): void {
      const keys = keyCells(before, columns)
      append(changes.fills, { row, before, recorded: [], keys, columns, cells: new Map(), isFirst: true })
    },
  }
}

interface Placed {
  row: number
  before: readonly Cell[]
  recorded: readonly Cell[]
  /** The cells that name the row, and where they are. */
  keys: Cell[]
  columns: readonly number[]
  /** By column. */
  cells: ReadonlyMap<number, Cell>
  /** Cells that the range covers besides, and what they must be. */
  others?: [column: number, cell: Cell][]
  /** Begins a range of its own. */
  isFirst?: boolean
}

function append(patches: Patch[], placed: Placed): void {
  const { row, before, recorded, keys, columns, cells, others, isFirst = false } = placed
  const covered = [...columns, ...cells.keys(), ...(others ?? []).map(([column]) => column)]
  const [first, last] = [Math.min(...covered), Math.max(...covered)]
  const latest = patches.at(-1)
  const isNext = !isFirst && latest?.column === first && latest.row + latest.cells.length === row
  const patch: Patch = isNext ? latest : { row, column: first, cells: [], before: [], keys: { columns, rows: [] } }
  if (!isNext) patches.push(patch)
  const places = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  patch.cells.push(places.map((column) => cells.get(column) ?? null))
  patch.before?.push(places.map((column) => (cells.has(column) ? (recorded[column - 1] ?? null) : null)))
  patch.keys?.rows.push(keys)
  if (others && patch.keys) patch.keys.others = [...(patch.keys.others ?? []), others]
  const skipped = places.filter((column) => !cells.has(column)).map((column) => before[column - 1] ?? null)
  patch.skippedBytes = (patch.skippedBytes ?? 0) + jsonBytes(skipped)
}

/** A row of the target that was written although it is not the one that was meant, as the answer to the write shows. */
export interface MovedRow {
  row: number
  /** The cells that name the row that is there. */
  shown: Cell[]
  /** The cells that were written there, by column; none for a row that was only looked at. */
  written: ReadonlyMap<number, Cell>
  /** The other cells of the row that was meant, where those that name the row that is there were changed. */
  meant?: readonly [column: number, cell: Cell][]
}

/** Compares the keys in the answer to a write with those that were expected. `rows` are the values of the patch's rectangle. */
export function movedRows(patch: Patch, rows: readonly (readonly Cell[])[]): MovedRow[] {
  const { keys, row, column, cells } = patch
  const end = areaOf(patch).lastColumn
  // A part of a long row may not show its key.
  if (!keys?.columns.every((at) => at >= column && at <= end)) return []
  return cells.flatMap((sent, down) => {
    const expected = keys.rows[down]
    const heldAt = (at: number) => rows[down]?.[at - column] ?? null
    const sentAt = (at: number) => sent[at - column] ?? null
    if (!expected) return []
    const isMoved = keys.columns.some(
      (at, index) => sentAt(at) === null && !isSameKeyCell(heldAt(at), expected[index] ?? null),
    )
    const others = keys.others?.[down]
    const isOther = others?.some(([at, cell]) => !isSameKeyCell(heldAt(at), cell)) ?? false
    if (!isMoved && !isOther) return []
    const written = new Map(sent.flatMap((cell, at): [number, Cell][] => (cell === null ? [] : [[column + at, cell]])))
    return [{ row: row + down, shown: keys.columns.map(heldAt), written, ...(others && { meant: others }) }]
  })
}

function isSameKeyCell(one: Cell, other: Cell): boolean {
  return isSameCell(bareError(one) ?? one, bareError(other) ?? other)
}
