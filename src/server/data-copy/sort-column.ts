import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { Cell } from '#domain/copy/cell.ts'
import { sortRows } from '#domain/copy/sort-rows.ts'
import type { Orm } from '#server/storage/database.ts'
import { dataCopyRows } from '#server/storage/schema.ts'
import type { SortRequest } from './row-orders.ts'

/** The database unpacks whole rows to read one cell of each. This many cells take it a few milliseconds. */
const CELLS_PER_STATEMENT = 40_000
const MIN_ROWS_PER_STATEMENT = 50
/** Maximum rows sorted here: fewer take less time than starting a thread. */
const MAX_ROWS_ON_THIS_THREAD = 2000
/** Maximum memory of the thread: several times what the longest column of a spreadsheet needs. */
const MAX_THREAD_MB = 2048

/**
 * Row numbers of a data copy in sorted order. Reads the column with many short statements, so other callers get their turn,
 * and sorts it on another thread.
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
  // Reading may fail first.
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

/** Waits for the sorted rows. With `node --watch`, a thread sends the names of its files before. */
async function rowsFrom(thread: Worker, signal: AbortSignal): Promise<Uint32Array> {
  for await (const [sent] of on(thread, 'message', { signal })) {
    if (sent instanceof Uint32Array) return sent
  }
  throw new Error('The thread ended before it had sorted the rows.')
}

/** Some cells of a column as JSON: the sorting thread parses it. */
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
