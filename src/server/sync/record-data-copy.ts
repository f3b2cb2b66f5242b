import type { Cell } from '#domain/copy/cell.ts'
import { DATE_KINDS, type DateKind, dateText } from '#domain/copy/date-text.ts'
import type { NumberFormat } from '#server/google/sheets-client.ts'
import type { Spool } from './spool.ts'
import type { SyncPorts } from './sync-job.ts'

interface DataCopyOptions {
  ports: Pick<SyncPorts, 'dataCopy' | 'signal'>
  columns: string[]
  /** Of the source's columns: what a date is written as in the copy, so that it reads as one. */
  formats: readonly (NumberFormat | undefined)[]
  rows: Spool<Cell[][]>
  /** The spool may go on with empty rows after these. */
  rowCount: number
}

/** Keeps the rows just copied for inspection; the former ones stay until these are complete. */
export async function recordDataCopy({ ports, columns, formats, rows, rowCount }: DataCopyOptions): Promise<void> {
  await using writer = await ports.dataCopy.open(columns)
  const kinds = formats.map((format) => DATE_KINDS.find((kind) => kind === format?.type))
  let rest = rowCount
  for await (const chunk of rows) {
    ports.signal.throwIfAborted()
    const wanted = chunk.slice(0, rest)
    if (wanted.length === 0) break
    await writer.append(wanted.map((row) => columns.map((_, at) => readable(row[at] ?? null, kinds[at]))))
    rest -= wanted.length
  }
  await writer.publish()
}

function readable(cell: Cell, kind: DateKind | undefined): Cell {
  return kind !== undefined && typeof cell === 'number' ? (dateText(cell, kind) ?? cell) : cell
}
