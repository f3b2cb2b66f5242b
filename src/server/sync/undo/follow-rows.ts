import { isDeepStrictEqual } from 'node:util'
import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import type { ChangeBlock } from '#domain/copy/change-block.ts'
import { isEmptyEntry } from '#domain/copy/entered.ts'
import { rowWindows } from '#domain/copy/row-windows.ts'
import { createKeyIndex, type KeyIndex, keyCells, keyOf } from '#domain/shape/row-keys.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { type ChangeHistory, MAX_WINDOW_CELLS } from '#server/runs/change-history.ts'
import { readRows } from '#server/sync/compare/read-rows.ts'
import type { TargetRows } from '#server/sync/compare/scratch.ts'
import { createWindowSizer } from '#server/sync/compare/window-sizer.ts'
import type { ReadyTarget } from '#server/sync/tabs/resolve-tabs.ts'

interface Options {
  history: ChangeHistory
  target: ReadyTarget
  /** Called with the rows of the target, from top to bottom. */
  onRead(read: TargetRows): Promise<void>
}

/** The changes of runs at the rows where they are now. */
export interface FollowedHistory extends ChangeHistory {
  /** The columns whose cells name a row. */
  keyColumns: readonly number[]
  /** The cells that name a row now, for one that the runs changed; undefined for one that they had cleared. */
  keyAt(row: number): Cell[] | undefined
  /** All rows of the target by their keys. */
  index: KeyIndex
  /** Rows that people deleted, or to which they gave another key. */
  gone: readonly GoneRow[]
}

interface GoneRow {
  runId: number
  row: number
  block: ChangeBlock
}

/** A row that a run changed, where it was then. */
interface RunRow {
  runId: number
  row: number
  id: string
  block: ChangeBlock
  down: number
}

/** A row as a whole, through all runs. */
interface RowFate {
  columns: readonly number[]
  key: string
  /** Where the newest run changed it, and whether it cleared its key. */
  row: number
  newestRunId: number
  isCleared: boolean
  /** Whether the oldest run added it. */
  oldestRunId: number
  isAdded: boolean
  cells: number
}

/**
 * Finds the rows that runs changed by their keys, wherever people have moved them, and gives each change the row where it is
 * now. Undefined if no run knew rows by keys.
 */
export async function followRows(client: SheetsClient, options: Options): Promise<FollowedHistory | undefined> {
  const { history } = options
  const keyColumns = history.runs.find((run) => run.keyColumns)?.keyColumns
  if (!keyColumns) return undefined
  const now = await readTarget(client, options)
  const fates = await readFates(history)
  const places = placeRows(fates, now)
  const isByKey = (runId: number) => history.runs.some((run) => run.runId === runId && run.keyColumns)
  const others = history.runs.some((run) => !run.keyColumns) ? history.windows : []
  const spans = [...fates].flatMap(([id, { cells }]) => {
    const row = places.get(id)
    return row === undefined ? [] : [{ firstRow: row, lastRow: row, cells }]
  })
  const keys = new Map<number, Cell[]>()
  for (const { columns, key } of fates.values()) {
    const row = now.index(columns).find(key)
    if (row !== undefined && isDeepStrictEqual(columns, keyColumns)) keys.set(row, JSON.parse(key) as Cell[])
  }
  return {
    ...history,
    keyColumns,
    keyAt: (row) => keys.get(row),
    index: now.index(keyColumns),
    windows: rowWindows([...spans, ...others.map((window) => ({ ...window, cells: 0 }))], {
      maxCells: MAX_WINDOW_CELLS,
    }),
    gone: await goneRows(history, { fates, places }),
    async blocksOf(runId, rows) {
      if (!isByKey(runId)) return await history.blocksOf(runId, rows)
      const blocks: ChangeBlock[] = []
      for await (const changed of rowsOf(history, runId)) {
        const row = places.get(changed.id)
        if (row !== undefined && row >= rows.firstRow && row <= rows.lastRow) blocks.push(alone(changed, row))
      }
      return blocks
    },
  }
}

interface Now {
  /** By the key columns of a run. */
  index(columns: readonly number[]): KeyIndex
  filled: ReadonlySet<number>
  lastRow: number
}

async function readTarget(client: SheetsClient, { history, target, onRead }: Options): Promise<Now> {
  const lists = history.runs.flatMap(({ keyColumns }) => (keyColumns ? [keyColumns] : []))
  const indexes = new Map(lists.map((columns) => [JSON.stringify(columns), { columns, index: createKeyIndex() }]))
  const filled = new Set<number>()
  const lastColumn = Math.max(history.lastColumn, ...lists.flat())
  const firstColumn = Math.min(...lists.flat())
  const sizer = createWindowSizer({ columns: lastColumn })
  let lastRow = 0
  for (let firstRow = 1; firstRow <= target.tab.rowCount; ) {
    const window = { firstRow, lastRow: Math.min(firstRow + sizer.rows - 1, target.tab.rowCount) }
    const { rows, bytes } = await readRows(client, { ...target, window, lastColumn })
    sizer.record({ rows: window.lastRow - firstRow + 1, bytes })
    for (const [down, cells] of rows.entries()) {
      if (rowWidth(cells) < firstColumn) continue
      lastRow = firstRow + down
      filled.add(lastRow)
      for (const { columns, index } of indexes.values()) index.add(keyCells(cells, columns), lastRow)
    }
    await onRead({ firstRow, rows })
    firstRow = window.lastRow + 1
  }
  const empty = createKeyIndex()
  return { index: (columns) => indexes.get(JSON.stringify(columns))?.index ?? empty, filled, lastRow }
}

/** The rows that a run changed, in the order in which they were written. */
async function* rowsOf(history: ChangeHistory, runId: number): AsyncGenerator<RunRow> {
  const columns = history.runs.find((run) => run.runId === runId)?.keyColumns
  for (const window of history.windows) {
    for (const block of await history.blocksOf(runId, window)) {
      for (const [down, cells] of block.after.entries()) {
        const row = block.row + down
        const key = keyOf(block.keys?.[down] ?? [null])
        if (key === undefined || row < window.firstRow || row > window.lastRow) continue
        if (cells.some((cell) => cell !== null)) yield { runId, row, id: JSON.stringify([columns, key]), block, down }
      }
    }
  }
}

async function readFates(history: ChangeHistory): Promise<Map<string, RowFate>> {
  const fates = new Map<string, RowFate>()
  for (const { runId, keyColumns } of history.runs) {
    if (!keyColumns) continue
    for await (const { row, id, block, down } of rowsOf(history, runId)) {
      const after = block.after[down] ?? []
      const key = keyOf(block.keys?.[down] ?? []) ?? ''
      const fate = fates.get(id) ?? {
        ...{ columns: keyColumns, key, row, newestRunId: runId, isCleared: false },
        ...{ oldestRunId: runId, isAdded: false, cells: 0 },
      }
      const named = keyColumns.map((column) => column - block.column).filter((at) => (after[at] ?? null) !== null)
      if (fate.newestRunId === runId) {
        fate.row = row
        if (named.length > 0) fate.isCleared = named.every((at) => isEmptyEntry(after[at]))
      }
      if (fate.oldestRunId !== runId) fate.isAdded = false
      fate.oldestRunId = runId
      fate.isAdded ||=
        named.length > 0 && named.every((at) => isEmptyEntry(block.before[down]?.[at]) && !isEmptyEntry(after[at]))
      fate.cells += after.filter((cell) => cell !== null).length
      fates.set(id, fate)
    }
  }
  return fates
}

/** Where each row is now. A row that the runs cleared comes back to its place, or below everything if that is taken. */
function placeRows(fates: ReadonlyMap<string, RowFate>, { index, filled, lastRow }: Now): Map<string, number> {
  const places = new Map<string, number>()
  const taken = new Set(filled)
  let end = lastRow
  for (const [id, { columns, key, row, isCleared, isAdded }] of fates) {
    const found = index(columns).find(key)
    if (found !== undefined) places.set(id, found)
    if (found !== undefined || isAdded || !isCleared || index(columns).isDoubled(key)) continue
    end = Math.max(end, row)
    const place = taken.has(row) ? ++end : row
    taken.add(place)
    places.set(id, place)
  }
  return places
}

interface Placed {
  fates: ReadonlyMap<string, RowFate>
  places: ReadonlyMap<string, number>
}

/** Rows that the runs added are not wanted, so nobody misses those of them that are gone. */
async function goneRows(history: ChangeHistory, { fates, places }: Placed): Promise<GoneRow[]> {
  const gone: GoneRow[] = []
  if ([...fates].every(([id, { isAdded }]) => isAdded || places.has(id))) return gone
  for (const { runId, keyColumns } of history.runs) {
    if (!keyColumns) continue
    for await (const changed of rowsOf(history, runId)) {
      const { id, row } = changed
      if (!places.has(id) && !fates.get(id)?.isAdded) gone.push({ runId, row, block: alone(changed, row) })
    }
  }
  return gone
}

/** The changes of one row, at another one. */
function alone({ block, down }: RunRow, row: number): ChangeBlock {
  const { column, before, after, keys } = block
  const own = { row, column, before: [before[down] ?? []], after: [after[down] ?? []] }
  return keys ? { ...own, keys: [keys[down] ?? []] } : own
}
