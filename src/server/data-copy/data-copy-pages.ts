import { eq } from 'drizzle-orm'
import { MAX_DATA_COPY_PAGE_BYTES } from '#contract/data-copy.ts'
import { Refusal } from '#contract/errors.ts'
import type { NamedColumn } from '#domain/copy/rows-json.ts'
import { createNameFinder } from '#domain/recognize/name-finder.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { dataCopies } from '#server/storage/schema.ts'
import { noSuchTask } from '#server/tasks/read-tasks.ts'
import { readPage } from './read-page.ts'
import type { RowOrders } from './row-orders.ts'

/** Rows of the last copy. They never change, because each copying run publishes a new data copy. */
export interface DataCopy {
  id: number
  columns: string[]
  rowCount: number
  createdAt: Date
}

/**
 * Finds the data copy of a task; undefined if the task has not copied anything.
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

/** Whether runs of a task store data copies. */
export async function keepsCells(orm: Orm, taskId: number): Promise<boolean> {
  const [type] = await orm
    .select({ keepsCells: taskTypes.keepsCells })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .where(eq(tasks.id, taskId))
  return type?.keepsCells ?? true
}

export interface DataCopyPageQuery {
  taskId: number
  /** Rows before the page. */
  offset: number
  limit: number
  /** Column to sort by. Defaults to the order of the sheet. */
  sort?: string | undefined
  order: 'asc' | 'desc'
  /** Columns to return. Defaults to all columns. */
  columns?: readonly string[] | undefined
}

interface PageDeps {
  orm: Orm
  /** Only called for a sorted page. */
  findOrder: RowOrders['findOrder']
  maxBytes?: number
}

type PageCaller = Parameters<RowOrders['findOrder']>[1]

/**
 * Returns a page of a data copy as JSON, with its rows keyed by column name. If the data copy has been replaced meanwhile,
 * returns the page of its replacement.
 *
 * @throws Refusal 'invalid' for an unknown column
 */
export async function dataCopyPageJson(
  deps: PageDeps,
  { copy, ...query }: DataCopyPageQuery & { copy: DataCopy },
  caller: PageCaller,
): Promise<string> {
  const { sort, offset, limit, taskId } = query
  const find = createCopiedColumnFinder(copy)
  const named = (query.columns ?? copy.columns).map((name) => find(name, 'columns'))
  const columns = [...new Map(named.map((column) => [column.name, column])).values()]
  const sortedBy = sort === undefined ? undefined : find(sort, 'sort')
  const wanted = sortedBy
    ? { id: copy.id, rowNumbers: await sortedRowNumbers(deps, { copy, sortedBy, ...query }, caller) }
    : { id: copy.id, offset, limit }
  const { json, rowCount } = await readPage(deps.orm, {
    wanted,
    columns,
    maxBytes: deps.maxBytes ?? MAX_DATA_COPY_PAGE_BYTES,
  })
  if (rowCount < Math.min(limit, copy.rowCount - offset)) {
    const current = await findDataCopy(deps.orm, taskId)
    if (!current) return EMPTY_PAGE_JSON
    if (current.id !== copy.id) return await dataCopyPageJson(deps, { ...query, copy: current }, caller)
  }
  return `{"data":${json},"total_rows":${copy.rowCount}}`
}

const EMPTY_PAGE_JSON = '{"data":[],"total_rows":0}'

/** Finds columns by name. If several columns share a name, finds the last column. */
function createCopiedColumnFinder({ columns }: DataCopy): (name: string, field: 'columns' | 'sort') => NamedColumn {
  const exact = new Map(columns.map((name, index) => [name, index]))
  // Built on first use: most requests give exact names.
  let findAlike: ((name: string) => number) | undefined
  return (name, field) => {
    findAlike ??= exact.has(name) ? undefined : createNameFinder(columns)
    const index = exact.get(name) ?? findAlike?.(name) ?? -1
    const found = columns[index]
    if (found !== undefined) return { name: found, index }
    const message = `There is no column '${name}'.`
    throw new Refusal('invalid', message, { [field]: message })
  }
}

async function sortedRowNumbers(
  { findOrder }: PageDeps,
  { copy, sortedBy, order, offset, limit }: DataCopyPageQuery & { copy: DataCopy; sortedBy: NamedColumn },
  caller: PageCaller,
): Promise<Uint32Array> {
  return (await findOrder({ copy, column: sortedBy.index, order }, caller)).subarray(offset, offset + limit)
}
