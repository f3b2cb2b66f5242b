import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { createMoveFinder } from '#domain/copy/find-moves.ts'
import { createKeyIndex, keyCells } from '#domain/shape/row-keys.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { leftColumnsOf } from '#server/sync/job/job-shape.ts'
import { isSameSource, StaleMemory } from '#server/sync/tabs/copy-memory.ts'
import { type Comparison, keepDifferences, reduceErrors, type ShapedSource } from './compare.ts'
import { type ByKeyOptions, compareByKey, keyColumnsOf } from './compare-by-key.ts'
import { blockRowsFor, planByResponses } from './plan-windows.ts'
import type { RowsRead, Window } from './read-rows.ts'
import type { SettledRows } from './read-settled-rows.ts'
import { readShaped, type ShapedOptions } from './read-shaped.ts'
import { requireRepeatedTargetRow } from './repeated-row.ts'
import { type StackedSource, shapeStacked } from './shape-stacked.ts'
import { createKeyedReader, createTargetReader } from './target-reader.ts'

interface Options extends ShapedOptions {
  /** Several sources, which were read before. */
  stacked?: StackedSource | undefined
}

/**
 * Compares the target with the rows that a shape makes of the source. Which row of the source is beside which row of the
 * target is known only once it was read, so both are read in windows of their own.
 */
export async function compareShaped(client: SheetsClient, options: Options): Promise<Comparison> {
  const {
    job,
    shape,
    memory,
    sample,
    scratch,
    source,
    keepsChanges = false,
    kept,
    edits,
    occupied,
    onCompared,
  } = options
  const { region } = shape
  const blockRows = memory?.blockRows ?? blockRowsFor(job.chunkSize, sample)
  const comparison = emptyComparison(region.firstRow - 1, { blockRows, shape })
  const lastWidth = job.lastWidth ?? 0
  const { stacked } = options
  const copiedColumns = shape.columns.length || (stacked?.header.length ?? source.tab.columnCount)
  const lastColumn = Math.max(leftColumnsOf(shape) + copiedColumns, lastWidth)
  const { comparedTo = Number.POSITIVE_INFINITY, takenBack = [] } = shape.place ?? {}
  const errors: SettledRows['errors'] = []
  const sourceKeys = createKeyIndex()
  let keyColumns: number[] | undefined
  const onShaped = (rows: readonly (readonly Cell[])[], places: readonly number[]) => {
    keyColumns ??= keyColumnsOf(comparison, { ...options, copiedColumns })
    for (const [down, cells] of rows.entries())
      if (rowWidth(cells) > 0) sourceKeys.add(keyCells(cells, keyColumns), places[down] ?? 0)
  }
  const reading = { ...options, comparison, blockRows, errors, ...(shape.update && { onShaped }) }
  let blocks: AsyncIterable<Cell[][]> = stacked ? shapeStacked({ ...reading, stacked }) : readShaped(client, reading)
  if (memory || shape.update) {
    // Whether the target must be read is known once the whole source was.
    for await (const _ of blocks) onCompared(comparison.lastRow)
    blocks = scratch.rows
  }
  const isUnchanged = memory !== undefined && isSameSource(comparison.read, memory)
  const queue = rowQueue(blocks, () => (region.writesHeader ? [comparison.header] : []))
  const rowCount = comparison.lastRow - region.firstRow + 1
  const target = { lastColumn, isUnchanged, queue, rowCount, blockRows }
  if (shape.update) {
    const columns = keyColumns ?? keyColumnsOf(comparison, { ...options, copiedColumns })
    return await compareKeyed(client, { ...options, ...target, comparison, sourceKeys, columns })
  }
  const keep = { lastWidth, scratch, keepsChanges, kept, edits, occupied }
  const takeBack = async (rows: typeof takenBack) => {
    for (const { row, cells } of rows)
      await keepDifferences(comparison, { ...keep, firstRow: row, source: [], target: [[...cells]], bytes: 0 })
  }
  await takeBack(takenBack.filter(({ row }) => row < region.firstRow))
  let hasSkipped = false
  const reader = createTargetReader(client, { ...options, lastColumn, startRow: region.firstRow, width: lastWidth })
  for await (const { window, rows, read } of readTarget({ ...options, ...target, reader })) {
    // Takes the header, and the rows above the first one, into account.
    comparison.lastRow = Math.max(comparison.lastRow, headerEnd(comparison, region))
    const { firstRow } = window
    if (read) {
      const inWindow = errors.filter(({ row }) => row >= firstRow && row <= window.lastRow)
      await reduceErrors(client, { target: options.target, errors: inWindow, firstRow, targetRows: read.rows })
      const bytes = read.bytes + sizeOf(rows.length, scratch.rows.bytes, queue.taken)
      await keepDifferences(comparison, { ...keep, firstRow, source: rows, target: read.rows, bytes })
    } else hasSkipped = true
    onCompared(comparison.lastRow)
  }
  for (let rows = await queue.take(blockRows); rows.length > 0; rows = await queue.take(blockRows)) {
    const firstRow = region.firstRow + queue.taken - rows.length
    const bytes = sizeOf(rows.length, scratch.rows.bytes, queue.taken)
    await keepDifferences(comparison, { ...keep, firstRow, source: rows, target: [], bytes })
    onCompared(comparison.lastRow)
  }
  await takeBack(takenBack.filter(({ row }) => row > comparedTo))
  comparison.lastRow = Math.max(comparison.lastRow, headerEnd(comparison, region))
  // Columns that are new to the region were not looked at.
  if (hasSkipped && comparison.width > lastWidth) throw new StaleMemory()
  comparison.targetVersion = await reader.settledVersion()
  return comparison
}

interface KeyedOptions extends Omit<TargetOptions, 'reader'>, ByKeyOptions {}

/** Compares the whole target, unless nobody edited either file. */
async function compareKeyed(client: SheetsClient, options: KeyedOptions): Promise<Comparison> {
  const { comparison, job, shape, columns } = options
  const lastWidth = job.lastWidth ?? 0
  const lastColumn = Math.max(comparison.width, lastWidth, ...columns)
  const place = { ...options, lastColumn, startRow: shape.region.firstRow }
  const reader = createKeyedReader(client, place)
  if (await reader.isUntouched()) {
    if (comparison.width > lastWidth) throw new StaleMemory()
  } else {
    const windows = readTarget({ ...place, queue: NO_ROWS, reader })
    comparison.keyed = await compareByKey({ ...place, windows })
  }
  comparison.targetVersion = await reader.settledVersion()
  return comparison
}

const NO_ROWS: RowQueue = { take: async () => [], taken: 0 }

function emptyComparison(
  lastRow: number,
  { blockRows, shape }: Pick<ShapedOptions, 'shape'> & { blockRows: number },
): Comparison & { shaped: ShapedSource } {
  const noErrors = () => ({ count: 0, first: undefined })
  return {
    header: [],
    lastRow,
    width: 0,
    errors: noErrors(),
    kept: [],
    moves: createMoveFinder(),
    read: { blockRows, header: '', digests: [], bytes: [], rows: [], widths: [] },
    shaped: {
      columns: [],
      header: [],
      lastRow: 0,
      width: 0,
      origins: [],
      timeColumn: shape.timeColumn === undefined ? undefined : shape.region.firstColumn,
      undecided: noErrors(),
    },
    targetVersion: undefined,
  }
}

function headerEnd({ header }: Comparison, { firstRow, writesHeader }: ShapedOptions['shape']['region']): number {
  return writesHeader && rowWidth(header) > 0 ? firstRow : 0
}

/** About how large so many of the rows are as JSON. */
function sizeOf(count: number, bytes: number, rows: number): number {
  return (bytes * count) / Math.max(rows, 1)
}

interface RowQueue {
  /** The next rows; fewer only at the end. */
  take(count: number): Promise<Cell[][]>
  /** How many were taken. */
  readonly taken: number
}

/** Rows in the numbers in which they are asked for. The header, which is known with the first rows, comes first. */
function rowQueue(blocks: AsyncIterable<Cell[][]>, header: () => Cell[][]): RowQueue {
  const iterator = blocks[Symbol.asyncIterator]()
  let buffer: Cell[][] | undefined
  let taken = 0
  let hasEnded = false
  return {
    async take(count) {
      while (!hasEnded && (buffer === undefined || buffer.length < count)) {
        const next = await iterator.next()
        buffer ??= header()
        if (next.done) hasEnded = true
        else for (const row of next.value) buffer.push(row)
      }
      const rows = buffer?.splice(0, count) ?? []
      taken += rows.length
      return rows
    },
    get taken() {
      return taken
    },
  }
}

interface TargetOptions extends ShapedOptions {
  lastColumn: number
  isUnchanged: boolean
  queue: RowQueue
  /** With a memory, how many rows there are. */
  rowCount: number
  blockRows: number
  reader: Pick<ReturnType<typeof createTargetReader>, 'read'>
}

interface ComparedWindow {
  window: Window
  /** The rows that the target should have there. */
  rows: Cell[][]
  /** Undefined if they are known to be there. */
  read: RowsRead | undefined
}

/** Reads the target's windows in order, and the rows that belong there. */
async function* readTarget(options: TargetOptions): AsyncGenerator<ComparedWindow> {
  const { target, shape, memory, sample, scratch, queue, rowCount, blockRows, lastColumn, isUnchanged, reader } =
    options
  const { firstRow } = shape.region
  const known = memory && { bytes: Math.max(1, sizeOf(1, scratch.rows.bytes, rowCount)), columns: lastColumn }
  const plan = planByResponses({
    headerRow: firstRow,
    startRow: firstRow,
    blockRows,
    lastGridRow: Math.min(target.tab?.rowCount ?? 0, shape.place?.comparedTo ?? Number.POSITIVE_INFINITY),
    columns: lastColumn,
    sample: known ?? sample,
  })
  const pending: { window: Window; rows: Cell[][] | undefined; read: Promise<RowsRead | undefined> }[] = []
  const readAhead = async () => {
    while (pending.length < plan.depth) {
      const next = plan.next()
      if (!next) return
      const window = { firstRow: next.firstRow, lastRow: next.lastRow }
      // With a memory all rows are at hand, and decide whether the target must be read there.
      const rows = memory ? await queue.take(window.lastRow - window.firstRow + 1) : undefined
      const asRead = { read: { rows: rows ?? [], text: undefined, bytes: 0 }, headerRows: 0, isUnchanged }
      const repeatsRow = window.firstRow > firstRow
      const read = reader.read({ window, repeatsRow, source: Promise.resolve(asRead) })
      read.catch(() => undefined)
      pending.push({ window, rows, read })
    }
  }
  await readAhead()
  let upper: { rows: RowsRead | undefined; window: Window } | undefined
  for (let next = pending.shift(); next; next = pending.shift()) {
    const { window } = next
    const rows = next.rows ?? (await queue.take(window.lastRow - window.firstRow + 1))
    const read = await next.read
    if (upper) requireRepeatedTargetRow({ upper, lower: read }, target.spreadsheet)
    upper = { rows: read, window }
    plan.record(window, read?.bytes ?? 0)
    await readAhead()
    yield { window, rows, read }
  }
}
