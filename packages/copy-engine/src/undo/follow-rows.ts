import { isDeepStrictEqual } from 'node:util'
import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import type { ChangeBlock } from '#domain/copy/change-block.ts'
import { isEmptyEntry } from '#domain/copy/entered.ts'
import { rowWindows } from '#domain/copy/row-windows.ts'
import { buildRowKey, keyCells } from '#domain/shape/row-keys.ts'
import { filledRows, type KeyedRows, readKeyedRows } from '#engine/compare/keyed-rows.ts'
import type { Window } from '#engine/compare/read-rows.ts'
import type { ReadyTarget } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import { type ChangeHistory, MAX_WINDOW_CELLS } from './change-history.ts'
import { createIds, type RowIds, rowsIn } from './changed-rows.ts'

/** Changes of runs, relocated to the current places of their rows. */
export interface FollowedHistory extends ChangeHistory {
  /** The target as it was read. */
  before: KeyedRows
  /** Returns the current key cells of a row; undefined for a row the runs cleared. */
  keysAt(row: number): Cell[] | undefined
  /** Keys of the neighbors above and below restored rows, after the rows above them have been restored. */
  keysBeside(rows: { firstRow: number; lastRow: number }): Record<'above' | 'below', (readonly Cell[])[]>
  /** Changes of rows people deleted or gave another key, at the former places of the rows. */
  gone: readonly { runId: number; block: ChangeBlock }[]
}

/** Maximum neighbors to check on each side of a restored row's place: when people sort, a single neighbor may stay there. */
const MAX_CHECKED_ROWS = 2

interface Options {
  history: ChangeHistory
  target: ReadyTarget
  tempDir: string
  /** Disposes of temporary files. */
  stack: AsyncDisposableStack
}

/**
 * Finds the rows changed by the runs by their keys, wherever people have moved them. Relocates each change to the current place
 * of its row. Undefined if the newest run did not identify rows by keys.
 */
export async function followRows(workbook: Workbook, options: Options): Promise<FollowedHistory | undefined> {
  const { history, others } = newestByKey(options.history)
  const all = history.runs.flatMap(({ keyColumns }) => (keyColumns ? [keyColumns] : []))
  const lists = all.filter((each, at) => all.findIndex((other) => isDeepStrictEqual(each, other)) === at)
  const [columns] = lists
  if (!columns) return undefined
  const place = { columns, firstRow: 1, lastColumn: Math.max(history.lastColumn, ...lists.flat()) }
  const before = { ...place, rows: await readKeyedRows(workbook, { ...options, ...place }) }
  const identify = await createIds(history, options.target.spreadsheet.locale)
  const fates = await readFates(history, identify)
  const { places, keys, restored, lastRow } = await placeRows(fates, { before, lists, identify })
  const { reaches, gone } = await relocate(history, { fates, places, identify })
  const spans = [...places].map(([id, row]) => ({ firstRow: row, lastRow: row, cells: fates.get(id)?.cells ?? 0 }))
  const keysBeside = (row: number, step: 1 | -1) => {
    const beside: (readonly Cell[])[] = []
    for (let at = row + step; at > 0 && (step < 0 || at <= lastRow) && beside.length < MAX_CHECKED_ROWS; at += step) {
      // A restored row below may be written later.
      if (restored.has(at) && (step > 0 || !restored.get(at))) break
      beside.push(restored.get(at) ?? keys.get(at) ?? [])
    }
    return beside
  }
  return {
    ...options.history,
    before,
    keysAt: (row) => keys.get(row),
    keysBeside: (rows) => ({ above: keysBeside(rows.firstRow, -1).toReversed(), below: keysBeside(rows.lastRow, 1) }),
    windows: rowWindows([...spans, ...others.map((window) => ({ ...window, cells: 0 }))], {
      maxCells: MAX_WINDOW_CELLS,
    }),
    gone,
    async readBlocks(runId, rows) {
      const ofRun = reaches.get(runId)
      if (!ofRun) return await history.readBlocks(runId, rows)
      const blocks: ChangeBlock[] = []
      for (const { window, ...reach } of ofRun) {
        if (reach.lastRow < rows.firstRow || reach.firstRow > rows.lastRow) continue
        for (const { id, block } of await rowsIn(history, { runId, window, identify })) {
          const row = places.get(id)
          if (row !== undefined && row >= rows.firstRow && row <= rows.lastRow) blocks.push({ ...block, row })
        }
      }
      return blocks
    },
  }
}

/**
 * Splits the history into the newest runs with keys, and the rows earlier runs changed. Once a run by place is undone, the rows
 * of all earlier runs are in their places, even for runs by key.
 */
function newestByKey(history: ChangeHistory): { history: ChangeHistory; others: ChangeHistory['windows'] } {
  const newestByPlace = history.runs.findIndex(({ keyColumns }) => keyColumns === undefined)
  if (newestByPlace < 0) return { history, others: [] }
  return { history: { ...history, runs: history.runs.slice(0, newestByPlace) }, others: history.windows }
}

/** History of a row through all runs. */
interface RowFate {
  keys: readonly Cell[]
  /** Key cells of the row before the oldest run. */
  originalKeys: readonly Cell[]
  /** Place of the row when the newest run changed it, and whether the run cleared its key. */
  row: number
  isCleared: boolean
  /** Whether the oldest run added the row. */
  isAdded: boolean
  cells: number
}

/** Reads the fate of each row, by row ID. */
async function readFates(history: ChangeHistory, identify: RowIds): Promise<Map<string, RowFate>> {
  const fates = new Map<string, RowFate>()
  for (const { runId, keyColumns = [] } of history.runs) {
    const inRun = new Map<string, RowFate>()
    for (const window of history.windows) {
      for (const { id, block, ...named } of await rowsIn(history, { runId, window, identify })) {
        const [before = [], after = []] = [block.before[0], block.after[0]]
        const known = inRun.get(id) ?? { isCleared: false, isAdded: false, cells: 0 }
        const keyed = keyColumns.map((column) => column - block.column).filter((at) => (after[at] ?? null) !== null)
        const isCleared = keyed.length > 0 ? keyed.every((at) => isEmptyEntry(after[at])) : known.isCleared
        const isAdded = keyed.length > 0 && keyed.every((at) => isEmptyEntry(before[at]) && !isEmptyEntry(after[at]))
        const cells = known.cells + after.filter((cell) => cell !== null).length
        inRun.set(id, { ...named, row: block.row, isCleared, isAdded: known.isAdded || isAdded, cells })
      }
    }
    for (const [id, fate] of inRun) {
      const { cells = 0, ...newer } = fates.get(id) ?? {}
      const { isAdded, originalKeys } = fate
      fates.set(id, { ...fate, ...newer, isAdded, originalKeys, cells: fate.cells + cells })
    }
  }
  return fates
}

interface Places {
  /** Current places by row ID. */
  places: ReadonlyMap<string, number>
  /** Key cells of the current rows, by place. */
  keys: ReadonlyMap<number, Cell[]>
  /** Keys of restored rows; undefined where a key is unknown. */
  restored: ReadonlyMap<number, readonly Cell[] | undefined>
  /** The last filled row. */
  lastRow: number
}

/**
 * Finds the current place of each row. A cleared row comes back to its place, or below all other rows if its place is taken.
 */
async function placeRows(
  fates: ReadonlyMap<string, RowFate>,
  { before, lists, identify }: { before: KeyedRows; lists: readonly (readonly number[])[]; identify: RowIds },
): Promise<Places> {
  const found = new Map<string, FoundRow[]>()
  const keys = new Map<number, Cell[]>()
  let lastRow = 0
  for await (const { row, cells } of filledRows(before)) {
    if (rowWidth(cells) < Math.min(...lists.flat())) continue
    keys.set(row, keyCells(cells, before.columns))
    lastRow = row
    for (const columns of lists) {
      const named = keyCells(cells, columns)
      const id = identify(columns, named)
      if (id !== undefined && fates.has(id)) found.set(id, [...(found.get(id) ?? []), { row, key: buildRowKey(named) }])
    }
  }
  let end = lastRow
  const places = new Map<string, number>()
  const restored = new Map<number, readonly Cell[] | undefined>()
  for (const [id, { row, keys: own, originalKeys, isCleared, isAdded }] of fates) {
    const [place, ...others] = own.length === 0 ? [row] : selectNamed(own, found.get(id))
    if (place !== undefined && others.length === 0) places.set(id, place)
    if (place !== undefined || isAdded || !isCleared) continue
    end = Math.max(end, row)
    const free = keys.has(row) || restored.has(row) ? ++end : row
    restored.set(free, lists.length === 1 ? originalKeys : undefined)
    places.set(id, free)
  }
  return { places, keys, restored, lastRow }
}

/** A row with the normalized key of a changed row. */
interface FoundRow {
  row: number
  key: string | undefined
}

/** Selects the rows with exactly this key, or else the rows with the same normalized form. */
function selectNamed(keys: readonly Cell[], found: readonly FoundRow[] = []): number[] {
  const exact = found.filter(({ key }) => key === buildRowKey(keys))
  return (exact.length > 0 ? exact : found).map(({ row }) => row)
}

/** Current places of the rows a run changed in a window of the history. */
interface Reach {
  window: Window
  firstRow: number
  lastRow: number
}

interface Relocated {
  /** Reaches by run ID, without windows whose rows are all gone. */
  reaches: ReadonlyMap<number, readonly Reach[]>
  /** Changes of missing rows. Rows added by the runs are left out, because an undo removes them anyway. */
  gone: FollowedHistory['gone']
}

/** Reads each window once more to find its current rows. A later search for the changes of a place then skips other windows. */
async function relocate(
  history: ChangeHistory,
  { fates, places, identify }: Pick<Places, 'places'> & { fates: ReadonlyMap<string, RowFate>; identify: RowIds },
): Promise<Relocated> {
  const gone: { runId: number; block: ChangeBlock }[] = []
  const reaches = new Map<number, Reach[]>()
  for (const { runId } of history.runs) {
    const ofRun: Reach[] = []
    for (const window of history.windows) {
      const reach = { window, firstRow: Number.POSITIVE_INFINITY, lastRow: 0 }
      for (const { id, block } of await rowsIn(history, { runId, window, identify })) {
        const row = places.get(id)
        if (row === undefined) {
          if (!fates.get(id)?.isAdded) gone.push({ runId, block })
          continue
        }
        reach.firstRow = Math.min(reach.firstRow, row)
        reach.lastRow = Math.max(reach.lastRow, row)
      }
      if (reach.lastRow > 0) ofRun.push(reach)
    }
    reaches.set(runId, ofRun)
  }
  return { reaches, gone }
}
