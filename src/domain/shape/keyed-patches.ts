import { type Cell, isEmptyCell, isSameCell } from '#domain/copy/cell.ts'
import { type Entered, isFormula, isSameEntry } from '#domain/copy/entered.ts'
import { jsonBytes } from '#domain/copy/json-bytes.ts'
import { measureArea, type Patch } from '#domain/copy/patch.ts'
import { keyCells } from './row-keys.ts'

/** A row of the target before and after a write. */
interface RowToWrite {
  row: number
  before: readonly Entered[]
  /** New entries of the row. Formulas are not written, because they stay the same. */
  after: readonly Entered[]
  /** The key cells before the write; undefined for a new row. */
  keys: readonly Cell[] | undefined
}

/** The cells to write to a target whose rows people may move meanwhile. */
export interface KeyedChanges {
  /** Cells that get a value. */
  fills: Patch[]
  /** Cells to empty, except cells that name their row. */
  clears: Patch[]
  /** Key cells to change or empty once the other cells of their row are correct. */
  renames: Patch[]
}

/** Position of new rows. */
export interface Place {
  /** The row above them. */
  row: number
  /** Key cells of this row and the rows above it, from top to bottom. These rows are only checked, not written. */
  above: readonly (readonly Cell[])[]
  /** Cells that name the rows below, from top to bottom. */
  below?: readonly (readonly Cell[])[]
  /** Existing cells at the place of the new rows, if any. */
  held?: readonly (readonly Cell[])[]
}

/** Moves a place below a row further down. Two rows above show whether people sort, because a single row may stay in place. */
export function placeBelow(last: Place, { row, keys }: { row: number; keys: readonly Cell[] }): Place {
  return { row, above: row === last.row + 1 ? [...last.above.slice(-1), keys] : [[], keys] }
}

interface KeyedOptions {
  /** Cells to the right of this column stay unchanged. */
  lastColumn: number
  /** Whether all cells of a row are checked before its key is changed, or only the cells cleared with it. */
  knowsWholeRows?: boolean
}

/** Maximum new rows in a range. Each range shows whether the row above it is still there. */
const MAX_NEW_ROWS_IN_RANGE = 200

/**
 * Collects the cells to write, row by row from top to bottom. Each range includes the key cells of its row but skips them when
 * writing. The answer to the write shows whether they are still there.
 */
export function createKeyedChanges(columns: readonly number[], { lastColumn, knowsWholeRows = true }: KeyedOptions) {
  let changes: KeyedChanges = { fills: [], clears: [], renames: [] }
  const others = Array.from({ length: lastColumn }, (_, at) => at + 1).filter((column) => !columns.includes(column))
  const keysIn = (row: readonly Entered[]) => keyCells(row.map(valueIn), columns)

  function add({ row, before, after, keys }: RowToWrite): void {
    const written = {
      fills: new Map<number, Cell>(),
      clears: new Map<number, Cell>(),
      renames: new Map<number, Cell>(),
    }
    for (let at = 0; at < Math.min(Math.max(before.length, after.length), lastColumn); at += 1) {
      const [held, entry] = [before[at], after[at]]
      if (isFormula(entry) || (!isFormula(held) && isSameCell(entry, held))) continue
      const cell = isEmptyCell(entry) ? '' : (entry ?? '')
      const kind = keys && columns.includes(at + 1) ? 'renames' : cell === '' ? 'clears' : 'fills'
      written[kind].set(at + 1, cell)
    }
    const own = keysIn(after)
    const place = { row, before, columns }
    for (const kind of ['fills', 'clears'] as const) {
      if (written[kind].size > 0) append(changes[kind], { ...place, keys: keys ?? own, cells: written[kind] })
    }
    if (written.renames.size === 0) return
    const seen = knowsWholeRows ? others : [...written.clears.keys()]
    append(changes.renames, {
      ...place,
      keys: own.every(isEmptyCell) ? (keys ?? own) : own,
      cells: written.renames,
      others: seen.map((column) => [column, valueIn(after[column - 1])]),
    })
  }

  /** Adds a row to check but not write. */
  function anchor(row: number, keys: readonly Cell[], range: { isFirst: boolean }): void {
    append(changes.fills, { row, before: [], columns, keys, cells: new Map(), ...range })
  }

  return {
    /** Returns the changes since the last call. */
    take(): KeyedChanges {
      const taken = changes
      changes = { fills: [], clears: [], renames: [] }
      return taken
    },
    add,
    /** Adds new rows. The answer shows whether they ended up between their neighbors. */
    addBetween({ row: last, above, below = [], held = [] }: Place, rows: readonly (readonly Entered[])[]): void {
      for (const [at, keys] of above.entries()) anchor(last - above.length + 1 + at, keys, { isFirst: at === 0 })
      let row = last
      for (const [down, after] of rows.entries()) {
        const previous = rows[down - 1]
        if (previous && down % MAX_NEW_ROWS_IN_RANGE === 0) anchor(row, keysIn(previous), { isFirst: true })
        row += 1
        add({ row, before: held[down] ?? [], after, keys: undefined })
      }
      for (const [at, keys] of below.entries()) anchor(row + 1 + at, keys, { isFirst: false })
    },
  }
}

function valueIn(entry: Entered | undefined): Cell {
  return isFormula(entry) ? null : (entry ?? null)
}

interface Placed {
  row: number
  before: readonly Entered[]
  /** Key cells of the row, and their columns. */
  keys: readonly Cell[]
  columns: readonly number[]
  /** By column. */
  cells: ReadonlyMap<number, Cell>
  /** Further cells of the range, and their required values. */
  others?: [column: number, cell: Cell][]
  /** Whether the row begins its own range. */
  isFirst?: boolean
}

function append(patches: Patch[], { row, before, keys, columns, cells, others, isFirst = false }: Placed): void {
  const covered = [...columns, ...cells.keys(), ...(others ?? []).map(([column]) => column)]
  const [first, last] = [Math.min(...covered), Math.max(...covered)]
  const latest = patches.at(-1)
  const isNext = !isFirst && latest?.column === first && latest.row + latest.cells.length === row
  const patch: Patch = isNext ? latest : { row, column: first, cells: [], before: [], keys: { columns, rows: [] } }
  if (!isNext) patches.push(patch)
  const places = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const heldAt = (column: number) => before[column - 1] ?? null
  patch.cells.push(places.map((column) => cells.get(column) ?? null))
  patch.before?.push(places.map((column) => (cells.has(column) ? heldAt(column) : null)))
  patch.keys?.rows.push([...keys])
  const checked = patch.keys?.others ?? []
  if (others) checked.push(others)
  if (others && patch.keys) patch.keys.others = checked
  const skipped = places.filter((column) => !cells.has(column)).map((column) => valueIn(heldAt(column)))
  patch.skippedBytes = (patch.skippedBytes ?? 0) + jsonBytes(skipped)
}

/** A target row written instead of the intended row, according to the answer to the write. */
export interface MovedRow {
  row: number
  /** Key cells of the row there. */
  shown: Cell[]
  /** Cells written there, by column; empty for a row only checked. */
  written: ReadonlyMap<number, Cell>
  /** The other cells of the intended row, if the key cells of the row now there were changed. */
  meant?: readonly [column: number, cell: Cell][]
}

/** Compares the keys in the answer to a write with the expected keys. `rows` are the values of the patch's rectangle. */
export function movedRows(patch: Patch, rows: readonly (readonly Cell[])[]): MovedRow[] {
  const { keys, row, column, cells } = patch
  const end = measureArea(patch).lastColumn
  // A part of a long row may not show its key.
  if (!keys?.columns.every((at) => at >= column && at <= end)) return []
  return cells.flatMap((sent, down) => {
    const expected = keys.rows[down]
    const heldAt = (at: number) => rows[down]?.[at - column] ?? null
    const sentAt = (at: number) => sent[at - column] ?? null
    if (!expected) return []
    const isMoved = keys.columns.some(
      (at, index) => sentAt(at) === null && !isSameEntry(heldAt(at), expected[index] ?? null),
    )
    const others = keys.others?.[down]
    const isOther = others?.some(([at, cell]) => !isSameEntry(heldAt(at), cell)) ?? false
    if (!isMoved && !isOther) return []
    const written = new Map(sent.flatMap((cell, at): [number, Cell][] => (cell === null ? [] : [[column + at, cell]])))
    return [{ row: row + down, shown: keys.columns.map(heldAt), written, ...(others && { meant: others }) }]
  })
}
