import { type Cell, isSameCell, rowWidth } from '#domain/copy/cell.ts'
import { bareError } from '#domain/copy/error-cell.ts'
import { firstDataRowIn } from '#domain/copy/region.ts'
import { rowChanges } from '#domain/copy/row-change.ts'
import { isBlankRow } from '#domain/recognize/normalize-text.ts'
import { createKeyedChanges, type Place, placeBelow } from '#domain/shape/keyed-patches.ts'
import { type KeyMatches, matchKeys } from '#domain/shape/match-keys.ts'
import { createKeyIndex, type KeyIndex, keyCells, keyOf } from '#domain/shape/row-keys.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { StaleMemory } from '#server/sync/tabs/copy-memory.ts'
import { type Comparison, keepDifferences } from './compare.ts'
import { type KeyedTarget, rowsByKey } from './keyed-rows.ts'
import type { RowsRead, Window } from './read-rows.ts'
import { NO_ROWS, readTarget, type TargetOptions } from './read-target.ts'
import { keepChanges, type TargetRows } from './scratch.ts'
import type { SourceKeys } from './source-keys.ts'
import { createKeyedReader } from './target-reader.ts'

/** Maximum rows of the target that are compared at once: for each such part, the source's rows are gone through. */
const MAX_ROWS_AT_ONCE = 100_000

interface ByKeyOptions extends Omit<TargetOptions, 'reader' | 'queue'> {
  comparison: Comparison
  sourceKeys: SourceKeys
}

/** Compares the whole target, unless nobody edited either file, with the rows of the source that have the same keys. */
export async function compareByKey(client: SheetsClient, options: ByKeyOptions): Promise<Comparison> {
  const { comparison, job, shape, sourceKeys } = options
  const { columns } = sourceKeys
  const lastWidth = job.lastWidth ?? 0
  const place = { ...options, lastColumn: Math.max(comparison.width, lastWidth, ...columns) }
  const reader = createKeyedReader(client, { ...place, startRow: shape.region.firstRow })
  if (await reader.isUntouched()) {
    if (comparison.width > lastWidth) throw new StaleMemory()
  } else {
    const readsRowAbove = !shape.region.writesHeader
    const windows = readTarget({ ...place, queue: NO_ROWS, reader, readsRowAbove })
    comparison.keyed = await compareRead({ ...place, columns, sourceKeys: sourceKeys.index, windows })
  }
  comparison.targetVersion = await reader.settledVersion()
  return comparison
}

interface Options extends Omit<ByKeyOptions, 'sourceKeys'> {
  columns: number[]
  sourceKeys: KeyIndex
  /** The rows of the target, from top to bottom, the header first where it is written. */
  windows: AsyncIterable<{ window: Window; read: RowsRead | undefined }>
}

/** Keys are in memory, the rows of both ends on the disk. */
async function compareRead(options: Options): Promise<KeyedTarget> {
  const { columns, lastColumn, shape, comparison, sourceKeys, scratch } = options
  const target = await readKeys(options)
  const matches = matchKeys(sourceKeys, target.keys)
  const pass = { ...options, ...target, matches, changes: createKeyedChanges(columns, { lastColumn }) }
  for await (const rows of batchesOf(scratch.target)) await compareRows(rows, pass)
  const lastRow = await addRows(pass)
  const headerRow = shape.region.writesHeader && rowWidth(comparison.header) > 0 ? shape.region.firstRow : 0
  return {
    columns,
    firstRow: firstDataRowIn(shape.region),
    lastColumn,
    header: target.header,
    rows: scratch.target,
    lastRow: Math.max(lastRow, headerRow),
    problems: { source: sourceKeys.problems(), target: target.keys.problems() },
  }
}

interface ReadTarget {
  header: Cell[] | undefined
  keys: KeyIndex
  /** The last row that looks filled, below which others are added, and the cells that name it if they are known. */
  last: Place
  /** The cells of rows below it, which have nothing but blanks. */
  below: Map<number, Cell[]>
}

/** Reads the target, and keeps its rows. */
async function readKeys(options: Options): Promise<ReadTarget> {
  const { windows, shape, columns, lastColumn, scratch, comparison } = options
  const { region } = shape
  const firstDataRow = firstDataRowIn(region)
  const target: ReadTarget = {
    header: undefined,
    keys: createKeyIndex(options.target.spreadsheet.locale),
    last: { row: firstDataRow - 1, above: [] },
    below: new Map(),
  }
  let hasHeader = firstDataRow === region.firstRow
  const compareHeader = async (held: Cell[]) => {
    hasHeader = true
    target.header = held
    target.last = { ...target.last, above: [keyCells(comparison.header, columns)] }
    const { job, keepsChanges = false, kept, edits, occupied } = options
    const header = { firstRow: region.firstRow, source: [comparison.header], target: [held], bytes: 0 }
    const keep = { lastWidth: job.lastWidth ?? 0, scratch, keepsChanges, kept, edits, occupied }
    await keepDifferences(comparison, { ...keep, ...header })
  }
  for await (const { window, read } of windows) {
    const rows = (read?.rows ?? []).map((row) => row.slice(0, lastColumn))
    if (!hasHeader) await compareHeader(rows.shift() ?? [])
    if (window.firstRow === region.firstRow) target.header ??= read?.rowAbove
    const firstRow = Math.max(window.firstRow, firstDataRow)
    for (const [down, cells] of rows.entries()) {
      const row = firstRow + down
      if (isBlankRow(cells)) {
        if (cells.length > 0) target.below.set(row, cells)
        continue
      }
      const keys = keyCells(cells, columns)
      target.last = placeBelow(target.last, { row, keys })
      target.below.clear()
      target.keys.add(keys, row)
    }
    await scratch.target.append({ firstRow, rows })
    options.onCompared(comparison.lastRow)
  }
  if (!hasHeader) await compareHeader([])
  return target
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
  matches: KeyMatches
  changes: ReturnType<typeof createKeyedChanges>
}

async function compareRows(batch: readonly TargetRows[], pass: Pass): Promise<void> {
  const { columns, comparison, scratch, keepsChanges, occupied, changes, matches } = pass
  const keyOfTarget = (cells: Cell[]) => keyOf(keyCells(cells, columns))
  const keys = batch.flatMap(({ rows }) => rows.flatMap((cells) => keyOfTarget(cells) ?? []))
  const wanted = new Set(keys.flatMap((key) => matches.findInSource(key) ?? []))
  const found = await rowsByKey(scratch.rows, { columns, isWanted: (key) => wanted.has(key) })
  for (const { firstRow, rows } of batch) {
    const after = rows.map((cells) => rowAfter(cells, { ...pass, found }))
    occupied?.add({ firstRow, source: after, target: rows })
    for (const [down, before] of rows.entries())
      changes.add({ row: firstRow + down, before, after: after[down] ?? [], keys: keyCells(before, columns) })
    const changed = keepsChanges ? rowChanges({ firstRow, source: after, target: rows }) : []
    if (changed.length > 0) await scratch.changes.append(changed)
  }
  await keepChanges(scratch, changes.take())
  pass.onCompared(comparison.lastRow)
}

/** A row of the target as the copy leaves it. Cells left of the region are not the task's. */
function rowAfter(
  cells: Cell[],
  { shape, columns, matches, found }: Pass & { found: ReadonlyMap<string, readonly Cell[]> },
): Cell[] {
  const key = keyOf(keyCells(cells, columns))
  if (key === undefined) return cells
  const left = shape.region.firstColumn - 1
  const source = found.get(matches.findInSource(key) ?? '')
  if (source) return withBareErrors([...cells.slice(0, left), ...source.slice(left)], cells)
  return shape.update?.missingRows === 'clear' && matches.isMissing(key) ? cells.slice(0, left) : cells
}

/** An error of the target may explain itself, which that of the source does not. */
function withBareErrors(source: readonly Cell[], target: readonly Cell[]): Cell[] {
  return source.map((cell, at) => {
    const held = target[at] ?? null
    return !isSameCell(cell, held) && cell !== null && bareError(held) === cell ? held : cell
  })
}

/** Adds the rows of the source that the target does not have below everything else. Returns the last row. */
async function addRows({ columns, matches, last, below, changes, scratch, keepsChanges }: Pass): Promise<number> {
  let above = last
  for await (const rows of scratch.rows) {
    const missing = rows.filter((cells) => {
      const key = keyOf(keyCells(cells, columns))
      return key !== undefined && matches.isNew(key)
    })
    if (missing.length === 0) continue
    const held = missing.map((_, down) => below.get(above.row + 1 + down) ?? [])
    changes.addBetween({ ...above, held }, missing)
    await keepChanges(scratch, changes.take())
    if (keepsChanges)
      await scratch.changes.append(rowChanges({ firstRow: above.row + 1, source: missing, target: held }))
    for (const cells of missing) above = placeBelow(above, { row: above.row + 1, keys: keyCells(cells, columns) })
  }
  return above.row
}
