import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import type { Spreadsheet } from '#domain/copy/spreadsheet.ts'
import type { CopyMemory } from '#engine/last-copy/copy-memory.ts'
import { digestOf, isSameBlock } from '#engine/tabs/copy-memory.ts'
import type { Source } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import { type Block, splitIntoBlocks } from './blocks.ts'
import type { PlannedWindow, WindowPlan } from './plan-windows.ts'
import type { RowsRead, Window } from './read-rows.ts'
import { readSettledRows, type SettledRows } from './read-settled-rows.ts'
import { requireRepeatedRow } from './repeated-row.ts'
import { isSameText, type TargetReader } from './target-reader.ts'

/** Rows of the source. */
export interface SourceWindow {
  window: Window
  source: SettledRows
  blocks: MeasuredBlock[]
  /** Header of the source; undefined except in the first window. */
  header: Header | undefined
  /** Whether the source is unchanged here since the last run. */
  isUnchanged: boolean
}

/** Rows of both tabs at the same places. */
export interface WindowRead extends SourceWindow {
  planned: PlannedWindow
  /** The window without a header above the first row to copy. */
  toCopy: Window
  /** The target's rows from `toCopy` on; undefined if they were not read, because they are known to equal the source's. */
  target: RowsRead | undefined
  /** Whether the received texts of both tabs are equal, so their cells need no comparison. */
  isKnownEqual: boolean
}

interface Header {
  cells: Cell[]
  digest: string
}

interface MeasuredBlock extends Block {
  /** Rows up to the last filled row, with the header if it is copied. */
  rows: number
  width: number
}

/** Takes rows of the source while the read of the target's rows is in flight. */
export interface EarlyReader {
  /** Takes a window once its rows are requested. */
  request(window: Promise<SourceWindow>): void
  /** Takes a window before it is compared, and the windows below it that have been requested. */
  begin(window: Promise<SourceWindow>, ahead: readonly Promise<SourceWindow>[]): Promise<void>
}

interface ReadOptions {
  source: Source
  target: TargetReader
  plan: WindowPlan
  startRow: number
  blockRows: number
  memory: CopyMemory | undefined
  /** Whether to ask which rows of the source are hidden. */
  asksHidden?: boolean | undefined
  /** Whether the source had error cells at the last run. */
  hadErrors: boolean
  files: { source: Spreadsheet; target: Spreadsheet }
  /** Columns in which skipped rows of the target are known to equal the source's. */
  copiedWidth: number
  early?: EarlyReader | undefined
}

/**
 * Reads the windows in order. While a window is compared, the reads of the next windows are in flight.
 * @throws ProviderError rows_shifted if rows were inserted or deleted between the reads of two windows
 */
export async function* readWindows(workbook: Workbook, options: ReadOptions): AsyncGenerator<WindowRead> {
  const { plan, files, copiedWidth, early } = options
  const pending: RequestedWindow[] = []
  const readAhead = () => {
    while (pending.length < plan.depth) {
      const window = plan.next()
      if (!window) return
      const requested = requestWindow(workbook, { ...options, window })
      pending.push(requested)
      early?.request(requested.source)
    }
  }
  readAhead()
  let upper: WindowRead | undefined
  for (let next = pending.shift(); next; next = pending.shift()) {
    await early?.begin(
      next.source,
      pending.map(({ source }) => source),
    )
    const read = await next.both
    if (upper) requireRepeatedRow({ upper, lower: read, files, copiedWidth })
    upper = read
    const { source, target } = read
    plan.record(read.planned, { bytes: Math.max(source.bytes, target?.bytes ?? 0), sampleBytes: source.sampleBytes })
    readAhead()
    yield read
  }
}

interface WindowOptions extends ReadOptions {
  window: PlannedWindow
}

interface RequestedWindow {
  source: Promise<SourceWindow>
  both: Promise<WindowRead>
}

function requestWindow(workbook: Workbook, options: WindowOptions): RequestedWindow {
  const { target: reader, startRow } = options
  const { window: planned } = options
  const { isLast: _, samples: __, ...window } = planned
  const toCopy = { ...window, firstRow: Math.max(window.firstRow, startRow) }
  const headerRows = toCopy.firstRow - window.firstRow
  const source = readSourceWindow(workbook, options)
  const toCompare = source.then(({ source: read, isUnchanged }) => ({ read, headerRows, isUnchanged }))
  const repeatsRow = !startsWithHeader(window, startRow)
  const target = reader.read({ window: toCopy, source: toCompare, repeatsRow })
  const both = Promise.all([source, target]).then(([read, rows]) => {
    const isKnownEqual = rows !== undefined && isSameText(rows, { read: read.source, headerRows })
    return { ...read, planned, toCopy, target: rows, isKnownEqual }
  })
  // Prevent unhandled rejections: after an earlier window failed, nobody may await these promises. A caller that awaits a
  // promise still sees its error.
  for (const promise of [source, toCompare, both]) promise.catch(() => undefined)
  return { source, both }
}

async function readSourceWindow(workbook: Workbook, options: WindowOptions): Promise<SourceWindow> {
  const { source, startRow, blockRows, memory, hadErrors, asksHidden } = options
  const { isLast, samples, ...window } = options.window
  const isFirst = startsWithHeader(window, startRow)
  const repeatsRow = !isFirst
  const place = { ...source, window, lastColumn: source.tab.columnCount, repeatsRow, asksHidden, samples }
  const split = { window, isLast, startRow, blockRows, isFirst, memory }
  // An error without a message reads like its copied token.
  const isAsRemembered = (read: RowsRead) => !hadErrors && rememberedBlocks(read, split) !== undefined
  const read = await readSettledRows(workbook, { ...place, isAsRemembered })
  return { window, source: read, ...(rememberedBlocks(read, split) ?? measuredBlocks(read, split)) }
}

function startsWithHeader({ firstRow }: Window, startRow: number): boolean {
  return firstRow <= Math.max(startRow - 1, 1)
}

/** Rows of a window, with empty rows added up to `count`. */
export function rowsFrom(
  { window, source }: Pick<SourceWindow, 'window' | 'source'>,
  { firstRow, count }: { firstRow: number; count: number },
): Cell[][] {
  const rows = source.rows.slice(firstRow - window.firstRow, firstRow - window.firstRow + count)
  while (rows.length < count) rows.push([])
  return rows
}

interface SplitOptions extends Pick<ReadOptions, 'startRow' | 'blockRows' | 'memory'> {
  window: Window
  isLast: boolean
  /** Whether the window starts with the header. */
  isFirst: boolean
}

type BlocksRead = Pick<SourceWindow, 'blocks' | 'header' | 'isUnchanged'>

/** Returns the unparsed blocks of a window if its source rows are unchanged since the last run. */
function rememberedBlocks({ text, hidden }: RowsRead, options: SplitOptions): BlocksRead | undefined {
  const { memory, isFirst, ...split } = options
  if (!memory || !text) return undefined
  const header = isFirst ? buildHeader(text.rowAt(0) ?? []) : undefined
  const blocks = splitIntoBlocks({ ...split, rows: text, hidden })
  if (!isAsRemembered({ blocks, header }, memory)) return undefined
  const measured = blocks.map((block) => ({
    ...block,
    rows: memory.rows[block.index] ?? 0,
    width: memory.widths[block.index] ?? 0,
  }))
  return { blocks: measured, header, isUnchanged: true }
}

function measuredBlocks({ rows, text, hidden }: SettledRows, { isFirst, memory, ...split }: SplitOptions): BlocksRead {
  const { window } = split
  const isSplit = text !== undefined && text.count === rows.length
  const blocks = splitIntoBlocks({ ...split, rows: isSplit ? text : rows, hidden }).map((block) => {
    const { firstRow, lastRow } = block.window
    return { ...block, ...measureRows(rows.slice(firstRow - window.firstRow, lastRow - window.firstRow + 1)) }
  })
  const header = isFirst ? buildHeader(rows[0] ?? []) : undefined
  return { blocks, header, isUnchanged: memory !== undefined && isAsRemembered({ blocks, header }, memory) }
}

function isAsRemembered(
  { blocks, header }: { blocks: readonly Block[]; header: Header | undefined },
  memory: CopyMemory,
): boolean {
  if (header && header.digest !== memory.header) return false
  return blocks.every(({ index, digest }) => isSameBlock(index, digest, memory))
}

function buildHeader(cells: Cell[]): Header {
  return { cells, digest: digestOf(JSON.stringify(cells.slice(0, rowWidth(cells)))) }
}

function measureRows(rows: readonly Cell[][]): { rows: number; width: number } {
  const size = { rows: 0, width: 0 }
  for (const [at, row] of rows.entries()) {
    const width = rowWidth(row)
    if (width === 0) continue
    size.rows = at + 1
    size.width = Math.max(size.width, width)
  }
  return size
}
