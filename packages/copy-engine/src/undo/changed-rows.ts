import type { Cell } from '#domain/copy/cell.ts'
import type { ChangeBlock } from '#domain/copy/change-block.ts'
import { isEmptyEntry, isFormula } from '#domain/copy/entered.ts'
import { normalizeKey } from '#domain/recognize/normalize-key.ts'
import { buildRowKey } from '#domain/shape/row-keys.ts'
import type { Window } from '#engine/compare/read-rows.ts'
import type { ChangeHistory } from './change-history.ts'

/** A row changed by a run. */
interface RunRow {
  /** Columns of the row's key, and the cells of the key; none for the header. */
  columns: readonly number[]
  keys: readonly Cell[]
  /** Changes of this row alone, at its place during the run. */
  block: ChangeBlock
}

/** Identifies a row by the normalized form of its key; undefined for a row without a key. */
export type RowIds = (columns: readonly number[], keys: readonly Cell[]) => string | undefined

/**
 * Builds row IDs. Keys with equal normalized forms identify a single row, unless a run changed several rows with these keys.
 */
export async function createIds(history: ChangeHistory, locale: string): Promise<RowIds> {
  const alike = new Set<string>()
  for (const { runId } of history.runs) {
    const keysByForm = new Map<string, string>()
    for (const window of history.windows) {
      for (const row of await readChangedRows(history, runId, window)) {
        const keys = findOriginalKeys(row)
        const [key, form] = [buildRowKey(keys) ?? '', normalizeKey(keys, locale) ?? '']
        if ((keysByForm.get(form) ?? key) !== key) alike.add(form)
        keysByForm.set(form, key)
      }
    }
  }
  return (columns, keys) => {
    const form = keys.length === 0 ? undefined : normalizeKey(keys, locale)
    return form === undefined ? undefined : JSON.stringify([columns, alike.has(form) ? buildRowKey(keys) : form])
  }
}

/** Finds the key cells of a row before a run, because the run may have written them. */
function findOriginalKeys({ columns, keys, block }: RunRow): Cell[] {
  return keys.map((cell, index) => {
    const entry = block.before[0]?.[(columns[index] ?? 0) - block.column]
    return entry === undefined || isFormula(entry) || isEmptyEntry(entry) ? cell : entry
  })
}

/** The rows a run changed in a window, in the order of writing. */
async function readChangedRows(history: ChangeHistory, runId: number, window: Window): Promise<RunRow[]> {
  const columns = history.runs.find((run) => run.runId === runId)?.keyColumns
  if (!columns) return []
  const rows: RunRow[] = []
  for (const { row: firstRow, column, before, after, keys = [] } of await history.readBlocks(runId, window)) {
    for (const [down, cells] of after.entries()) {
      const row = firstRow + down
      if (row < window.firstRow || row > window.lastRow || cells.every((cell) => cell === null)) continue
      const block = { row, column, before: [before[down] ?? []], after: [cells] }
      rows.push({ columns, keys: keys[down] ?? [], block })
    }
  }
  return rows
}

interface RunWindow {
  runId: number
  window: Window
  identify: RowIds
}

/** Reads the changed rows with their IDs. The ID of the header is its place. */
export async function rowsIn(history: ChangeHistory, { runId, window, identify }: RunWindow) {
  const rows = await readChangedRows(history, runId, window)
  return rows.flatMap((row) => {
    const { columns, keys, block } = row
    const id = keys.length === 0 ? JSON.stringify(block.row) : identify(columns, keys)
    return id === undefined ? [] : [{ id, keys, originalKeys: findOriginalKeys(row), block }]
  })
}
