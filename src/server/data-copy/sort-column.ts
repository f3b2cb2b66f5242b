import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { Cell } from '#domain/copy/cell.ts'
import { sortRows } from '#domain/copy/sort-rows.ts'
import type { Orm } from '#server/storage/database.ts'
import { dataCopyRows } from '#server/storage/schema.ts'
import type { SortRequest } from './row-orders.ts'

/** Cells per statement, which take the database a few milliseconds. It unpacks whole rows to read a single cell of each. */
const CELLS_PER_STATEMENT = 40_000
const MIN_ROWS_PER_STATEMENT = 50
/** Maximum rows to sort on this thread, faster than starting another thread. */
const MAX_ROWS_ON_THIS_THREAD = 2000
/** Maximum memory of the thread, several times the need of a spreadsheet's longest column. */
const MAX_THREAD_MB = 2048

/**
 * Sorts the row numbers of a data copy by a column. Reads the column with many short statements, so other callers get their
 * turn, and sorts on another thread.
 */
export async function sortColumn(orm: Orm, { copy, column, order, signal }: SortRequest): Promise<Uint32Array> {
  const rowsAtOnce = Math.max(MIN_ROWS_PER_STATEMENT, Math.floor(CELLS_PER_STATEMENT / copy.columns.length))
  const read = (firstRow: number) => readCells(orm, { id: copy.id, column, firstRow, count: rowsAtOnce })
  if (copy.rowCount <= Math.min(rowsAtOnce, MAX_ROWS_ON_THIS_THREAD)) {
    return sortRows(JSON.parse(await read(0)) as Cell[], order)
  }
  const thread = new Worker(new URL('./sort-thread.ts', import.meta.url), {
    workerData: order,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_MB },
  })
  const sorted = rowsFrom(thread, signal)
  // Prevent an unhandled rejection, because reading may fail first.
  sorted.catch(() => undefined)
  try {
    for (let firstRow = 0; firstRow < copy.rowCount; firstRow += rowsAtOnce) {
      signal.throwIfAborted()
      thread.postMessage(await read(firstRow))
    }
    thread.postMessage(null)
    return await sorted
  } finally {
    await thread.terminate()
  }
}

/** Waits for the sorted rows. With `node --watch`, a thread first sends the names of its files. */
async function rowsFrom(thread: Worker, signal: AbortSignal): Promise<Uint32Array> {
  for await (const [sent] of on(thread, 'message', { signal })) {
    if (sent instanceof Uint32Array) return sent
  }
  throw new Error('The thread ended before it had sorted the rows.')
}

/** Reads some cells of a column as JSON, because the sorting thread parses it. */
async function readCells(
  orm: Orm,
  { id, column, firstRow, count }: { id: number; column: number; firstRow: number; count: number },
): Promise<string> {
  const { dataCopyId, rowNumber, cells } = dataCopyRows
  const [read] = await orm
    .select({
      json: sql<string>`coalesce(jsonb_agg(${cells} -> ${sql.raw(String(column))} order by ${rowNumber}), '[]')::text`,
    })
    .from(dataCopyRows)
    .where(and(eq(dataCopyId, id), gte(rowNumber, firstRow), lt(rowNumber, firstRow + count)))
  return read?.json ?? '[]'
}
