import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import { Refusal } from '#contract/errors.ts'
import { type NamedColumn, rowsJson } from '#domain/copy/rows-json.ts'
import type { Orm } from '#server/storage/database.ts'
import { placesOf } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { dataCopies, dataCopyRows } from '#server/storage/schema.ts'
import { noSuchTask } from '#server/tasks/read-tasks.ts'
import type { RowOrders } from './row-orders.ts'

/** The rows that a task copied last. They never change: each run that copies publishes another data copy. */
export interface DataCopy {
  id: number
  columns: string[]
  rowCount: number
  createdAt: Date
}

/**
 * The data copy of a task; undefined if it has copied nothing.
 * @throws Refusal 'not_found'
 */
export async function findDataCopy(orm: Orm, taskId: number): Promise<DataCopy | undefined> {
  const { id, columns, rowCount, createdAt } = dataCopies
  const [task] = await orm
    .select({ copy: { id, columns, rowCount, createdAt } })
    .from(tasks)
    .leftJoin(dataCopies, eq(dataCopies.id, tasks.dataCopyId))
    .where(eq(tasks.id, taskId))
  if (!task) throw noSuchTask()
  return task.copy ?? undefined
}

export interface DataCopyPageQuery {
  taskId: number
  /** Rows before the page. */
  offset: number
  limit: number
  /** The column to sort by; in the order of the sheet when left out. */
  sort?: string | undefined
  order: 'asc' | 'desc'
  /** The columns to return; all when left out. */
  columns?: readonly string[] | undefined
}

interface PageDeps {
  orm: Orm
  /** Called for a sorted page only. */
  orderOf: RowOrders['orderOf']
}

type PageCaller = Parameters<RowOrders['orderOf']>[1]

/**
 * A page of a data copy as JSON, with its rows keyed by column name. If the data copy has been replaced since it was found,
 * the page is that of the next one.
 *
 * @throws Refusal 'invalid' for an unknown column
 */
export async function dataCopyPageJson(
  deps: PageDeps,
  { copy, ...query }: DataCopyPageQuery & { copy: DataCopy },
  caller: PageCaller,
): Promise<string> {
  const { sort, offset, limit, taskId } = query
  const columns = [...new Set(query.columns ?? copy.columns)].map((name) =>
    namedColumn(copy, { name, field: 'columns' }),
  )
  const sortedBy = sort === undefined ? undefined : namedColumn(copy, { name: sort, field: 'sort' })
  const rows = sortedBy
    ? await rowsNumbered(deps.orm, {
        id: copy.id,
        rowNumbers: (await deps.orderOf({ copy, column: sortedBy.index, order: query.order }, caller)).subarray(
          offset,
          offset + limit,
        ),
      })
    : await rowsInSheetOrder(deps.orm, { id: copy.id, offset, limit })
  if (rows.length < Math.min(limit, copy.rowCount - offset)) {
    const current = await findDataCopy(deps.orm, taskId)
    if (!current) return EMPTY_PAGE_JSON
    if (current.id !== copy.id) return await dataCopyPageJson(deps, { ...query, copy: current }, caller)
  }
  return `{"data":${rowsJson(rows, columns)},"total_rows":${copy.rowCount}}`
}

const EMPTY_PAGE_JSON = '{"data":[],"total_rows":0}'

/** Where several columns have a name, the last one counts. */
function namedColumn({ columns }: DataCopy, { name, field }: { name: string; field: 'columns' | 'sort' }): NamedColumn {
  const index = columns.lastIndexOf(name)
  if (index >= 0) return { name, index }
  const message = `There is no column '${name}'.`
  throw new Refusal('invalid', message, { [field]: message })
}

/** As text, from which the page is written without parsing it. */
const cellsText = sql<string>`${dataCopyRows.cells}::text`

/** Each row as JSON. Selecting by row number costs the same wherever the page starts. */
async function rowsInSheetOrder(
  orm: Orm,
  { id, offset, limit }: { id: number; offset: number; limit: number },
): Promise<string[]> {
  const { dataCopyId, rowNumber } = dataCopyRows
  const found = await orm
    .select({ cells: cellsText })
    .from(dataCopyRows)
    .where(and(eq(dataCopyId, id), gte(rowNumber, offset), lt(rowNumber, offset + limit)))
    .orderBy(asc(rowNumber))
  return found.map(({ cells }) => cells)
}

/** The rows with these numbers, in this order, each as JSON. Rows of a data copy that was replaced meanwhile are left out. */
async function rowsNumbered(orm: Orm, { id, rowNumbers }: { id: number; rowNumbers: Uint32Array }): Promise<string[]> {
  const { dataCopyId, rowNumber } = dataCopyRows
  const found = await orm
    .select({ cells: cellsText })
    .from(placesOf(rowNumbers, 'wanted'))
    .innerJoin(dataCopyRows, and(eq(dataCopyId, id), eq(rowNumber, sql`wanted.id`)))
    .orderBy(sql`wanted.place`)
  return found.map(({ cells }) => cells)
}
