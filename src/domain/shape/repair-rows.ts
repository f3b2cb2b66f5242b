import { type Cell, isEmptyCell, isSameCell } from '#domain/copy/cell.ts'
import type { MovedRow } from './keyed-patches.ts'
import { keyOf } from './row-keys.ts'

/** A cell that was written in the wrong row, and what it is to hold again. */
interface Damage {
  wrong: Cell[]
  right: Cell
}

/** The rows of a target that a write met although it did not mean them, because people moved rows at that moment. */
export interface Repair {
  /** By key and column. */
  readonly cells: ReadonlyMap<string, ReadonlyMap<number, Damage>>
  /** Cells written into rows without a key, by column. */
  readonly strays: readonly ReadonlyMap<number, Cell>[]
  /** The other cells of rows whose keys were written into rows that were not meant, by these keys. */
  readonly misplacedKeys: ReadonlyMap<string, readonly [column: number, cell: Cell][]>
  /** Writes that may have overwritten rows as a whole, or cleared the cells that name them. */
  readonly lost: readonly LostRows[]
}

/** The target as it was read before the writes that may have overwritten rows. */
interface LostRows {
  earlier: AsyncIterable<{ firstRow: number; rows: Cell[][] }>
  /** The rows that were added below. */
  added: AddedRows
}

export interface AddedRows {
  firstRow: number
  /** From top to bottom. */
  keys: readonly string[]
}

interface Met {
  moved: readonly MovedRow[]
  /** The target before these writes: the rows that are asked for, by their keys. */
  earlierRows: ReadonlyMap<string, readonly Cell[]>
  lost: LostRows
}

/** Adds what another write met. */
export function addMoved(before: Repair | undefined, { moved, earlierRows, lost }: Met): Repair {
  const cells = new Map([...(before?.cells ?? [])].map(([key, damage]) => [key, new Map(damage)]))
  const strays = [...(before?.strays ?? [])]
  const misplacedKeys = new Map(before?.misplacedKeys)
  let mayBeLost = false
  for (const { shown, written, meant } of moved) {
    if (written.size === 0 || meant) mayBeLost = true
    const key = keyOf(shown)
    if (meant && key !== undefined) misplacedKeys.set(key, meant)
    if (written.size === 0 || meant) continue
    if (key === undefined) {
      strays.push(written)
      continue
    }
    const earlier = earlierRows.get(key) ?? []
    const damaged = cells.get(key) ?? new Map<number, Damage>()
    for (const [column, cell] of written) {
      const known = damaged.get(column)
      // A row that was not there before has been filled in since, and nobody knows with what.
      const right = known ? known.right : (earlier[column - 1] ?? null)
      damaged.set(column, { wrong: [...(known?.wrong ?? []), cell], right })
    }
    cells.set(key, damaged)
  }
  return { cells, strays, misplacedKeys, lost: [...(before?.lost ?? []), ...(mayBeLost ? [lost] : [])] }
}

/** A row as it was before it was met. */
export function repairedRow(row: readonly Cell[], damage: ReadonlyMap<number, Damage> | undefined): readonly Cell[] {
  if (!damage) return row
  const repaired = [...row]
  for (const [column, { wrong, right }] of damage) {
    while (repaired.length < column) repaired.push(null)
    if (wrong.some((cell) => isSameCell(cell, repaired[column - 1]))) repaired[column - 1] = right
  }
  return repaired
}

/** Whether the key of a row was written there although another row was meant. */
export function hasMisplacedKey(row: readonly Cell[], key: string, { misplacedKeys }: Repair): boolean {
  return misplacedKeys.get(key)?.some(([column, cell]) => !isSameCell(row[column - 1], cell)) ?? false
}

/** A row without a key, without the cells that were written there. */
export function withoutStrays(row: readonly Cell[], strays: Repair['strays']): readonly Cell[] {
  const found = strays.find((stray) => [...stray].some(([column, cell]) => isWritten(row[column - 1], cell)))
  if (!found) return row
  return row.map((cell, at) => (isWritten(cell, found.get(at + 1) ?? null) ? null : cell))
}

function isWritten(held: Cell | undefined, cell: Cell): boolean {
  return !isEmptyCell(cell) && isSameCell(held, cell)
}

interface Missing {
  /** Keys of rows that are not found any more, with where they were, from top to bottom. */
  missing: readonly { key: string; row: number }[]
  added: AddedRows
}

/**
 * The rows that added ones overwrote, by the key that is in their place now: people inserted rows above, so that the last rows
 * came to where the new ones were written. Empty if rows went missing in another way.
 */
export function overwrittenRows({ missing, added }: Missing): Map<string, string> {
  const first = missing[0]?.row ?? 0
  const isBlock = missing.every(({ row }, at) => row === first + at)
  const endsAtAdded = first + missing.length === added.firstRow
  const isShifted = isBlock && first < added.firstRow && (endsAtAdded || missing.length === added.keys.length)
  if (!isShifted) return new Map()
  return new Map(
    missing.flatMap(({ key }, at): [string, string][] => {
      const now = added.keys[at]
      return now === undefined ? [] : [[now, key]]
    }),
  )
}
