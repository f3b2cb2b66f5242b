import { type Cell, isSameCell } from '#domain/copy/cell.ts'
import { overwrittenRows, type Repair, repairedRow } from '#domain/shape/repair-rows.ts'
import { type KeyIndex, keyCells, keyOf } from '#domain/shape/row-keys.ts'
import type { Rows } from './rows-by-key.ts'

/** Rows that an earlier pass may have overwritten, and where they go. */
export interface Replaced {
  byKey: Rows
  /** A row whose key was cleared, with it. */
  withoutKey(cells: readonly Cell[]): readonly Cell[] | undefined
  /** Those whose place is unknown. */
  others(): (readonly Cell[])[]
  /** The keys of all of them. */
  restored: ReadonlySet<string>
}

interface Search {
  repair: Repair | undefined
  /** Whether rows that the source does not have are cleared. */
  clearsMissing: boolean
  columns: readonly number[]
  sourceKeys: KeyIndex
  keys: KeyIndex
}

const NOTHING_REPLACED: Replaced = {
  byKey: new Map(),
  withoutKey: () => undefined,
  others: () => [],
  restored: new Set(),
}

/** Looks for rows that an earlier pass of the run may have overwritten. `keys` are those of the target now. */
export async function findReplaced({ repair, clearsMissing, columns, sourceKeys, keys }: Search): Promise<Replaced> {
  if (!repair || repair.lost.length === 0) return NOTHING_REPLACED
  const rows = new Map<string, readonly Cell[]>()
  const byKey = new Map<string, readonly Cell[]>()
  for (const { earlier, added } of repair.lost) {
    const missing: { key: string; row: number }[] = []
    for await (const chunk of earlier) {
      for (const [down, cells] of chunk.rows.entries()) {
        const key = keyOf(keyCells(cells, columns))
        if (key === undefined || keys.find(key) !== undefined || keys.isDoubled(key)) continue
        // It was to be cleared.
        if (clearsMissing && sourceKeys.find(key) === undefined) continue
        missing.push({ key, row: chunk.firstRow + down })
        rows.set(key, repairedRow(cells, repair.cells.get(key)))
      }
    }
    for (const [now, key] of overwrittenRows({ missing, added })) {
      const overwritten = rows.get(key)
      if (overwritten && keys.find(now) !== undefined) byKey.set(now, overwritten)
    }
  }
  const restored = new Set([...byKey.values()].flatMap((cells) => keyOf(keyCells(cells, columns)) ?? []))
  const hasSameValues = (row: readonly Cell[], cells: readonly Cell[]) =>
    Array.from({ length: Math.max(row.length, cells.length) }, (_, at) => at).every(
      (at) => columns.includes(at + 1) || isSameCell(row[at], cells[at]),
    )
  return {
    byKey,
    withoutKey(cells) {
      const found = [...rows].find(([key, row]) => !restored.has(key) && hasSameValues(row, cells))
      if (found) restored.add(found[0])
      return found?.[1]
    },
    others: () =>
      [...rows].filter(([key]) => !restored.has(key) && sourceKeys.find(key) === undefined).map(([, row]) => row),
    restored,
  }
}
