import type { Cell } from '#domain/copy/cell.ts'
import { planByResponses } from './plan-windows.ts'
import type { RowsRead, Window } from './read-rows.ts'
import type { ShapedOptions } from './read-shaped.ts'
import { requireRepeatedTargetRow } from './repeated-row.ts'
import type { TargetReader } from './target-reader.ts'

/** Estimates the size of `count` rows as JSON. */
export function sizeOf(count: number, bytes: number, rows: number): number {
  return (bytes * count) / Math.max(rows, 1)
}

export interface RowQueue {
  /** Returns the next rows; fewer only at the end. */
  take(count: number): Promise<Cell[][]>
  /** Number of rows taken so far. */
  readonly taken: number
}

/** Hands out rows in batches of the requested size. The header, known with the first rows, comes first. */
export function rowQueue(blocks: AsyncIterable<Cell[][]>, header: () => Cell[][]): RowQueue {
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

export const NO_ROWS: RowQueue = { take: async () => [], taken: 0 }

export interface TargetOptions extends ShapedOptions {
  lastColumn: number
  isUnchanged: boolean
  queue: RowQueue
  /** Number of rows, if there is a memory. */
  rowCount: number
  blockRows: number
  /** Also reads the row above the region. */
  readsRowAbove?: boolean
  reader: Pick<TargetReader, 'read'>
}

interface ComparedWindow {
  window: Window
  /** The rows the target should have in this window. */
  rows: Cell[][]
  /** The target's rows; undefined if they are known to be as they should. */
  read: RowsRead | undefined
}

/** Reads the target's windows in order, each with the rows it should have. */
export async function* readTarget(options: TargetOptions): AsyncGenerator<ComparedWindow> {
  const { target, shape, memory, sample, tempFiles, queue, rowCount, blockRows, lastColumn, isUnchanged, reader } =
    options
  const { firstRow } = shape.region
  const known = memory && { bytes: Math.max(1, sizeOf(1, tempFiles.rows.bytes, rowCount)), columns: lastColumn }
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
      // With a memory, all rows are at hand. They decide whether the target must be read in this window.
      const rows = memory ? await queue.take(window.lastRow - window.firstRow + 1) : undefined
      const asRead = { read: { rows: rows ?? [], text: undefined, bytes: 0 }, headerRows: 0, isUnchanged }
      const repeatsRow = window.firstRow > (options.readsRowAbove ? 1 : firstRow)
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
    plan.record({ ...window, isLast: false }, { bytes: read?.bytes ?? 0 })
    await readAhead()
    yield { window, rows, read }
  }
}
