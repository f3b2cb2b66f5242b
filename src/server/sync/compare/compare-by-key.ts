import { type Cell, isSameCell, rowWidth } from '#domain/copy/cell.ts'
import { bareError } from '#domain/copy/error-cell.ts'
import { firstDataRowIn } from '#domain/copy/region.ts'
import { rowChanges } from '#domain/copy/row-change.ts'
import { fileOf } from '#domain/copy/spreadsheet.ts'
import { createKeyedChanges } from '#domain/shape/keyed-patches.ts'
import { columnFinder } from '#domain/shape/place-columns.ts'
import { type AddedRows, hasMisplacedKey, type Repair, repairedRow, withoutStrays } from '#domain/shape/repair-rows.ts'
import { createKeyIndex, type KeyIndex, keyCells, keyOf } from '#domain/shape/row-keys.ts'
import { ProviderError } from '#server/google/provider-error.ts'
import type { JobShape } from '#server/sync/job/job-shape.ts'
import { type Comparison, keepDifferences } from './compare.ts'
import { findReplaced, type Replaced } from './find-replaced.ts'
import type { KeyedTarget } from './keyed-target.ts'
import type { RowsRead, Window } from './read-rows.ts'
import type { ShapedOptions } from './read-shaped.ts'
import { type Rows, rowsByKey } from './rows-by-key.ts'
import type { TargetRows } from './scratch.ts'

/** Maximum rows of the target that are compared at once: for each such part, the source's rows are gone through. */
const MAX_ROWS_AT_ONCE = 100_000
/** Maximum added rows in a range: each range shows whether the row above it is still there. */
const MAX_ADDED_ROWS_IN_RANGE = 200

export interface ByKeyOptions extends ShapedOptions {
  comparison: Comparison
  /** The source's rows by their keys. */
  sourceKeys: KeyIndex
  columns: number[]
}

interface Options extends ByKeyOptions {
  lastColumn: number
  /** The rows of the target, from top to bottom, the header first where it is written. */
  windows: AsyncIterable<{ window: Window; read: RowsRead | undefined }>
}

/** The columns of the target that name a row, by the names of the target or of the source. @throws ProviderError source_column_missing */
export function keyColumnsOf(
  { header }: Pick<Comparison, 'header'>,
  { shape, source }: Pick<ShapedOptions, 'shape' | 'source'>,
): number[] {
  const { keys = [] } = shape.update ?? {}
  const left = shape.region.firstColumn - 1
  const names = header.slice(left)
  const columnCount = shape.columns.length || source.tab.columnCount
  const find = columnFinder(
    keys.map((name) => ({ name })),
    { header: names, columnCount },
  )
  const chosen = shape.columns.map(({ name }) => name.trim().toLowerCase())
  const places = keys.map((name) => {
    const column = find(name) ?? chosen.indexOf(name.trim().toLowerCase()) + 1
    return { name, column: column === 0 ? undefined : left + column }
  })
  const missing = places.filter(({ column }) => column === undefined)
  if (missing.length === 0) return places.flatMap(({ column }) => column ?? [])
  const file = { ...fileOf(source.spreadsheet), end: 'source' as const }
  const columns = missing.map(({ name }) => ({ name, use: 'key' as const }))
  throw new ProviderError({ cause: 'source_column_missing', file, tab: source.tab.title, columns })
}

/**
 * Compares the rows of the target with those of the source that have the same keys. Of the target, keys are in memory; its
 * rows, and those of the source, are on the disk.
 */
export async function compareByKey(options: Options): Promise<KeyedTarget> {
  const { shape, comparison, sourceKeys, columns } = options
  const target = await readKeys(options)
  const pass = {
    ...options,
    ...target,
    replaced: await findReplaced({
      ...options,
      ...target,
      repair: shape.repair,
      clearsMissing: shape.update?.missingRows === 'clear',
    }),
  }
  const changes = createKeyedChanges(columns, { lastColumn: options.lastColumn })
  for await (const rows of batchesOf(options.scratch.target)) await compareRows(rows, pass, changes)
  const added = await addRows(pass, changes)
  const headerRow = shape.region.writesHeader && rowWidth(comparison.header) > 0 ? shape.region.firstRow : 0
  return {
    columns,
    lastRow: Math.max(target.lastRow, added.firstRow + added.keys.length - 1, headerRow),
    added,
    problems: { source: sourceKeys.problems(), target: target.keys.problems() },
  }
}

async function keep(changes: Changes, { scratch }: Options): Promise<void> {
  const taken = changes.take()
  for (const kind of ['fills', 'clears', 'renames'] as const)
    if (taken[kind].length > 0) await scratch[kind].append(taken[kind])
}

interface ReadTarget {
  keys: KeyIndex
  /** The last row that is filled, and its cells. */
  lastRow: number
  last: readonly Cell[]
}

/** Reads the target, and keeps its rows. */
async function readKeys(options: Options): Promise<ReadTarget> {
  const { windows, shape, columns, lastColumn, scratch, comparison } = options
  const { region, repair } = shape
  const firstDataRow = firstDataRowIn(region)
  const target: ReadTarget = { keys: createKeyIndex(), lastRow: firstDataRow - 1, last: [] }
  let hasHeader = firstDataRow === region.firstRow
  const compareHeader = async (held: Cell[]) => {
    hasHeader = true
    const header = { firstRow: region.firstRow, source: [comparison.header], target: [held], bytes: 0 }
    await keepDifferences(comparison, { ...outputsOf(options), ...header })
  }
  for await (const { window, read } of windows) {
    const rows = (read?.rows ?? []).map((row) => row.slice(0, lastColumn))
    if (!hasHeader) {
      await compareHeader(rows.shift() ?? [])
      target.last = comparison.header
    }
    const firstRow = Math.max(window.firstRow, firstDataRow)
    for (const [down, cells] of rows.entries()) {
      if (!isFilled(cells, region)) continue
      const row = firstRow + down
      target.lastRow = row
      target.last = cells
      const named = keyCells(cells, columns)
      const key = keyOf(named)
      if (!repair || !isMet(cells, { key, region, repair })) target.keys.add(named, row)
    }
    await scratch.target.append({ firstRow, rows })
    options.onCompared(comparison.lastRow)
  }
  if (!hasHeader) {
    await compareHeader([])
    target.last = comparison.header
  }
  return target
}

/** Whether an earlier pass gave a row its key, took it from it, or filled it. */
function isMet(
  cells: readonly Cell[],
  { key, region, repair }: { key: string | undefined; region: JobShape['region']; repair: Repair },
): boolean {
  if (key !== undefined) return hasMisplacedKey(cells, key, repair)
  return repair.lost.length > 0 || !isFilled(withoutStrays(cells, repair.strays), region)
}

function outputsOf({ job, scratch, keepsChanges = false, kept, edits, occupied }: Options) {
  return { lastWidth: job.lastWidth ?? 0, scratch, keepsChanges, kept, edits, occupied }
}

/** Cells left of the region are not the task's. */
function isFilled(cells: readonly Cell[], { firstColumn }: JobShape['region']): boolean {
  return rowWidth(cells) >= firstColumn
}

async function* batchesOf(rows: AsyncIterable<TargetRows>): AsyncGenerator<TargetRows[]> {
  let batch: TargetRows[] = []
  let count = 0
  for await (const chunk of rows) {
    batch.push(chunk)
    count += chunk.rows.length
    if (count < MAX_ROWS_AT_ONCE) continue
    yield batch
    batch = []
    count = 0
  }
  if (batch.length > 0) yield batch
}

interface Pass extends Options, ReadTarget {
  /** Rows that are to be again where other ones are now, by the keys of these. */
  replaced: Replaced
}

type Changes = ReturnType<typeof createKeyedChanges>

async function compareRows(batch: readonly TargetRows[], pass: Pass, changes: Changes): Promise<void> {
  const { columns, comparison, scratch, keepsChanges, occupied, replaced } = pass
  const wanted = new Set<string>()
  for (const { rows } of batch)
    for (const cells of rows) {
      const key = keyOf(keyCells(cells, columns))
      if (key !== undefined && !replaced.byKey.has(key)) wanted.add(key)
    }
  const found = await rowsByKey(pass.scratch.rows, { columns, isWanted: (key) => wanted.has(key) })
  for (const { firstRow, rows } of batch) {
    const after = rows.map((cells) => rowAfter(cells, { ...pass, found }))
    occupied?.add({ firstRow, source: after.map(({ cells }) => [...cells]), target: rows })
    for (const [down, before] of rows.entries()) {
      const { cells = [], isRepair = false } = after[down] ?? {}
      changes.add({ row: firstRow + down, before, after: cells, ...(isRepair && { recorded: cells }) })
    }
    const changed = keepsChanges ? rowChanges({ firstRow, source: after.map(({ cells }) => cells), target: rows }) : []
    if (changed.length > 0) await scratch.changes.append(changed)
  }
  await keep(changes, pass)
  pass.onCompared(comparison.lastRow)
}

interface RowAfter {
  cells: readonly Cell[]
  /** Whether it is only put back. */
  isRepair?: boolean
}

/** A row of the target as the copy leaves it. */
function rowAfter(
  cells: readonly Cell[],
  { shape, columns, keys, sourceKeys, replaced, found }: Pass & { found: Rows },
): RowAfter {
  const { region, repair, update } = shape
  if (!isFilled(cells, region)) return { cells }
  const key = keyOf(keyCells(cells, columns))
  if (key === undefined || (repair && hasMisplacedKey(cells, key, repair))) {
    const named = replaced.withoutKey(cells)
    if (named) return { cells: named, isRepair: true }
    const own = repair ? withoutStrays(cells, repair.strays) : cells
    return { cells: own, isRepair: own !== cells }
  }
  const overwritten = replaced.byKey.get(key)
  if (overwritten) return { cells: overwritten, isRepair: true }
  if (keys.isDoubled(key) || sourceKeys.isDoubled(key)) return { cells }
  const source = repair ? undefined : found.get(key)
  if (source)
    return {
      cells: withBareErrors(
        [...cells.slice(0, region.firstColumn - 1), ...source.slice(region.firstColumn - 1)],
        cells,
      ),
    }
  if (update?.missingRows === 'clear' && !repair) return { cells: cells.slice(0, region.firstColumn - 1) }
  const repaired = repairedRow(cells, repair?.cells.get(key))
  return { cells: repaired, isRepair: repaired !== cells }
}

/** An error of the target may explain itself, which that of the source does not. */
function withBareErrors(source: readonly Cell[], target: readonly Cell[]): Cell[] {
  return source.map((cell, at) => {
    const held = target[at] ?? null
    return !isSameCell(cell, held) && cell !== null && bareError(held) === cell ? held : cell
  })
}

/** Adds the rows of the source that the target does not have below everything else. */
async function addRows(pass: Pass, changes: Changes): Promise<AddedRows> {
  const { shape, columns, keys, sourceKeys, replaced, scratch, keepsChanges } = pass
  const isMissing = (key: string) =>
    !keys.isDoubled(key) && (keys.find(key) === undefined || replaced.byKey.has(key)) && !replaced.restored.has(key)
  const firstRow = pass.lastRow + 1
  const added: string[] = []
  let above = { row: pass.lastRow, cells: pass.last }
  const add = async (rows: readonly (readonly Cell[])[], isRepair: boolean) => {
    for (const after of rows) {
      if (added.length % MAX_ADDED_ROWS_IN_RANGE === 0 && above.row > 0)
        changes.anchor({ row: above.row, before: above.cells })
      const row = firstRow + added.length
      changes.add({ row, before: [], after, ...(isRepair && { recorded: after }) })
      added.push(keyOf(keyCells(after, columns)) ?? '')
      above = { row, cells: after }
    }
    const changed =
      keepsChanges && rows.length > 0
        ? rowChanges({ firstRow: firstRow + added.length - rows.length, source: rows, target: [] })
        : []
    if (changed.length > 0) await scratch.changes.append(changed)
    await keep(changes, pass)
  }
  await add(replaced.others(), true)
  if (shape.repair) return { firstRow, keys: added }
  for await (const rows of scratch.rows) {
    await add(
      rows.filter((cells) => {
        const key = keyOf(keyCells(cells, columns))
        return key !== undefined && !sourceKeys.isDoubled(key) && isMissing(key)
      }),
      false,
    )
  }
  return { firstRow, keys: added }
}
