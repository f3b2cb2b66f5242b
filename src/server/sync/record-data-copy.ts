import type { Cell } from '#domain/cell.ts'
import type { Spool } from './spool.ts'
import type { SyncPorts } from './sync-job.ts'

interface DataCopyOptions {
  ports: Pick<SyncPorts, 'dataCopy' | 'signal'>
  columns: string[]
  rows: Spool<Cell[][]>
  /** The spool may go on with empty rows after these. */
  rowCount: number
}

/** Keeps the rows just copied for inspection; the former ones stay until these are complete. */
export async function recordDataCopy({ ports, columns, rows, rowCount }: DataCopyOptions): Promise<void> {
  await using writer = await ports.dataCopy.open(columns)
  let rest = rowCount
  for await (const chunk of rows) {
    ports.signal.throwIfAborted()
    const wanted = chunk.slice(0, rest)
    if (wanted.length === 0) break
    await writer.append(wanted.map((row) => columns.map((_, at) => row[at] ?? null)))
    rest -= wanted.length
  }
  await writer.publish()
}
