import { type Cell, isSameCell } from '#domain/copy/cell.ts'
import type { MovedRow } from '#domain/shape/keyed-patches.ts'
import { buildRowKey, keyCells } from '#domain/shape/row-keys.ts'

/** A cell written in the wrong row, and the value it should get back. */
interface Damage {
  wrong: Cell[]
  right: Cell
}

type Row = readonly Cell[]

/** The rows of a target that writes hit by mistake, because people moved rows at the same time. */
export interface Repair {
  /** Adds the rows a write met. `earlier` has the rows of the target before the write, by their keys. */
  add(moved: readonly MovedRow[], earlier: ReadonlyMap<string, Row>): void
  /** The key of a row; undefined without a key, or with a key meant for another row. */
  findKey(row: Row): string | undefined
  /** Restores a row to its state before the writes. Cells entered since stay. */
  repaired(row: Row, key: string | undefined): Row
  /** Rows overwritten as a whole, including rows restored since. */
  readonly overwritten: Row[]
}

export function createRepair(columns: readonly number[]): Repair {
  /** Damages by key and column. Rows without a key were inserted, so their cells have been empty. */
  const damages = new Map<string | undefined, Map<number, Damage>>()
  /** Remaining cells of the right rows, by the keys written into wrong rows. */
  const misplaced = new Map<string, readonly [column: number, cell: Cell][]>()
  return {
    overwritten: [],
    add(moved, earlier) {
      for (const { shown, written, meant } of moved) {
        const key = buildRowKey(shown)
        if (meant) {
          if (key !== undefined) misplaced.set(key, meant)
          continue
        }
        const damaged = damages.get(key) ?? new Map<number, Damage>()
        damages.set(key, damaged)
        for (const [column, cell] of written) {
          // A new row has been filled in since, and nobody knows its earlier content.
          const right = key === undefined ? null : (earlier.get(key)?.[column - 1] ?? null)
          const damage = damaged.get(column) ?? { wrong: [], right }
          damage.wrong.push(cell)
          damaged.set(column, damage)
        }
      }
    },
    findKey(row) {
      const key = buildRowKey(keyCells(row, columns))
      const meant = key === undefined ? undefined : misplaced.get(key)
      return meant?.some(([column, cell]) => !isSameCell(row[column - 1], cell)) ? undefined : key
    },
    repaired(row, key) {
      let repaired: Cell[] | undefined
      for (const [column, { wrong, right }] of damages.get(key) ?? []) {
        const held = row[column - 1] ?? null
        if (isSameCell(held, right) || !wrong.some((cell) => isSameCell(cell, held))) continue
        repaired ??= [...row]
        while (repaired.length < column) repaired.push(null)
        repaired[column - 1] = right
      }
      return repaired ?? row
    },
  }
}

/** Maximum added rows to search for the first missing row: it is among the first, or rows went missing in another way. */
const MAX_PLACES_TRIED = 1_000

interface Write {
  /** Rows with a key before the write. */
  named: ReadonlySet<number>
  /** The keys of rows no longer found, by row. */
  missing: ReadonlyMap<number, string>
  /** Rows added by the write and found now, by row. */
  added: ReadonlyMap<number, string>
}

/**
 * Finds the keys of overwritten rows, by the key in their place now. People inserted or deleted rows above, so all rows moved
 * equally far. Empty if rows went missing in another way.
 */
export function overwrittenRows({ named, missing, added }: Write): Map<string, string> {
  const places = [...added.keys()]
  const [first = 0] = missing.keys()
  const isMovedBy = (down: number) =>
    [...missing.keys()].every((row) => added.has(row + down)) &&
    places.every((row) => missing.has(row - down) || !named.has(row - down))
  for (const place of places.slice(0, missing.size === 0 ? 0 : MAX_PLACES_TRIED)) {
    const down = place - first
    if (isMovedBy(down)) return new Map([...missing].map(([row, key]) => [added.get(row + down) ?? '', key]))
  }
  return new Map()
}
