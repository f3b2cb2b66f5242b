import { type Cell, isSameCell } from '#domain/copy/cell.ts'
import type { Patch } from '#domain/copy/patch.ts'
import { createKeyedChanges, type MovedRow, type Place, placeBelow } from '#domain/shape/keyed-patches.ts'
import { buildRowKey, createKeyIndex, type KeyIndex, keyCells } from '#domain/shape/row-keys.ts'
import type { Changes } from '#engine/compare/changes.ts'
import { filledRows, type KeyedRows } from '#engine/compare/keyed-rows.ts'
import { keepChanges, type TempFiles } from '#engine/compare/temp-files.ts'
import { overwrittenRows, type Repair } from './repair-rows.ts'

/** A write that may have overwritten whole rows, or their key cells. */
export interface RiskyWrite {
  before: KeyedRows
  /** Keys of the rows added by the write, by row. */
  added: ReadonlyMap<number, string>
  /** Rows whose keys the write changed. */
  renamed: ReadonlySet<number>
}

/** A write that hit other rows than intended. */
export interface MovedWrite {
  /** The target before the write. */
  before: KeyedRows
  changes: Changes
  moved: readonly MovedRow[]
}

/**
 * Returns the write if it may have overwritten rows, and none if it hit rows only outside the key columns. Keys are changed
 * after all rows have been added.
 */
export async function riskyWrites({ before, changes, moved }: MovedWrite): Promise<RiskyWrite[]> {
  const added = new Map<number, string>()
  const renamed = new Set<number>()
  if (moved.some(({ meant }) => meant)) {
    for await (const patch of flat(changes.renames))
      for (const down of patch.cells.keys()) renamed.add(patch.row + down)
  } else {
    for await (const { row, column, cells } of flat(changes.fills)) {
      for (const [down, sent] of cells.entries()) {
        const key = buildRowKey(before.columns.map((at) => sent[at - column] ?? null))
        if (key !== undefined) added.set(row + down, key)
      }
    }
  }
  return added.size + renamed.size === 0 ? [] : [{ before, added, renamed }]
}

async function* flat(chunks: AsyncIterable<Patch[]> | undefined): AsyncGenerator<Patch> {
  for await (const patches of chunks ?? []) yield* patches
}

interface PlanOptions {
  now: KeyedRows
  repair: Repair
  risky: readonly RiskyWrite[]
  /** Receives the cells to write. */
  tempFiles: TempFiles
}

/** Plans how to restore rows hit by mistake. Returns the target's last row after the repair. */
export async function planRepair({ now, repair, risky, tempFiles }: PlanOptions): Promise<number> {
  const { columns, lastColumn } = now
  const keys = createKeyIndex()
  let last: Place = { row: now.firstRow - 1, above: [] }
  for await (const { row, cells } of filledRows(now)) {
    const own = keyCells(cells, columns)
    if (repair.findKey(cells) !== undefined) keys.add(own, row)
    last = placeBelow(last, { row, keys: own })
  }
  const lost = await findLost({ columns, repair, risky, keys })
  const changes = createKeyedChanges(columns, { lastColumn })
  for await (const { row, cells } of filledRows(now)) {
    const key = repair.findKey(cells)
    if (key !== undefined && keys.isDoubled(key)) continue
    const whole = key === undefined ? lost.like(cells) : lost.under(key)
    const after = whole ?? lost.withoutRest(repair.repaired(cells, key), key)
    changes.add({ row, before: cells, after, keys: keyCells(cells, columns) })
  }
  const others = lost.others()
  changes.addBetween(last, others)
  await keepChanges(tempFiles, changes.take())
  return last.row + others.length
}

interface Search extends Pick<PlanOptions, 'repair' | 'risky'> {
  columns: readonly number[]
  /** Keys of the target now. */
  keys: KeyIndex
}

/** Finds the rows missing since a write, and their former places. */
async function findLost({ columns, repair, risky, keys }: Search) {
  const rows = new Map<string, readonly Cell[]>()
  const overwritten = new Map<string, string>()
  const suspects = new Set<string | undefined>()
  const known = new Set<string>()
  // If a row was still there before a later write, the later write lost it.
  for (const { before, added, renamed } of risky.toReversed()) {
    const named = new Set<number>()
    const missing = new Map<number, string>()
    for await (const { row, cells } of filledRows(before)) {
      const key = buildRowKey(keyCells(cells, columns))
      if (key === undefined) continue
      named.add(row)
      const isReplaced = overwritten.has(key)
      if (known.has(key) || (keys.has(key) && !isReplaced)) continue
      known.add(key)
      if (renamed.has(row)) continue
      // Restore a row again after the row on top of it got its place back.
      if (!isReplaced) missing.set(row, key)
      rows.set(key, repair.repaired(cells, key))
    }
    const found = new Map([...added].filter(([, key]) => keys.find(key) !== undefined))
    for (const [key, under] of overwrittenRows({ named, missing, added: found })) overwritten.set(key, under)
    for (const key of found.values()) suspects.add(key)
  }
  const placed = new Set(overwritten.values())
  repair.overwritten.push(...rows.values())
  return {
    /** Finds the row overwritten by the row with this key. */
    under(key: string): readonly Cell[] | undefined {
      return rows.get(overwritten.get(key) ?? '')
    },
    /** Finds the lost row for a row without a key, by equal cells in all other columns. */
    like(cells: readonly Cell[]): readonly Cell[] | undefined {
      for (const [key, row] of rows) {
        if (placed.has(key) || !hasSameOthers(row, cells, columns)) continue
        placed.add(key)
        return row
      }
      return undefined
    },
    /** Removes cells possibly left from an overwritten row: a write leaves cells alone where the added row is empty. */
    withoutRest(cells: readonly Cell[], key: string | undefined): readonly Cell[] {
      if (!suspects.has(key)) return cells
      const isRest = (cell: Cell, at: number) =>
        !columns.includes(at + 1) && repair.overwritten.some((row) => row[at] === cell)
      return cells.map((cell, at) => (isRest(cell, at) ? null : cell))
    },
    /** Lists lost rows without a known place. */
    others: () => [...rows].flatMap(([key, row]) => (placed.has(key) ? [] : [row])),
  }
}

function hasSameOthers(one: readonly Cell[], other: readonly Cell[], columns: readonly number[]): boolean {
  const places = Array.from({ length: Math.max(one.length, other.length) }, (_, at) => at)
  return places.every((at) => columns.includes(at + 1) || isSameCell(one[at], other[at]))
}
