import { isDeepStrictEqual } from 'node:util'
import type { Cell } from '#domain/copy/cell.ts'
import { type DateKind, dateText, detectDateKind } from '#domain/copy/date-text.ts'
import type { CellFormat } from '#domain/copy/format-segment.ts'
import { DiskBuffer } from '#engine/compare/disk-buffer.ts'
import type { SyncPorts } from '#engine/job/sync-job.ts'
import type { CopyMemory } from '#engine/last-copy/copy-memory.ts'

interface DataCopyOptions {
  ports: Pick<SyncPorts, 'dataCopy' | 'signal'>
  columns: string[]
  /** Number formats of the source columns: a date is stored as text, so it reads as a date. */
  formats: readonly (CellFormat | undefined)[]
  rows: AsyncIterable<Cell[][]>
  /** First column of the region. Cells to its left are not stored. */
  firstColumn: number
  /** Number of rows to store; empty rows may follow them. */
  rowCount: number
  /** For each entry of the rows, the number of rows that the previous data copy has at the same places. */
  unchangedRows?: readonly number[] | undefined
  memory?: Pick<CopyMemory, 'dateKinds'> | undefined
}

/**
 * Stores the copied rows for inspection, unless the task's type keeps no cells. The previous data copy stays until the new data
 * copy is complete. Rows that look the same are taken from the previous data copy.
 */
export async function recordDataCopy(options: DataCopyOptions): Promise<Pick<CopyMemory, 'dateKinds'>> {
  const { ports, columns, formats, rows, firstColumn, rowCount, unchangedRows = [], memory } = options
  if (!ports.dataCopy) return {}
  const left = firstColumn - 1
  const stored = columns.slice(left)
  await using writer = await ports.dataCopy.open(stored)
  const dateKinds = stored.map((_, at) => detectDateKind(formats[left + at]) ?? null)
  const isShownAlike = isDeepStrictEqual(dateKinds, memory?.dateKinds)
  const append = (chunk: Cell[][]) =>
    writer.append(chunk.map((row) => stored.map((_, at) => formatDate(row[left + at] ?? null, dateKinds[at]))))
  let remaining = rowCount
  let at = 0
  for await (const read of listReaders(rows)) {
    ports.signal.throwIfAborted()
    if (remaining <= 0) break
    const count = isShownAlike ? Math.min(unchangedRows[at] ?? 0, remaining) : 0
    at += 1
    const kept = count > 0 ? await writer.keep(count) : 0
    const added = count > 0 && kept === count ? [] : (await read()).slice(kept, count || remaining)
    await append(added)
    remaining -= kept + added.length
  }
  await writer.publish()
  return { dateKinds }
}

/** Yields a function for each entry that reads it; an entry is skipped by not calling its function. */
async function* listReaders(rows: AsyncIterable<Cell[][]>): AsyncGenerator<() => Promise<Cell[][]>> {
  if (rows instanceof DiskBuffer) yield* (rows as DiskBuffer<Cell[][]>).entries()
  else for await (const chunk of rows) yield async () => chunk
}

function formatDate(cell: Cell, kind: DateKind | null | undefined): Cell {
  return kind && typeof cell === 'number' ? (dateText(cell, kind) ?? cell) : cell
}
