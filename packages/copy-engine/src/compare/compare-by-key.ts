import { type Cell, isSameCell, rowWidth } from '#domain/copy/cell.ts'
import { bareError } from '#domain/copy/error-cell.ts'
import { firstDataRowIn } from '#domain/copy/region.ts'
import { rowChanges } from '#domain/copy/row-change.ts'
import { createKeyedChanges, placeBelow } from '#domain/shape/keyed-patches.ts'
import type { UpdateByKey } from '#domain/shape/mode-traits.ts'
import { buildRowKey, type KeyIndex, keyCells } from '#domain/shape/row-keys.ts'
import { StaleMemory } from '#engine/tabs/copy-memory.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { Comparison } from './compare.ts'
import { type KeyedTarget, rowsByKey } from './keyed-rows.ts'
import { type KeyMatches, matchKeys } from './match-keys.ts'
import { openShaped, readShapedSource, type ShapedCopy } from './open-shaped.ts'
import { type KeysToRead, readKeys, type TargetKeys } from './read-keys.ts'
import { NO_ROWS, readTarget } from './read-target.ts'
import { createSourceKeys } from './source-keys.ts'
import { createKeyedReader } from './target-reader.ts'
import { keepChanges, type TargetRows } from './temp-files.ts'

/** Maximum rows of the target compared at once. Each batch takes a pass over the source's rows. */
const MAX_ROWS_AT_ONCE = 100_000

interface ByKeyOptions extends ShapedCopy {
  update: UpdateByKey
}

/** Compares the whole target with the source rows of the same keys, unless nobody edited either file. */
export async function compareShapedByKey(workbook: Workbook, options: ByKeyOptions): Promise<Comparison> {
  const { job, shape, update } = options
  const opened = openShaped(options)
  const { comparison, copiedColumns } = opened
  const sourceKeys = createSourceKeys(comparison, { ...options, keys: update.keys, copiedColumns })
  const target = await readShapedSource(workbook, options, { opened, readsFirst: true, onShaped: sourceKeys.add })
  const { columns } = sourceKeys
  const { width: copiedWidth = 0 } = job.last.extent
  const place = { ...options, ...target, comparison, lastColumn: Math.max(comparison.width, copiedWidth, ...columns) }
  const reader = createKeyedReader(workbook, { ...place, startRow: shape.region.firstRow })
  if (await reader.isUntouched()) {
    if (comparison.width > copiedWidth) throw new StaleMemory()
  } else {
    const readsRowAbove = !shape.region.writesHeader
    const windows = readTarget({ ...place, queue: NO_ROWS, reader, readsRowAbove })
    comparison.keyed = await compareRead(workbook, { ...place, columns, sourceKeys: sourceKeys.index, windows })
  }
  comparison.targetVersion = await reader.settledVersion()
  return comparison
}

/** Compares the rows that were read. Memory holds the keys, the disk holds the rows of both tabs. */
async function compareRead(workbook: Workbook, options: Options): Promise<KeyedTarget> {
  const { columns, lastColumn, shape, comparison, sourceKeys, tempFiles } = options
  const target = await readKeys(workbook, options)
  const matches = matchKeys(sourceKeys, target.keys)
  const pass = { ...options, ...target, matches, changes: createKeyedChanges(columns, { lastColumn }) }
  for await (const rows of batchRows(tempFiles.target)) await compareRows(rows, pass)
  const lastRow = await addRows(pass)
  const headerRow = shape.region.writesHeader && rowWidth(comparison.header) > 0 ? shape.region.firstRow : 0
  return {
    columns,
    firstRow: firstDataRowIn(shape.region),
    lastColumn,
    header: target.header,
    rows: tempFiles.target,
    lastRow: Math.max(lastRow, headerRow),
    problems: { source: sourceKeys.problems(), target: target.keys.problems() },
  }
}

async function* batchRows(rows: AsyncIterable<TargetRows>): AsyncGenerator<TargetRows[]> {
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

interface Options extends KeysToRead {
  update: UpdateByKey
  sourceKeys: KeyIndex
}

interface Pass extends Options, TargetKeys {
  matches: KeyMatches
  changes: ReturnType<typeof createKeyedChanges>
}

async function compareRows(batch: readonly TargetRows[], pass: Pass): Promise<void> {
  const { columns, comparison, tempFiles, keepsChanges, occupied, changes, matches } = pass
  const keyOfTarget = (cells: Cell[]) => buildRowKey(keyCells(cells, columns))
  const keys = batch.flatMap(({ rows }) => rows.flatMap((cells) => keyOfTarget(cells) ?? []))
  const wanted = new Set(keys.flatMap((key) => matches.findInSource(key) ?? []))
  const found = await rowsByKey(tempFiles.rows, { columns, isWanted: (key) => wanted.has(key) })
  for (const { firstRow, rows } of batch) {
    const isPrepared = (down: number) => pass.prepared.has(firstRow + down)
    const after = rows.map((cells, down) => (isPrepared(down) ? cells : rowAfter(cells, { ...pass, found })))
    occupied?.add({ firstRow, source: after, target: rows })
    for (const [down, before] of rows.entries())
      changes.add({ row: firstRow + down, before, after: after[down] ?? [], keys: keyCells(before, columns) })
    const changed = keepsChanges ? rowChanges({ firstRow, source: after, target: rows }) : []
    if (changed.length > 0) await tempFiles.changes.append(changed)
  }
  await keepChanges(tempFiles, changes.take())
  pass.onCompared(comparison.lastRow)
}

/** Builds a target row as the copy leaves it. Cells left of the region do not belong to the task. */
function rowAfter(
  cells: Cell[],
  { shape, update, columns, matches, found }: Pass & { found: ReadonlyMap<string, readonly Cell[]> },
): Cell[] {
  const key = buildRowKey(keyCells(cells, columns))
  if (key === undefined) return cells
  const left = shape.region.firstColumn - 1
  const source = found.get(matches.findInSource(key) ?? '')
  if (source) return withBareErrors([...cells.slice(0, left), ...source.slice(left)], cells)
  return update.missingRows === 'clear' && matches.isMissing(key) ? cells.slice(0, left) : cells
}

/** Keeps target errors that differ from the source's only by their explanation: source errors are bare tokens. */
function withBareErrors(source: readonly Cell[], target: readonly Cell[]): Cell[] {
  return source.map((cell, at) => {
    const held = target[at] ?? null
    return !isSameCell(cell, held) && cell !== null && bareError(held) === cell ? held : cell
  })
}

/** Adds the source rows that the target lacks, below all other rows. Returns the last row. */
async function addRows({ columns, matches, last, below, changes, tempFiles, keepsChanges }: Pass): Promise<number> {
  let above = last
  for await (const rows of tempFiles.rows) {
    const missing = rows.filter((cells) => {
      const key = buildRowKey(keyCells(cells, columns))
      return key !== undefined && matches.isNew(key)
    })
    if (missing.length === 0) continue
    const held = missing.map((_, down) => below.get(above.row + 1 + down) ?? [])
    changes.addBetween({ ...above, held }, missing)
    await keepChanges(tempFiles, changes.take())
    if (keepsChanges)
      await tempFiles.changes.append(rowChanges({ firstRow: above.row + 1, source: missing, target: held }))
    for (const cells of missing) above = placeBelow(above, { row: above.row + 1, keys: keyCells(cells, columns) })
  }
  return above.row
}
