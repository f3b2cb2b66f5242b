import { type Cell, isEmptyCell, isSameCell } from '#domain/copy/cell.ts'
import { bareError } from '#domain/copy/error-cell.ts'
import { jsonBytes } from '#domain/copy/json-bytes.ts'
import type { Patch } from '#domain/copy/patch.ts'
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
  /** Cells that name a row of which nothing stays, to be cleared once its other cells were. */
  keyClears: Patch[]
}

/**
 * Collects the cells to write, row by row from top to bottom. Each range carries the key of its row: cells that name it are
 * skipped, and the answer to the write shows whether they still are there.
 */
export function createKeyedChanges(columns: readonly number[], lastColumn: number) {
  let changes: KeyedChanges = { fills: [], clears: [], keyClears: [] }
  const others = Array.from({ length: lastColumn }, (_, at) => at + 1).filter((column) => !columns.includes(column))
  return {
    /** Those since the last call. */
    take(): KeyedChanges {
      const taken = changes
      changes = { fills: [], clears: [], keyClears: [] }
      return taken
    },
    add({ row, before, after, recorded = before }: RowToWrite): void {
      const written: Record<keyof KeyedChanges, Map<number, Cell>> = {
        fills: new Map(),
        clears: new Map(),
        keyClears: new Map(),
      }
      for (let at = 0; at < Math.min(Math.max(before.length, after.length), lastColumn); at += 1) {
        const cell = after[at] ?? null
        if (isSameCell(cell, before[at])) continue
        const isKey = columns.includes(at + 1)
        const kind = isEmptyCell(cell) ? (isKey ? 'keyClears' : 'clears') : 'fills'
        written[kind].set(at + 1, isEmptyCell(cell) ? '' : cell)
      }
      const isNamed = columns.some((column) => written.fills.has(column))
      const place = { row, before, recorded, keys: keyCells(isNamed ? after : before, columns), columns }
      for (const kind of ['fills', 'clears'] as const) {
        if (written[kind].size > 0) append(changes[kind], { ...place, cells: written[kind] })
      }
      if (written.keyClears.size === 0) return
      append(changes.keyClears, { ...place, cells: written.keyClears, reach: others })
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
  /** Columns that the range covers besides; they must be empty. */
  reach?: readonly number[]
  /** Begins a range of its own. */
  isFirst?: boolean
}

function append(patches: Patch[], placed: Placed): void {
  const { row, before, recorded, keys, columns, cells, reach = [], isFirst = false } = placed
  const covered = [...columns, ...cells.keys(), ...reach]
  const [first, last] = [Math.min(...covered), Math.max(...covered)]
  const latest = patches.at(-1)
  const isNext = !isFirst && latest?.column === first && latest.row + latest.cells.length === row
  const patch: Patch = isNext ? latest : { row, column: first, cells: [], before: [], keys: { columns, rows: [] } }
  if (!isNext) patches.push(patch)
  if (reach.length > 0 && patch.keys) patch.keys.mustBeEmpty = reach
  const places = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  patch.cells.push(places.map((column) => cells.get(column) ?? null))
  patch.before?.push(places.map((column) => (cells.has(column) ? (recorded[column - 1] ?? null) : null)))
  patch.keys?.rows.push(keys)
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
  /** Whether the cells that name it were cleared. */
  lostKey: boolean
}

/** Compares the keys in the answer to a write with those that were expected. `rows` are the values of the patch's rectangle. */
export function movedRows(patch: Patch, rows: readonly (readonly Cell[])[]): MovedRow[] {
  const { keys, row, column, cells } = patch
  if (!keys) return []
  return cells.flatMap((sent, down) => {
    const expected = keys.rows[down]
    const heldAt = (at: number) => rows[down]?.[at - column] ?? null
    const sentAt = (at: number) => sent[at - column] ?? null
    if (!expected || !keys.columns.every((at) => at >= column)) return []
    const isMoved = keys.columns.some(
      (at, index) => sentAt(at) === null && !isSameKeyCell(heldAt(at), expected[index] ?? null),
    )
    const isFilled = keys.mustBeEmpty?.some((at) => !isEmptyCell(heldAt(at))) ?? false
    if (!isMoved && !isFilled) return []
    const written = new Map(sent.flatMap((cell, at): [number, Cell][] => (cell === null ? [] : [[column + at, cell]])))
    return [{ row: row + down, shown: keys.columns.map(heldAt), written, lostKey: isFilled }]
  })
}

function isSameKeyCell(one: Cell, other: Cell): boolean {
  return isSameCell(bareError(one) ?? one, bareError(other) ?? other)
}
