import type { Cell } from '#domain/copy/cell.ts'
import { type DateKind, dateKindOf, dateText } from '#domain/copy/date-text.ts'
import type { CellFormat } from '#domain/copy/format-segment.ts'
import type { SyncPorts } from '#server/sync/job/sync-job.ts'

interface DataCopyOptions {
  ports: Pick<SyncPorts, 'dataCopy' | 'signal'>
  columns: string[]
  /** Number formats of the source columns: a date is stored as text, so that it reads as one. */
  formats: readonly (CellFormat | undefined)[]
  rows: AsyncIterable<Cell[][]>
  /** The region begins there; what is left of it is not stored. */
  firstColumn: number
  /** The rows may end with empty ones beyond these. */
  rowCount: number
}

/** Stores the copied rows for inspection, unless the task's type keeps no cells. The previous data copy stays until the new one is complete. */
export async function recordDataCopy(options: DataCopyOptions): Promise<void> {
  const { ports, columns, formats, rows, firstColumn, rowCount } = options
  if (!ports.dataCopy) return
  const left = firstColumn - 1
  const stored = columns.slice(left)
  await using writer = await ports.dataCopy.open(stored)
  const kinds = formats.map(dateKindOf)
  let remaining = rowCount
  for await (const chunk of rows) {
    ports.signal.throwIfAborted()
    const dataRows = chunk.slice(0, remaining)
    if (dataRows.length === 0) break
    await writer.append(
      dataRows.map((row) => stored.map((_, at) => formatDate(row[left + at] ?? null, kinds[left + at]))),
    )
    remaining -= dataRows.length
  }
  await writer.publish()
}

function formatDate(cell: Cell, kind: DateKind | undefined): Cell {
  return kind !== undefined && typeof cell === 'number' ? (dateText(cell, kind) ?? cell) : cell
}
